import * as z from 'zod'
import { type Role, ROLES } from '../api/actor.ts'
import { lineOfText } from '../api/fields.ts'
import type { Hook } from '../hooks/ask.ts'
import { askedAddress, hookSchema } from '../hooks/hook-schema.ts'
import { shownName } from './names.ts'
import { type ProfileField, profileFieldsSchema } from './profile-fields.ts'

/** A secret with which the host signs tokens; several may be live, so that one can be exchanged for the next. */
export type OrgKey = { id: string; secret: string; created: string }

/** What another module wants to keep for an org; whoever owns a setting knows what it may be. */
export type OrgSettings = Record<string, string | number | boolean>

/** Addresses of the host's pages. */
export type OrgPages = { person: string | null; post: string | null }

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
  /** Where the public keys of its host are (JWKS), for tokens that are signed with RS256 or ES256. */
  jwks: string | null
  /** What `aud` of a token must say; null where it is not looked at. */
  audience: string | null
  /** Whether people who only give a name may write, … */
  guests: boolean
  /** … and for how many seconds they may edit and delete that. */
  guestSeconds: number
  /** Signs the tokens of guests; made with the first of them, and known to this service alone. */
  guestSecret?: string
  /** Whether messages to browsers say neither who wrote nor what. */
  privatePreviews?: boolean
  /** Where its pages of people and their posts are, with `{id}` for what differs; null where it has none. */
  pages?: OrgPages
  /** What its people may say of themselves, besides what all can. */
  profileFields?: ProfileField[]
  /** Who may see, comment on and moderate a resource; null where everyone may see it and roles decide the rest. */
  permissionHook: Hook | null
  /** Finds people whom the host has not told of, for mentions. */
  directoryHook: Hook | null
  /** What the host thinks of a new text. */
  moderationHook: Hook | null
}

export const HOOKS = ['permissionHook', 'directoryHook', 'moderationHook'] as const
export type HookName = (typeof HOOKS)[number]

/** A hook without its secret. */
type HookView = Pick<Hook, 'url'>

/** An org as others see it: without any secret. */
export type OrgView = Omit<Org, 'keys' | 'guestSecret' | HookName> & Record<HookName, HookView | null>

export function viewOf({ keys: _keys, guestSecret: _guestSecret, ...org }: Org): OrgView {
  const hooks = HOOKS.map((name): [HookName, HookView | null] => [name, withoutSecret(org[name])])
  return { ...org, ...(Object.fromEntries(hooks) as Record<HookName, HookView | null>) }
}

const withoutSecret = (hook: Hook | null): HookView | null => (hook === null ? null : { url: hook.url })

const DEFAULT_REACTIONS = { like: '👍', heart: '❤️', laugh: '😄', wow: '😮', sad: '😢', angry: '😠' }

/** What an org has until it chooses otherwise. */
export const ORG_DEFAULTS = {
  opensOnFirstComment: true,
  reactions: DEFAULT_REACTIONS,
  origins: [] as string[],
  jwks: null,
  audience: null,
  guests: false,
  guestSeconds: 3600,
  privatePreviews: false,
  profileFields: [] as ProfileField[],
  pages: { person: null, post: null } as OrgPages,
  permissionHook: null,
  directoryHook: null,
  moderationHook: null,
}

export const MOST_KEYS = 10

const reactionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,19}$/, 'must be a-z, 0-9 and _, begin with a letter, at most 20')

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** What differs comes behind the host, so that no id can lead to another site. */
const pageAddress = z
  .string()
  .max(1000)
  .regex(/^https?:\/\/[^\s/?#{}@\\]+\/[^\s]*\{id\}/, 'must be an http(s) address with {id} in it')
  .refine((page) => !/\p{C}/u.test(page), 'must be an address without control characters')
  .refine((page) => URL.canParse(page.replaceAll('{id}', 'x')), 'must be an http(s) address')
  .nullable()

const pagesSchema = z
  .strictObject({ person: pageAddress.default(null), post: pageAddress.default(null) })
  .meta({ description: 'Where its pages of people and their posts are: {id} stands for what differs.' })

/** Where the host shows something; null where it does not say so. */
export const hostPage = (page: string | null | undefined, id: string): string | null =>
  page?.replaceAll('{id}', encodeURIComponent(id)) ?? null

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
  jwks: askedAddress.nullable().optional(),
  audience: lineOfText(500).nullable().optional(),
  guests: z.boolean().optional(),
  guestSeconds: z.int().min(0).max(31_536_000).optional(),
  privatePreviews: z.boolean().optional(),
  profileFields: profileFieldsSchema.optional(),
  pages: pagesSchema.optional(),
  permissionHook: hookSchema.nullable().optional(),
  directoryHook: hookSchema.nullable().optional(),
  moderationHook: hookSchema.nullable().optional(),
  /** Null goes back to the default. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type OrgChange = z.infer<typeof orgChangeSchema>

/** Names that Coral gave to roles which are one here. */
const OTHER_NAMES = new Map<string, Role>([
  ['commenter', 'member'],
  ['staff', 'member'],
])

const roleSchema = z
  .string()
  .transform((role) => role.toLowerCase())
  .transform((role) => OTHER_NAMES.get(role) ?? role)
  .pipe(z.enum(ROLES))

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2000)

/** The person in a token, with the names that Coral gave these claims. */
export const personSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .refine((id) => id.isWellFormed(), 'must be well-formed text'),
  username: shownName(100),
  role: roleSchema.nullish().transform((role): Role => role ?? 'member'),
  /** Hosts send an empty one where there is none. */
  email: lineOfText(320)
    .or(z.literal('').transform(() => null))
    .nullish(),
  url: webAddress.nullish(),
  avatar: webAddress.nullish(),
  badges: z.array(lineOfText(50)).max(20).nullish(),
})

export type Person = z.input<typeof personSchema>
