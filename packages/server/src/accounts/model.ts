import * as z from 'zod'
import { type Role, ROLES } from '../api/actor.ts'
import { lineOfText } from '../api/fields.ts'

/** A secret with which the host signs tokens; several may be live, so that one can be exchanged for the next. */
export type OrgKey = { id: string; secret: string; created: string }

/** What another module wants to keep for an org; whoever owns a setting knows what it may be. */
export type OrgSettings = Record<string, string | number | boolean>

/** A tenant: its own people, discussions and rules. */
export type Org = {
  _id: string
  name: string
  created: string
  keys: OrgKey[]
  settings: OrgSettings
  /** Whether the first comment on a resource opens its discussion. */
  opensOnFirstComment: boolean
  /** Names of the reactions it offers, with what is shown for each. */
  reactions: Record<string, string>
  /** Where its pages are, such as `https://example.org`; empty for anywhere. */
  origins: string[]
}

/** An org as others see it. */
export type OrgView = Omit<Org, 'keys'>

const DEFAULT_REACTIONS = { like: '👍', heart: '❤️', laugh: '😄', wow: '😮', sad: '😢', angry: '😠' }

/** What an org has until it chooses otherwise. */
export const ORG_DEFAULTS = { opensOnFirstComment: true, reactions: DEFAULT_REACTIONS, origins: [] as string[] }

export const MOST_KEYS = 10

const reactionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,19}$/, 'must be a-z, 0-9 and _, begin with a letter, at most 20')

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

export const orgNameSchema = lineOfText(100)

/** What may be changed about an org; the values of `settings` are for whoever owns them to check. */
export const orgChangeSchema = z.strictObject({
  name: orgNameSchema.optional(),
  opensOnFirstComment: z.boolean().optional(),
  reactions: z
    .record(reactionName, lineOfText(16))
    .refine((all) => Object.keys(all).length <= 20, 'must be at most 20 reactions')
    .optional(),
  origins: z.array(z.string().refine(isOrigin, 'must be an origin such as https://example.org')).max(100).optional(),
  /** Null goes back to the default. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type OrgChange = z.infer<typeof orgChangeSchema>

const roleSchema = z
  .string()
  .transform((role) => role.toLowerCase())
  .pipe(z.enum(ROLES))

/** The person in a token, with the names that Coral gave these claims. */
export const personSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .refine((id) => id.isWellFormed(), 'must be well-formed text'),
  username: lineOfText(100),
  role: roleSchema.nullish().transform((role): Role => role ?? 'commenter'),
  email: z.string().max(320).nullish(),
  url: z.string().max(2000).nullish(),
})

export type Person = z.input<typeof personSchema>
