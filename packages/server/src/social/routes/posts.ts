import * as z from 'zod'
import { revisionsIn } from '../../api/revisions-in.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { noPost } from '../policy.ts'
import { historyOf } from '../posts/history.ts'
import type { Social } from '../service.ts'
import { postAnswer, postSchema } from './answers.ts'
import { personOf, toldBy, viewerOf, writtenAnswer } from './asking.ts'
import { newPostSchema, orgQuery, postChangeSchema, postParams, TO_ALL } from './inputs.ts'

const tag = 'Posts'
const POST = '/v1/posts/{post}'

export const postRoutes = (social: Social): Route[] => [
  writePost(social),
  getPost(social),
  changePost(social),
  deletePost(social),
  getPostHistory(social),
]

const writePost = (social: Social): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/posts',
    name: 'writePost',
    auth: 'required',
    tag,
    summary: "Writes a post: a status, a link, photos, a place or a poll, on one's own wall or that of another",
    body: newPostSchema,
    fields: ['idempotency-key'],
    answers: { 201: postSchema },
    handle: async ({ body, actor, headers: { idempotencyKey: key }, address }) => {
      const viewer = personOf(actor)
      const draft = { ...body, audience: body.audience ?? TO_ALL }
      const written = await social.write({ actor, key, address }, draft)
      return writtenAnswer(social, viewer, written)
    },
  })

const getPost = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: POST,
    name: 'getPost',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A post, for those who may see it at this moment',
    params: postParams,
    query: orgQuery,
    answers: { 200: postSchema },
    handle: async ({ params, query, actor }) => {
      const viewer = viewerOf({ actor, query }, noPost)
      return postAnswer(await social.post(viewer, params.post), viewer.org)
    },
  })

const changePost = (social: Social): Route =>
  defineRoute({
    method: 'PATCH',
    path: POST,
    name: 'changePost',
    auth: 'required',
    tag,
    summary: 'Changes what a post says, or for whom it is, at once; with If-Match only if it is as it was seen',
    params: postParams,
    body: postChangeSchema,
    fields: ['if-match'],
    answers: { 200: postSchema },
    handle: async ({ params, body, actor, headers, address }) => {
      const viewer = personOf(actor)
      const ifMatch = revisionsIn(headers.ifMatch)?.map(String) ?? null
      const written = await social.revise(actor, params.post, { ...body, ifMatch, address })
      return { ...postAnswer(await social.post(viewer, params.post), actor.org), ...toldBy(written) }
    },
  })

const deletePost = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: POST,
    name: 'deletePost',
    auth: 'required',
    tag,
    summary: 'Deletes a post, with its history; for its author and for moderators',
    params: postParams,
    answers: { 204: 'It is gone, everywhere.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      return toldBy(await social.delete(actor, params.post))
    },
  })

const getPostHistory = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: `${POST}/history`,
    name: 'getPostHistory',
    auth: 'required',
    tag,
    summary: 'What a post said before, the oldest first; for its author',
    params: postParams,
    answers: {
      200: z
        .object({ texts: z.array(z.object({ text: z.string(), at: z.iso.datetime() })) })
        .meta({ id: 'PostHistory', description: 'The last ten, each with the moment at which it was replaced.' }),
    },
    handle: async ({ params, actor }) => {
      personOf(actor)
      return { body: { texts: await historyOf(social.needs, actor, params.post) } }
    },
  })
