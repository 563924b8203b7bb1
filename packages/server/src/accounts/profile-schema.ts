import * as z from 'zod'
import { lineOfText } from '../api/fields.ts'
import { webAddress } from './model.ts'
import { shownName } from './names.ts'
import { CLOSENESS } from './people-model.ts'
import { fieldName, MOST_FIELDS } from './profile-fields.ts'

export const LONGEST_BIO = 2000
const MOST_LINKS = 10
const LONGEST_VALUE = 500

/** A language as BCP 47 names it, in its usual spelling. */
const localeSchema = z
  .string()
  .max(35)
  .transform((locale, context) => {
    try {
      return new Intl.Locale(locale).toString()
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a language as BCP 47 names it, such as pt-BR' })
      return z.NEVER
    }
  })

const closeness = z.enum(CLOSENESS)

/** What somebody may change about how they are shown; what is not said stays as it is. */
export const profilePatchSchema = z.strictObject({
  /** Null takes the host's name again. */
  name: shownName(100).nullable().optional(),
  /** Markdown; empty for none. */
  bio: z
    .string()
    .max(4 * LONGEST_BIO)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')
    .optional(),
  links: z.array(webAddress).max(MOST_LINKS).optional(),
  locale: localeSchema.nullable().optional(),
  fields: z
    .array(z.strictObject({ name: fieldName, value: lineOfText(LONGEST_VALUE), to: closeness }))
    .max(MOST_FIELDS)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have each name once')
    .optional(),
  /** Id of a photo that was brought before; null takes the host's picture again. */
  picture: z.string().min(1).max(100).nullable().optional(),
  isPrivate: z.boolean().optional(),
  wall: closeness.optional(),
  reviewsWall: z.boolean().optional(),
  lists: closeness.optional(),
})
export type ProfilePatch = z.output<typeof profilePatchSchema>
