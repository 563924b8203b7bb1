import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Discussion } from '../model.ts'
import type { Comments } from '../service.ts'
import type { Page, PageRequest, Sort } from '../views/page.ts'
import { TREE_REQUEST } from '../views/tree.ts'
import { pageAnswer, pageSchema, permalinkAnswer, permalinkSchema, treeAnswer, treeSchema } from './answers.ts'
import { commentParams, discussionParams, pageQuery, pageRequest, refOf, refQuery } from './inputs.ts'

const tag = 'Views'
const DISCUSSION = '/v1/discussions/{discussion}'
const sortField = z.enum(['oldest', 'newest', 'best'])
const timeSortField = z.enum(['oldest', 'newest'])

export const viewRoutes = (comments: Comments): Route[] => [
  listComments(comments),
  getTree(comments),
  listReplies(comments),
  getThread(comments),
  getAtPosition(comments),
]

const listComments = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${DISCUSSION}/comments`,
    name: 'listComments',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A page of comments: all by time, all by thread, or only the roots',
    params: discussionParams,
    query: pageQuery.extend({
      view: z
        .enum(['chronological', 'threaded', 'roots'])
        .optional()
        .meta({ description: "The discussion's own order where none is named." }),
      sort: sortField.optional().meta({ description: 'Oldest where none is named; best is for threads.' }),
    }),
    answers: { 200: pageSchema },
    handle: async ({ params, query, actor, signal }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const { view = discussion.order, sort = 'oldest' } = query
      const request = { ...pageRequest(query), signal }
      const page = await pageIn(comments, discussion, { view, sort, request })
      return pageAnswer(discussion, await comments.veiledPage({ viewer: actor, discussion }, page))
    },
  })

type Wanted = { view: 'chronological' | 'threaded' | 'roots'; sort: Sort; request: PageRequest }

function pageIn({ views }: Comments, discussion: Discussion, { view, sort, request }: Wanted): Promise<Page> {
  if (view === 'threaded') return views.threaded(discussion, sort, request)
  if (sort === 'best') {
    const message = 'must be oldest or newest here: best is for the threaded view and for the tree'
    throw new Refusal('invalid', `query.sort ${message}.`, [{ path: 'query.sort', message }])
  }
  if (view === 'chronological') return views.chronological(discussion, sort, request)
  return views.replies(discussion, { slug: null, sort }, request)
}

const getTree = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${DISCUSSION}/tree`,
    name: 'getTree',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A page of roots, each with its first replies to a depth, and a cursor wherever there are more',
    params: discussionParams,
    query: refQuery.extend({
      sort: sortField.optional(),
      limit: numberInQuery(1, 100).optional(),
      cursor: z.string().max(16_000).optional(),
      replies: numberInQuery(0, 20).optional(),
      depth: numberInQuery(0, 10).optional(),
    }),
    answers: { 200: treeSchema },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const { sort = 'oldest', cursor = null } = query
      const { limit = TREE_REQUEST.limit, replies = TREE_REQUEST.replies, depth = TREE_REQUEST.depth } = query
      const tree = await comments.views.tree(discussion, sort, { limit, cursor, replies, depth })
      return treeAnswer(discussion, await comments.veiledTree({ viewer: actor, discussion }, tree))
    },
  })

const listReplies = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${DISCUSSION}/comments/{slug}/replies`,
    name: 'listReplies',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A page of the direct replies to a comment',
    params: commentParams,
    query: pageQuery.extend({ sort: timeSortField.optional() }),
    answers: { 200: pageSchema },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const { sort = 'oldest' } = query
      const page = await comments.views.replies(discussion, { slug: params.slug, sort }, pageRequest(query))
      return pageAnswer(discussion, await comments.veiledPage({ viewer: actor, discussion }, page))
    },
  })

const getThread = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${DISCUSSION}/comments/{slug}/thread`,
    name: 'getThread',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A page of a comment and all that lies under it, by thread',
    params: commentParams,
    query: pageQuery,
    answers: { 200: pageSchema },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const page = await comments.views.thread(discussion, params.slug, pageRequest(query))
      return pageAnswer(discussion, await comments.veiledPage({ viewer: actor, discussion }, page))
    },
  })

const getAtPosition = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${DISCUSSION}/positions/{path}`,
    name: 'getAtPosition',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'The comment at a position, such as 0.2.1: of the first root the third reply, of that the second',
    params: discussionParams.extend({
      path: z.string().regex(/^\d{1,4}(\.\d{1,4}){0,100}$/, 'must be positions from 0 on, such as 0.2.1'),
    }),
    query: refQuery,
    answers: { 200: permalinkSchema },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const path = params.path.split('.').map(Number)
      const permalink = await comments.views.atPosition(discussion, path)
      const veil = await comments.veiledIn({ viewer: actor, discussion }, permalink)
      return permalinkAnswer(discussion, permalink, veil)
    },
  })
