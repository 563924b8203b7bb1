import * as z from 'zod'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { type Asked, defineRoute, type Route } from '../api/route.ts'
import { discussionParams, refOf, refQuery } from '../comments/service.ts'
import type { Asker, Live } from './service.ts'

const TAG = 'Live'
const MEDIA_TYPE = 'text/event-stream'

const streamQuery = {
  ticket: z.string().min(1).max(100).optional().meta({ description: 'From POST /v1/streams, instead of a token.' }),
  lastEventId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The same as the header field Last-Event-ID, which a browser cannot set.' }),
}

const unopenedField = z.literal('wait').meta({
  description: 'For who knows of no discussion of this name: waits until there is one, and says reset where there is.',
})

const ticketSchema = z
  .object({ ticket: z.string(), expires: z.iso.datetime() })
  .meta({ id: 'StreamTicket', description: 'Opens one stream, once.' })

const targetSchema = z
  .strictObject({
    discussion: discussionParams.shape.discussion.optional(),
    type: refQuery.shape.type,
    id: refQuery.shape.id,
  })
  .meta({ description: "The discussion to listen to; without one it is the caller's own stream." })

type Stream = Asked<unknown, { ticket?: string | undefined; lastEventId?: string | undefined }, unknown, Actor | null>

const askerOf = ({ actor, token, query, address, headers }: Stream): Asker => ({
  actor,
  token: token(),
  ticket: query.ticket ?? null,
  address,
  since: headers.lastEventId ?? query.lastEventId ?? null,
})

export const liveRoutes = (live: Live): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/streams',
    name: 'createStreamTicket',
    auth: 'required',
    tag: TAG,
    summary: 'A ticket with which a browser opens one live stream: it is good for 30 seconds, and once',
    body: targetSchema,
    answers: { 201: ticketSchema },
    handle: async ({ actor, body: { discussion, type, id }, token }) => {
      const given = token()
      if (given === null) throw new Refusal('unauthenticated', 'A ticket is given for a token: send one.')
      const names = { ...(type !== undefined && { type }), ...(id !== undefined && { id }) }
      const isOwn = discussion === undefined && type === undefined && id === undefined
      const ref = isOwn ? null : refOf({ discussion: discussion ?? '-' }, names, actor)
      return { status: 201, body: await live.ticket(actor, given, ref), headers: { 'cache-control': 'no-store' } }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/me/stream',
    name: 'streamMine',
    auth: 'optional',
    tag: TAG,
    summary: 'What the caller is told, as it happens',
    query: z.object(streamQuery),
    fields: ['last-event-id'],
    mediaType: MEDIA_TYPE,
    answers: { 200: 'Frames: ready, told, retracted, marked, counts, reset, dropped, end.' },
    handle: async (asked) => live.person(askerOf(asked)),
  }),
  streamNews(live),
  defineRoute({
    method: 'GET',
    path: '/v1/discussions/{discussion}/stream',
    name: 'streamDiscussion',
    auth: 'optional',
    scope: 'read',
    tag: TAG,
    summary: 'What happens in a discussion, as it happens',
    params: discussionParams,
    query: refQuery.extend({ ...streamQuery, unopened: unopenedField.optional() }),
    fields: ['last-event-id'],
    mediaType: MEDIA_TYPE,
    answers: {
      200: 'Frames: ready, created, edited, deleted, rejected, restored, removed, cut, votes, pinned, changed, reset, dropped, end.',
    },
    handle: async (asked) => {
      const { org, type, id, unopened } = asked.query
      const refFor = (actor: Actor | null) => refOf(asked.params, { org, type, id }, actor)
      return live.discussion(askerOf(asked), refFor, unopened === 'wait')
    },
  }),
]

const streamNews = (live: Live): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/news/live',
    name: 'streamNews',
    auth: 'optional',
    tag: TAG,
    summary: "What comes into the caller's news, and what goes, as it happens",
    query: z.object(streamQuery),
    fields: ['last-event-id'],
    mediaType: MEDIA_TYPE,
    answers: { 200: 'Frames: ready, post, gone, reset, dropped, end.' },
    handle: async (asked) => live.news(askerOf(asked)),
  })
