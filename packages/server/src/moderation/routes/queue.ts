import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { HELD_STATES, type HeldState } from '../model.ts'
import type { Moderation } from '../service.ts'
import { caseSchema, caseView, heldItemSchema, heldView, nextField } from './answers.ts'
import { linksOf, pagingOf, pagingQuery } from './inputs.ts'

const tag = 'Moderation'
const itemSchema = z
  .object({ held: heldItemSchema.exactOptional(), reported: caseSchema.exactOptional() })
  .meta({ id: 'QueueItem', description: 'One of them, as `kind` asked for.' })
const pageSchema = z.object({ items: z.array(itemSchema), next: nextField }).meta({ id: 'Queue' })
const countsSchema = z
  .object({ held: z.int().min(0), reported: z.int().min(0), isMore: z.boolean() })
  .meta({ id: 'QueueCounts', description: '`isMore`: there are more than were counted.' })

export const queueRoutes = (moderation: Moderation): Route[] => [getQueue(moderation), getCounts(moderation)]

const CASE_STATES = ['open', 'closed'] as const

const getQueue = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/moderation/queue',
    name: 'getQueue',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'What waits for a moderator, or was reported; the oldest first',
    query: pagingQuery.extend({
      kind: z.enum(['held', 'reported']).optional(),
      state: z
        .enum([...HELD_STATES, ...CASE_STATES])
        .optional()
        .meta({ description: 'Of what is held: waiting where none is named. Of what was reported: open.' }),
    }),
    answers: { 200: pageSchema },
    handle: async ({ query, actor }) => {
      const { kind = 'held', state, ...rest } = query
      const paging = pagingOf(rest)
      if (kind === 'held') {
        const { items, next } = await moderation.heldQueue(actor, { state: heldState(state ?? 'waiting'), ...paging })
        return { body: { items: items.map((held) => ({ held: heldView(held, actor) })), next }, ...linksOf(next) }
      }
      const { items, next } = await moderation.caseQueue(actor, { state: caseState(state ?? 'open'), ...paging })
      return { body: { items: items.map((one) => ({ reported: caseView(one) })), next }, ...linksOf(next) }
    },
  })

function caseState(state: string): (typeof CASE_STATES)[number] {
  return CASE_STATES.find((one) => one === state) ?? unfit('must be open or closed for what was reported')
}

function heldState(state: string): HeldState {
  return HELD_STATES.find((one) => one === state) ?? unfit(`must be one of ${HELD_STATES.join(', ')} for what is held`)
}

function unfit(message: string): never {
  throw new Refusal('invalid', `query.state ${message}.`, [{ path: 'query.state', message }])
}

const getCounts = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/moderation/counts',
    name: 'getQueueCounts',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'How much waits for a moderator, and how many reported comments are open',
    answers: { 200: countsSchema },
    handle: async ({ actor }) => ({ body: await moderation.counts(actor) }),
  })
