import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { discussionParams, refOf, refQuery } from '../../comments/service.ts'
import type { Moderation } from '../service.ts'
import { heldItemSchema, heldView, nextField } from './answers.ts'
import { idField, linksOf, pagingOf, pagingQuery, reasonField } from './inputs.ts'

const tag = 'Moderation'
const IN_DISCUSSION = '/v1/discussions/{discussion}/held'
const pageSchema = z.object({ held: z.array(heldItemSchema), next: nextField }).meta({ id: 'HeldPage' })

export const heldRoutes = (moderation: Moderation): Route[] => [
  listHeld(moderation),
  withdrawHeld(moderation),
  decideHeld(moderation),
]

const listHeld = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path: IN_DISCUSSION,
    name: 'listHeld',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'What waits for a moderator in a discussion: the own, or all for moderators',
    params: discussionParams,
    query: refQuery.extend(pagingQuery.shape),
    answers: { 200: pageSchema },
    handle: async ({ params, query, actor }) => {
      const { limit, cursor, ...names } = query
      const paging = pagingOf({ limit, cursor })
      const { items, next, viewer } = await moderation.heldIn(actor, { ref: refOf(params, names, actor), ...paging })
      return { body: { held: items.map((one) => heldView(one, viewer)), next }, ...linksOf(next) }
    },
  })

const withdrawHeld = (moderation: Moderation): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/held/{held}',
    name: 'withdrawHeld',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Takes back what waits for a moderator; for its author',
    params: z.object({ held: idField }),
    answers: { 204: 'It is taken back.' },
    handle: async ({ params, actor }) => {
      await moderation.withdrawHeld(actor, params.held)
      return {}
    },
  })

const decideHeld = (moderation: Moderation): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/moderation/held/{held}',
    name: 'decideHeld',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'Approves or rejects what waits; of several moderators the first decides',
    params: z.object({ held: idField }),
    body: z.strictObject({
      act: z.enum(['approve', 'reject', 'spam']),
      reason: reasonField,
      rev: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Of the text that was looked at; needed where its author has changed it.' }),
    }),
    answers: { 200: heldItemSchema },
    handle: async ({ params, body, actor }) => ({
      body: heldView(await moderation.decideHeld(actor, params.held, body), actor),
    }),
  })
