import * as z from 'zod'
import { lineOfText, textOfBytes } from '../../api/fields.ts'
import type { Flaw } from '../../api/refusal.ts'
import { type Creative, FORMATS } from '../model.ts'
import { destinationField, idField, nameField, newIdField } from './inputs.ts'
import { sizeField } from './place-inputs.ts'

const LONGEST_TITLE = 80
const LONGEST_TEXT = 200
const LONGEST_ACTION = 30
const LONGEST_ALT = 300
const MOST_HTML_BYTES = 100_000
const LONGEST_REASON = 500

/** Brought by `POST /v1/photos` before: nothing is ever fetched from elsewhere. */
const photoField = z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a photo that you brought')

const cardField = z
  .strictObject({
    title: lineOfText(LONGEST_TITLE),
    text: lineOfText(LONGEST_TEXT),
    action: lineOfText(LONGEST_ACTION).meta({ description: 'What the button says.' }),
    photo: photoField.nullable().default(null),
  })
  .nullable()

const imageField = z
  .strictObject({
    photo: photoField,
    alt: lineOfText(LONGEST_ALT).meta({ description: 'What the image shows, for those who do not see it.' }),
  })
  .nullable()

export const creativeFields = {
  name: nameField,
  size: sizeField,
  card: cardField,
  image: imageField,
  html: textOfBytes(MOST_HTML_BYTES)
    .max(MOST_HTML_BYTES)
    .nullable()
    .meta({ description: 'Shown as it is, and only in a frame with a sandbox, from which nothing can be fetched.' }),
  destination: destinationField,
}

type Said = Pick<Creative, 'format' | 'size' | 'card' | 'image' | 'html'>

/** What does not go with its format. */
export function flawsOfFormat({ format, size, ...contents }: Said): Flaw[] {
  const found = FORMATS.flatMap((one): Flaw[] => {
    const isThere = contents[one] !== null
    if (one === format) return isThere ? [] : [{ path: one, message: `is missing: the format is ${format}` }]
    return isThere ? [{ path: one, message: `does not go with the format ${format}: leave it out` }] : []
  })
  if (format === 'card' && size !== null) found.push({ path: 'size', message: 'a card has none: leave it out' })
  if (format !== 'card' && size === null)
    found.push({ path: 'size', message: `must be said for the format ${format}, such as 300 by 250` })
  return found
}

export const newCreativeSchema = z
  .strictObject({
    id: newIdField.exactOptional(),
    advertiser: idField.meta({ description: 'Id of an advertiser.' }),
    name: creativeFields.name,
    format: z.enum(FORMATS),
    size: creativeFields.size.default(null),
    card: creativeFields.card.default(null),
    image: creativeFields.image.default(null),
    html: creativeFields.html.default(null),
    destination: creativeFields.destination,
  })
  .superRefine((said, context) => {
    for (const { path, message } of flawsOfFormat(said)) context.addIssue({ code: 'custom', path: [path], message })
  })
export type NewCreative = z.output<typeof newCreativeSchema>
export const creativeChangeSchema = z.strictObject(creativeFields).partial()
export type CreativeChange = z.output<typeof creativeChangeSchema>

export const reviewSchema = z
  .strictObject({
    state: z.enum(['approved', 'rejected']),
    reason: lineOfText(LONGEST_REASON).nullable().default(null),
  })
  .refine(({ state, reason }) => state === 'approved' || reason !== null, {
    path: ['reason'],
    message: 'must say what to mend where it is rejected',
  })
export type Reviewed = z.output<typeof reviewSchema>
