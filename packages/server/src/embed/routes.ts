import * as z from 'zod'
import type { Accounts, People } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import { ACTOR_KINDS, ROLES } from '../api/actor.ts'
import { listInQuery } from '../api/fields.ts'
import { Refusal } from '../api/refusal.ts'
import { defineRoute, type Route } from '../api/route.ts'
import {
  type Comments,
  commentSchema,
  discussionSchema,
  keptFor,
  orgField,
  pageSchema,
  resourceId,
  resourceType,
  treeSchema,
} from '../comments/service.ts'
import { meOf } from './me.ts'
import { noOrg, openingOf } from './opening.ts'

const tag = 'Embedding'
const MOST_PICTURES = 100

export type EmbedNeeds = { comments: Comments; accounts: Pick<Accounts, 'get' | 'hook'>; people: People }

const pictures = z.record(z.string(), z.string()).meta({ description: 'Addresses of pictures, by ids of people.' })
const org = orgField.optional().meta({ description: "The caller's own where a token says it." })

const openingSchema = z
  .object({
    org: z.object({
      id: z.string(),
      name: z.string(),
      reactions: z.record(z.string(), z.string()),
      guests: z.boolean(),
    }),
    discussion: discussionSchema.nullable(),
    opens: z.boolean().meta({ description: 'Whether a first comment opens the discussion where there is none.' }),
    tree: treeSchema.nullable().meta({ description: 'The first page of the threaded view.' }),
    page: pageSchema.nullable().meta({ description: 'That of the flat one.' }),
    pinned: z.array(commentSchema),
    avatars: pictures,
  })
  .meta({ id: 'Opening', description: 'All that a page needs to show a discussion for the first time.' })

export type Opening = z.output<typeof openingSchema>

const meSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    kind: z.enum(ACTOR_KINDS),
    avatar: z.string().nullable(),
    handle: z.string().nullable().meta({ description: 'How others mention the caller; null for guests.' }),
    moderates: z
      .boolean()
      .meta({ description: 'Whether the caller moderates the resource, or by role where none is named.' }),
  })
  .meta({ id: 'Me' })

export const embedRoutes = (needs: EmbedNeeds): Route[] => [getOpening(needs), getMe(needs), getAvatars(needs)]

const openingQuery = z.object({
  org,
  type: resourceType,
  id: resourceId,
  sort: z
    .enum(['oldest', 'newest', 'best'])
    .optional()
    .meta({ description: 'Oldest where none is named; in the flat view best is oldest.' }),
  view: z
    .enum(['threaded', 'flat'])
    .optional()
    .meta({ description: "The discussion's own order where none is named." }),
})

const getOpening = (needs: EmbedNeeds): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/opening',
    name: 'getOpening',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'All that a page needs to show the discussion of a resource for the first time, also where there is none',
    query: openingQuery,
    answers: { 200: openingSchema },
    handle: async ({ query: { type, id, sort = 'oldest', view = null, ...query }, actor }) => {
      const request = { org: orgOf(query, actor), resource: { type, id }, sort, view }
      const { json, discussion } = await openingOf(needs, actor, request)
      const body = Buffer.from(json)
      // Where a token says the org, the same address is another answer for somebody else: that is not kept.
      if (discussion === null || query.org === undefined) return { body, org: request.org }
      return { body, keepFor: keptFor(discussion) }
    },
  })

const getMe = (needs: EmbedNeeds): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me',
    name: 'getMe',
    auth: 'required',
    tag: 'Me',
    summary: 'Who the caller is, and whether they moderate a resource',
    query: z.object({ org, type: resourceType.optional(), id: resourceId.optional() }),
    answers: { 200: meSchema },
    handle: async ({ query: { type, id, org: named }, actor }) => {
      if (named !== undefined && named !== actor.org) throw noOrg()
      if (type !== undefined && id !== undefined) return { body: await meOf(needs, actor, { type, id }) }
      if (type !== undefined || id !== undefined)
        throw missing(type === undefined ? 'type' : 'id', 'a resource is named by type and id')
      return { body: await meOf(needs, actor, null) }
    },
  })

const getAvatars = (needs: EmbedNeeds): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/avatars',
    name: 'getAvatars',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'The pictures of up to 100 people, such as the authors of comments',
    query: z.object({ org, id: listInQuery(z.string().min(1).max(64), MOST_PICTURES) }),
    answers: { 200: z.object({ avatars: pictures }).meta({ id: 'Avatars' }) },
    handle: async ({ query, actor }) => {
      const wanted = orgOf(query, actor)
      const isShown = await maySeePeople(needs, actor, wanted)
      return { body: { avatars: isShown ? await needs.people.pictures(wanted, [...new Set(query.id)]) : {} } }
    },
  })

/** Where the host decides who sees what, its people are not for everybody either. */
async function maySeePeople({ accounts }: EmbedNeeds, actor: Actor | null, wanted: string): Promise<boolean> {
  if (actor !== null && actor.kind !== 'guest') return actor.org === wanted
  return (await accounts.hook(wanted, 'permissionHook')) === null && (actor === null || actor.org === wanted)
}

function orgOf({ org: named }: { org?: string | undefined }, actor: Actor | null): string {
  const id = named ?? actor?.org
  if (id === undefined) throw missing('org', 'where no token says it, the query does')
  return id
}

function missing(name: string, why: string): Refusal {
  const message = `is missing: ${why}`
  return new Refusal('invalid', `query.${name} ${message}.`, [{ path: `query.${name}`, message }])
}
