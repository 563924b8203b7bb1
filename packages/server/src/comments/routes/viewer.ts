import * as z from 'zod'
import { listInQuery } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Comments } from '../service.ts'
import { discussionParams, refOf, refQuery, slugSchema } from './inputs.ts'

const mineSchema = z
  .object({
    comments: z.array(
      z.object({
        slug: z.string(),
        value: z.literal([-1, 0, 1]),
        reactions: z.array(z.string()),
        mayEdit: z.boolean(),
        mayDelete: z.boolean(),
        hidden: z
          .boolean()
          .meta({ description: 'Of somebody whom the caller muted or blocked, or who blocked the caller.' }),
      }),
    ),
  })
  .meta({ id: 'Mine', description: 'What the caller gave to comments and may do with them.' })

export const viewerRoute = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/discussions/{discussion}/mine',
    name: 'getMine',
    auth: 'required',
    tag: 'Votes',
    summary: 'The own votes and reactions, and what may be edited, deleted or is to be hidden, for up to 100 comments',
    params: discussionParams,
    query: refQuery.extend({ slug: listInQuery(slugSchema, 100) }),
    answers: { 200: mineSchema },
    handle: async ({ params, query, actor }) => ({
      body: { comments: await comments.viewer({ actor, ref: refOf(params, query, actor) }, query.slug) },
    }),
  })
