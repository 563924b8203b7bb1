import * as z from 'zod'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Social } from '../service.ts'
import { postAnswer, postSchema } from './answers.ts'
import { personOf, type Viewing, writtenAnswer } from './asking.ts'
import { audienceField, postParams, TO_ALL } from './inputs.ts'

const tag = 'Posts'
const POST = '/v1/posts/{post}'

export const markRoutes = (social: Social): Route[] => [reactToPost(social), voteInPoll(social), repost(social)]

const reactToPost = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: `${POST}/reaction`,
    name: 'reactToPost',
    auth: 'required',
    tag,
    summary: 'Gives a post a reaction, another one, or takes it back with null',
    params: postParams,
    body: z.strictObject({ reaction: z.string().min(1).max(64).nullable() }),
    answers: { 200: postSchema },
    handle: async ({ params, body, actor }) => {
      const viewer = personOf(actor)
      await social.react(actor, params.post, body.reaction)
      return counted(social, viewer, params.post)
    },
  })

const voteInPoll = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: `${POST}/vote`,
    name: 'voteInPoll',
    auth: 'required',
    tag,
    summary: 'Votes in a poll, once, while it is open',
    params: postParams,
    body: z.strictObject({
      choices: z.array(z.int().min(0).max(9)).min(1).max(10).meta({ description: 'Numbers of choices, from 0 on.' }),
    }),
    answers: { 200: postSchema },
    handle: async ({ params, body, actor }) => {
      const viewer = personOf(actor)
      await social.vote(actor, params.post, body.choices)
      return counted(social, viewer, params.post)
    },
  })

const repost = (social: Social): Route =>
  defineRoute({
    method: 'POST',
    path: `${POST}/reposts`,
    name: 'repost',
    auth: 'required',
    tag,
    summary: 'Passes a post on, once: again is the same as once',
    params: postParams,
    body: z.strictObject({ audience: audienceField.exactOptional() }),
    answers: { 201: postSchema },
    handle: async ({ params, body, actor }) => {
      const viewer = personOf(actor)
      const written = await social.repost(actor, params.post, body.audience ?? TO_ALL)
      return writtenAnswer(social, viewer, written)
    },
  })

/** With the numbers as they are with what was just given. */
async function counted(social: Social, viewer: Viewing, post: string): Promise<Answer> {
  await social.needs.followed(viewer.org, post)
  return postAnswer(await social.post(viewer, post), viewer.org)
}
