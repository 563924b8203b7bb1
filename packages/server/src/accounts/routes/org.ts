import * as z from 'zod'
import { tagOf } from '../../api/bytes.ts'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { ORG_DEFAULTS, type OrgChange, orgChangeSchema, type OrgView } from '../model.ts'
import { requireAdmin } from '../policy.ts'
import { profileFieldsSchema } from '../profile-fields.ts'
import type { Accounts } from '../service.ts'

const shared = { path: '/v1/org', auth: 'required', scope: 'settings', tag: 'Org' } as const

/** What the service fetches from an address is for its operator to say, not for anyone with a token. */
const FETCHED = { jwks: true, permissionHook: true, directoryHook: true, moderationHook: true } as const

const orgSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created: z.iso.datetime(),
    opensOnFirstComment: z.boolean(),
    reactions: z.record(z.string(), z.string()),
    origins: z.array(z.string()),
    audience: z.string().nullable(),
    guests: z.boolean(),
    guestSeconds: z.int(),
    privatePreviews: z.boolean(),
    profileFields: profileFieldsSchema.meta({
      description: 'What people may say of themselves, besides what all can.',
    }),
    pages: z.object({ person: z.string().nullable(), post: z.string().nullable() }),
    settings: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .meta({ description: 'Those that differ from the defaults.' }),
  })
  .meta({ id: 'Org' })

type Shown = z.output<typeof orgSchema>

function shownOf(org: OrgView): Shown {
  const {
    _id: id,
    name,
    created,
    opensOnFirstComment,
    reactions,
    origins,
    audience,
    guests,
    guestSeconds,
    privatePreviews = false,
    profileFields = [],
    pages = ORG_DEFAULTS.pages,
    settings,
  } = org
  return {
    id,
    name,
    created,
    opensOnFirstComment,
    reactions,
    origins,
    audience,
    guests,
    guestSeconds,
    privatePreviews,
    profileFields,
    pages,
    settings,
  }
}

/** `settings`: what those who own the settings of an org say they may be. */
export const orgRoutes = (accounts: Pick<Accounts, 'get' | 'change'>, settings: z.ZodObject): Route[] => [
  defineRoute({
    ...shared,
    method: 'GET',
    name: 'getOrg',
    summary: "The caller's org; for admins",
    answers: { 200: orgSchema },
    handle: async ({ actor }) => {
      requireAdmin(actor)
      const org = await accounts.get(actor.org)
      if (org === null) throw new Refusal('org-not-found', 'This org is not there any more.')
      return answerOf(org)
    },
  }),
  defineRoute({
    ...shared,
    method: 'PATCH',
    name: 'changeOrg',
    summary: "Changes the caller's org, with If-Match only if it is as it was seen; for admins",
    body: orgChangeSchema.omit(FETCHED).extend({ settings: changeOf(settings).optional() }),
    fields: ['if-match'],
    answers: { 200: orgSchema },
    handle: async ({ body, actor, headers: { ifMatch } }) => {
      requireAdmin(actor)
      return answerOf(await accounts.change(actor.org, body as OrgChange, (org) => requireAmong(ifMatch, org)))
    },
  }),
]

/** Its tag is that of what is shown: an org has no revisions. */
function answerOf(org: OrgView): { body: Buffer; etag: string } {
  const body = Buffer.from(JSON.stringify(shownOf(org)))
  return { body, etag: tagOf(body) }
}

function requireAmong(tags: readonly string[] | null, org: OrgView): void {
  if (tags === null || tags.includes('*') || tags.includes(answerOf(org).etag)) return
  throw new Refusal('changed-meanwhile', 'The org has changed since it was read: read it again first.')
}

/** Each setting or none; null goes back to the default. */
function changeOf(settings: z.ZodObject): z.ZodObject {
  const fields = Object.entries(settings.shape).map(([name, field]) => [name, z.nullable(field).optional()])
  return z.strictObject(Object.fromEntries(fields))
}
