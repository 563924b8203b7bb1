import * as z from 'zod'
import { lineOfText } from '../api/fields.ts'

/** A field that an org has its people fill in, if they like. */
export type ProfileField = { name: string; label: string }

export const MOST_FIELDS = 20
export const fieldName = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,29}$/, 'must be letters and digits, begin with a small one, at most 30')

export const profileFieldsSchema = z
  .array(z.strictObject({ name: fieldName, label: lineOfText(60) }))
  .max(MOST_FIELDS)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have each name once')
