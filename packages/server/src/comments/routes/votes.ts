import * as z from 'zod'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Comments } from '../service.ts'
import type { Voted } from '../voting.ts'
import { commentParams, refOf, refQuery } from './inputs.ts'

const tag = 'Votes'
const COMMENT = '/v1/discussions/{discussion}/comments/{slug}'
const valueField = z.literal([-1, 0, 1])

const votedSchema = z
  .object({ slug: z.string(), value: valueField, reactions: z.array(z.string()) })
  .meta({ id: 'Voted', description: 'What the caller thinks of the comment now; counts follow.' })

export const voteRoutes = (comments: Comments): Route[] => [
  castVote(comments),
  reaction(comments, 'PUT', true),
  reaction(comments, 'DELETE', false),
]

const castVote = (comments: Comments): Route =>
  defineRoute({
    method: 'PUT',
    path: `${COMMENT}/vote`,
    name: 'castVote',
    auth: 'required',
    tag,
    summary: 'Votes for a comment (1), against it (-1), or takes the vote back (0)',
    params: commentParams,
    query: refQuery,
    body: z.strictObject({ value: valueField }),
    answers: { 200: votedSchema },
    handle: async ({ params, query, body, actor }) => {
      const command = { actor, ref: refOf(params, query, actor) }
      return votedAnswer(await comments.vote(command, { slug: params.slug, value: body.value }))
    },
  })

const reaction = (comments: Comments, method: 'PUT' | 'DELETE', on: boolean): Route =>
  defineRoute({
    method,
    path: `${COMMENT}/reactions/{name}`,
    name: on ? 'addReaction' : 'removeReaction',
    tag,
    auth: 'required',
    summary: on ? 'Reacts to a comment, in one of the ways that the org has chosen' : 'Takes a reaction back',
    params: commentParams.extend({ name: z.string().min(1).max(50) }),
    query: refQuery,
    answers: { 200: votedSchema },
    handle: async ({ params, query, actor }) => {
      const { slug, name } = params
      return votedAnswer(await comments.react({ actor, ref: refOf(params, query, actor) }, { slug, name, on }))
    },
  })

function votedAnswer({ slug, value, reactions, event }: Voted): Answer {
  return { body: { slug, value, reactions }, ...(event !== null && { headers: { 'palaver-event': event } }) }
}
