import * as z from 'zod'
import { ROLES } from '../../api/actor.ts'
import { lineOfText } from '../../api/fields.ts'
import { STARTERS, VISIBILITIES } from '../model.ts'
import { isSlug } from '../slugs.ts'
import { inLocales } from './locale-fields.ts'

const LONGEST_NAME = 255
const LONGEST_DESCRIPTION = 2000
const LONGEST_SLUG = 80
const LONGEST_EMOJI = 32
const LONGEST_REF = 200
/** The longest address there can be: of each level the longest slug, with a slash behind it. */
const LONGEST_PATH = 4096

export const orgField = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: "The caller's own where a token says it; with it, what all may see is answered fastest." })

export const treeKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be small letters, digits and dashes, such as main')
  .meta({ description: 'What the org calls the tree.' })

export const topicField = z.string().min(1).max(100).meta({ description: 'Id of a topic.' })

export const treeParams = z.object({ tree: treeKey })
export const topicParams = z.object({ topic: topicField })

export const pathField = z
  .string()
  .min(1)
  .max(LONGEST_PATH)
  .refine((path) => path.isWellFormed(), 'must be well-formed text')
  .meta({ description: 'Slugs from the root on, with slashes between them.' })

export const nameField = lineOfText(LONGEST_NAME).refine(
  (name) => /[^\p{C}\p{Z}]/u.test(name),
  'must have something to see',
)

export const descriptionField = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_DESCRIPTION)
  .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'must be text without control characters')
  .nullable()

export const slugField = z
  .string()
  .max(LONGEST_SLUG)
  .refine(isSlug, 'must be a slug that a name can have, such as old-books, and not a word that is reserved')

const variantSchema = z
  .strictObject({
    name: nameField,
    slug: slugField.nullable().exactOptional(),
    description: descriptionField.exactOptional(),
  })
  .meta({ description: 'Its slug is made of the name where none is said; null for none of its own.' })

export const emojiField = lineOfText(LONGEST_EMOJI).nullable()

export const colourField = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour, such as #0a7f5c')
  .transform((colour) => colour.toLowerCase())
  .nullable()

export const refField = lineOfText(LONGEST_REF).nullable()

const said = {
  parent: topicField.nullable().exactOptional(),
  before: topicField.exactOptional().meta({ description: 'The topic under the same parent that comes next.' }),
  after: topicField.exactOptional().meta({ description: 'The topic under the same parent that comes first.' }),
  slug: slugField.exactOptional(),
  description: descriptionField.exactOptional(),
  emoji: emojiField.exactOptional(),
  colour: colourField.exactOptional(),
  visibility: z.enum(VISIBILITIES).exactOptional(),
  roles: z.array(z.enum(ROLES)).max(ROLES.length).exactOptional(),
  starts: z.enum(STARTERS).nullable().exactOptional(),
}

const besideOne = ({ before, after }: { before?: string; after?: string }): boolean =>
  before === undefined || after === undefined
const BESIDE_TWO = { path: ['after'], message: 'does not go with before: leave one of them out' }

export const newTopicSchema = z
  .strictObject({
    name: nameField,
    ...said,
    locales: inLocales(variantSchema).exactOptional(),
    ref: refField.exactOptional(),
  })
  .refine(besideOne, BESIDE_TWO)

export const topicChangeSchema = z
  .strictObject({
    name: nameField.exactOptional(),
    ...said,
    locales: inLocales(variantSchema.nullable())
      .exactOptional()
      .meta({ description: 'Languages that are not named stay; null removes one.' }),
  })
  .refine(besideOne, BESIDE_TWO)
