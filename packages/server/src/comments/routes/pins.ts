import { defineRoute, type Route } from '../../api/route.ts'
import type { Comments } from '../service.ts'
import { commentParams, refOf, refQuery } from './inputs.ts'

const path = '/v1/discussions/{discussion}/comments/{slug}/pin'
const shared = {
  path,
  auth: 'required',
  scope: 'comments',
  tag: 'Comments',
  params: commentParams,
  query: refQuery,
} as const

export const pinRoutes = (comments: Comments): Route[] => [
  defineRoute({
    ...shared,
    method: 'PUT',
    name: 'pinComment',
    summary: 'Puts a comment in front of the others; for moderators',
    answers: { 204: 'It is pinned.' },
    handle: async ({ params, query, actor }) => {
      await comments.pin({ actor, ref: refOf(params, query, actor) }, { slug: params.slug, on: true })
      return {}
    },
  }),
  defineRoute({
    ...shared,
    method: 'DELETE',
    name: 'unpinComment',
    summary: 'Puts a pinned comment back among the others; for moderators',
    answers: { 204: 'It is not pinned.' },
    handle: async ({ params, query, actor }) => {
      await comments.pin({ actor, ref: refOf(params, query, actor) }, { slug: params.slug, on: false })
      return {}
    },
  }),
]
