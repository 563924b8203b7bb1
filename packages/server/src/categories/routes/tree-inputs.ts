import * as z from 'zod'
import { nameField, treeKey } from './inputs.ts'
import { localeField } from './locale-fields.ts'

const PLACEHOLDERS = /\{(?:path|id)\}/g

/** What stands for a topic comes behind the host, so that no name can lead to another site. */
export const pageField = z
  .string()
  .max(1000)
  .regex(/^https?:\/\/[^\s/?#{}@\\]+\/[^\s]*\{(?:path|id)\}/, 'must be an http(s) address with {path} or {id} in it')
  .refine((page) => !/[^\P{C}]/u.test(page), 'must be an address without control characters')
  .refine((page) => URL.canParse(page.replace(PLACEHOLDERS, 'x')), 'must be an http(s) address')
  .nullable()

const treeSettings = {
  name: nameField,
  locale: localeField.meta({ description: 'Language of the names that are not said to be of another.' }),
  pages: z
    .strictObject({ topic: pageField, discussion: pageField })
    .meta({ description: "Where the host's pages are: {path} and {id} stand for what differs." }),
}

export const newTreeSchema = z.strictObject({
  key: treeKey,
  name: treeSettings.name,
  locale: treeSettings.locale.exactOptional(),
  pages: treeSettings.pages.exactOptional(),
})

export const treeChangeSchema = z.strictObject({
  name: treeSettings.name.exactOptional(),
  locale: treeSettings.locale.exactOptional(),
  pages: treeSettings.pages.exactOptional(),
})
