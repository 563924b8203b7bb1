import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { presentWithText } from '../present.ts'
import type { Comments } from '../service.ts'
import { commentWithText } from './answers.ts'
import { resourceSchema } from './inputs.ts'

const ownSchema = z
  .object({
    comments: z.array(
      z.object({
        discussion: z.string(),
        resource: resourceSchema,
        title: z.string().nullable(),
        comment: commentWithText,
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'OwnComments' })

export const ownCommentsRoute = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me/comments',
    name: 'listOwnComments',
    auth: 'required',
    tag: 'People',
    summary: 'What the caller has written anywhere in the org, the newest first',
    query: z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(16_000).optional() }),
    answers: { 200: ownSchema },
    handle: async ({ query: { limit = 50, cursor = null }, actor }) => {
      const { comments: own, next } = await comments.ownComments(actor, { cursor, limit })
      const shown = own.map(({ comment, ...where }) => ({ ...where, comment: presentWithText(comment) }))
      return { body: { comments: shown, next }, links: { next: next === null ? null : { cursor: next } } }
    },
  })
