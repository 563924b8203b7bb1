import * as z from 'zod'
import { cursorOf, namesIn } from '../../api/list-cursor.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { MOST_RANKED } from '../news/top.ts'
import { noPerson } from '../policy.ts'
import type { Social } from '../service.ts'
import { postAnswer, postSchema, postsSchema } from './answers.ts'
import { paged, pagingOf, personOf, placeIn, postsAnswer, requireThere, toldBy, viewerOf } from './asking.ts'
import { orgQuery, pageQuery, personParams, postParams } from './inputs.ts'

const tag = 'News'

/** `latest`: by time, as always. `top`: what others like comes first. */
const ORDERS = ['latest', 'top'] as const

export const wallRoutes = (social: Social): Route[] => [
  getNews(social),
  getWall(social),
  getIncoming(social),
  reviewPost(social),
]

const getNews = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/news',
    name: 'getNews',
    auth: 'required',
    tag,
    summary: 'What those wrote whom the caller follows, and the caller; the newest first',
    query: pageQuery.extend({
      order: z.enum(ORDERS).optional().meta({ description: 'By time where nothing is said; or the top ones first.' }),
      // Of the top ones it names what comes next.
      cursor: z.string().max(16_000).optional(),
    }),
    answers: { 200: postsSchema },
    handle: async ({ query: { order = 'latest', ...query }, actor }) => {
      personOf(actor)
      if (order === 'latest') return postsAnswer(social, await social.news(actor, placeIn(social, query)), actor.org)
      const { limit, cursor } = pagingOf(query)
      const { posts, rest } = await social.top(actor, { rest: namesIn(cursor, MOST_RANKED), limit })
      return paged({ posts, next: rest.length === 0 ? null : cursorOf(rest) }, actor.org)
    },
  })

const getWall = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/people/{person}/wall',
    name: 'getWall',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'Posts by a person and on their wall, as the caller may see them; the newest first',
    params: personParams,
    query: orgQuery.extend(pageQuery.shape),
    answers: { 200: postsSchema },
    handle: async ({ params: { person }, query, actor }) => {
      const viewer = viewerOf({ actor, query }, noPerson)
      const asked = placeIn(social, query)
      await requireThere(social, viewer, person)
      return postsAnswer(social, await social.wall(viewer, person, { ...asked, lane: 'shown' }), viewer.org)
    },
  })

const getIncoming = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me/incoming',
    name: 'getIncoming',
    auth: 'required',
    tag,
    summary: "What others put on the caller's wall, and waits for them to let it show",
    query: pageQuery,
    answers: { 200: postsSchema },
    handle: async ({ query, actor }) => {
      const viewer = personOf(actor)
      return postsAnswer(
        social,
        await social.wall(viewer, actor.id, { ...placeIn(social, query), lane: 'waiting' }),
        actor.org,
      )
    },
  })

const reviewPost = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/posts/{post}/review',
    name: 'reviewPost',
    auth: 'required',
    tag,
    summary: 'Lets a post show on the wall of the caller, or not, or not any more',
    params: postParams,
    body: z.strictObject({ shows: z.boolean() }),
    answers: { 200: postSchema },
    handle: async ({ params, body, actor }) => {
      const viewer = personOf(actor)
      const written = await social.review(actor, params.post, body.shows)
      return { ...postAnswer(await social.post(viewer, params.post), actor.org), ...toldBy(written) }
    },
  })
