import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { numberInQuery, textOfBytes } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { countsSchema, listSchema, markedSchema } from './answers.ts'
import type { Centre } from './centre.ts'
import type { Marked, RowMark } from './marking.ts'
import { FILTERS } from './walking.ts'

const tag = 'Notifications'
const path = '/v1/me/notifications'

const byIds = z.strictObject({ ids: z.array(textOfBytes(2000)).min(1).max(100) })
const byGroup = z.strictObject({ group: textOfBytes(2000) })
const byDiscussion = z.strictObject({ discussion: z.string().min(1).max(64) })
const byResource = z.strictObject({ type: textOfBytes(100), id: textOfBytes(1024) })
const upTo = z.strictObject({
  upTo: z
    .int()
    .min(0)
    .meta({ description: 'A `position` that the caller was given: what comes behind it is untouched.' }),
})

const someSchema = z.union([byIds, byGroup])
const readSchema = z.union([byIds, byGroup, byDiscussion, byResource, upTo])

/** Each of them changes nothing where it is so already: to be repeated without a key. */
export const centreRoutes = (centre: Centre): Route[] => [
  listRoute(centre),
  countsRoute(centre),
  defineRoute({
    method: 'POST',
    path: `${path}/read`,
    name: 'readNotifications',
    auth: 'required',
    tag,
    summary: 'Marks as read: some, a group, what is told of a discussion, or everything up to a position',
    body: readSchema,
    answers: { 200: markedSchema },
    handle: async ({ body, actor }) => ({ body: await read(centre, actor, body) }),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/seen`,
    name: 'seeNotifications',
    auth: 'required',
    tag,
    summary: 'Marks everything up to a position as seen, which is less than read',
    body: upTo,
    answers: { 200: markedSchema },
    handle: async ({ body, actor }) => ({ body: await centre.seenUpTo(actor, body.upTo) }),
  }),
  archivingRoute(centre, { at: 'archive', op: 'archived', summary: 'Puts away some, or a group' }),
  archivingRoute(centre, { at: 'unarchive', op: 'unarchived', summary: 'Takes out again what was put away' }),
]

const listRoute = (centre: Centre): Route =>
  defineRoute({
    method: 'GET',
    path,
    name: 'listNotifications',
    auth: 'required',
    tag,
    summary: 'What the caller was told, grouped, the newest first; a page may be short where there are more',
    query: z.object({
      filter: z.enum(FILTERS).optional(),
      limit: numberInQuery(1, 100).optional(),
      cursor: z.string().max(1000).optional(),
    }),
    answers: { 200: listSchema },
    handle: async ({ query: { filter = 'all', limit = 20, cursor = null }, actor }) => {
      const listed = await centre.list(actor, { filter, limit, cursor })
      return { body: listed, links: { next: listed.next === null ? null : { cursor: listed.next } } }
    },
  })

const countsRoute = (centre: Centre): Route =>
  defineRoute({
    method: 'GET',
    path: `${path}/counts`,
    name: 'countNotifications',
    auth: 'required',
    tag,
    summary: 'How many are unread, and how many of those have not been seen',
    answers: { 200: countsSchema },
    handle: async ({ actor }) => ({ body: await centre.counts(actor) }),
  })

type Archiving = { at: 'archive' | 'unarchive'; op: RowMark; summary: string }

const archivingRoute = (centre: Centre, { at, op, summary }: Archiving): Route =>
  defineRoute({
    method: 'POST',
    path: `${path}/${at}`,
    name: `${at}Notifications`,
    auth: 'required',
    tag,
    summary,
    body: someSchema,
    answers: { 200: markedSchema },
    handle: async ({ body, actor }) => ({ body: await mark(centre, actor, { op, some: body }) }),
  })

function read(centre: Centre, actor: Actor, body: z.output<typeof readSchema>): Promise<Marked> {
  if ('upTo' in body) return centre.readUpTo(actor, body.upTo)
  if ('discussion' in body) return centre.readDiscussion(actor, body)
  if ('type' in body) return centre.readDiscussion(actor, { org: actor.org, resource: body })
  return mark(centre, actor, { op: 'read', some: body })
}

type Some = { op: RowMark; some: z.output<typeof someSchema> }

const mark = (centre: Centre, actor: Actor, { op, some }: Some): Promise<Marked> =>
  'ids' in some ? centre.mark(actor, op, some.ids) : centre.markGroup(actor, op, some.group)
