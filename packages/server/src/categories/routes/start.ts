import * as z from 'zod'
import { lineOfText } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import {
  answerOfPost,
  type Comments,
  heldSchema,
  honeypotField,
  postedSchema,
  tagsField,
} from '../../comments/service.ts'
import { keyFrom } from '../ids.ts'
import type { Topics } from '../service.ts'
import { addressOf } from './answers.ts'
import { topicParams } from './inputs.ts'
import { topicOrHeir } from './views.ts'

const LONGEST_TITLE = 300
/** As for comments: how long a text may be is a setting. */
const LONGEST_TEXT = 200_000
/** What is talked about where there is no page of the host's. */
const TALK = 'talk'

type Needs = { topics: Topics; comments: Comments }

/** A discussion that is about nothing but what its first comment says. */
export const startRoute = ({ topics, comments }: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/topics/{topic}/discussions',
    name: 'startDiscussion',
    auth: 'required',
    scope: 'comments',
    tag: 'Topics',
    summary: 'Starts a discussion in a topic: a title, and its first comment',
    params: topicParams,
    body: z.strictObject({
      title: lineOfText(LONGEST_TITLE).refine((title) => /[^\p{C}\p{Z}]/u.test(title), 'must have something to see'),
      text: z.string().max(LONGEST_TEXT),
      tags: tagsField.exactOptional(),
      honeypot: honeypotField,
    }),
    fields: ['idempotency-key'],
    answers: { 201: postedSchema, 202: heldSchema },
    handle: async ({ params, body, actor, headers, address }) => {
      const { snapshot, topic } = await topicOrHeir(topics, params.topic, { actor, query: {} })
      const key = headers.idempotencyKey
      const id = key === null ? comments.needs.world.newId() : keyFrom('talk', actor.org, actor.id, key)
      const url = addressOf(snapshot.tree.pages.discussion, { path: topic.path, id })
      const ref = { org: actor.org, resource: { type: TALK, id } }
      const draft = { ...body, topic: params.topic, url: await ownPage(comments, actor.org, url) }
      return answerOfPost(await comments.post({ actor, ref, key, address }, draft), body.text)
    },
  })

/** Where the tree names a page that is none of the org's any more, the discussion has none. */
async function ownPage({ needs }: Comments, org: string, url: string | null): Promise<string | null> {
  const origins = (await needs.rulesOf(org))?.origins ?? []
  if (url === null || !URL.canParse(url)) return null
  return origins.length === 0 || origins.includes(new URL(url).origin) ? url : null
}
