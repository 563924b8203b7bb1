import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { type Discussion, settingsSchema } from '../model.ts'
import type { Comments } from '../service.ts'
import { discussionSchema, discussionView } from './answers.ts'
import {
  discussionParams,
  refOf,
  refQuery,
  resourceSchema,
  tagsField,
  titleField,
  topicField,
  urlField,
} from './inputs.ts'

const tag = 'Discussions'

export const discussionRoutes = (comments: Comments): Route[] => [
  openDiscussion(comments),
  getDiscussion(comments),
  changeDiscussion(comments),
  renameDiscussion(comments),
]

const openDiscussion = (comments: Comments): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/discussions',
    name: 'openDiscussion',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Opens the discussion of a resource, with its settings',
    body: z.strictObject({
      resource: resourceSchema,
      title: titleField.exactOptional(),
      url: urlField.exactOptional(),
      topic: topicField.nullable().exactOptional(),
      tags: tagsField.exactOptional(),
      settings: z.strictObject(exactlyOptional).exactOptional(),
    }),
    answers: { 201: discussionSchema },
    handle: async ({ actor, body }) => {
      const discussion = await comments.open(actor, { org: actor.org, ...body })
      const headers = { location: `/v1/discussions/${discussion._id}` }
      return { ...(await shown(comments, discussion)), status: 201, headers }
    },
  })

const getDiscussion = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/discussions/{discussion}',
    name: 'getDiscussion',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A discussion: its resource, settings and count',
    params: discussionParams,
    query: refQuery,
    answers: { 200: discussionSchema },
    handle: async ({ params, query, actor }) =>
      shown(comments, await comments.shown(actor, refOf(params, query, null))),
  })

const { layout, order, maxDepth, deletion, state, closeAfterDays, editWindow, maxLength } = settingsSchema.shape

const exactlyOptional = {
  layout: layout.exactOptional(),
  order: order.exactOptional(),
  maxDepth: maxDepth.exactOptional(),
  deletion: deletion.exactOptional(),
  state: state.exactOptional(),
  closeAfterDays: closeAfterDays.exactOptional(),
  editWindow: editWindow.exactOptional(),
  maxLength: maxLength.exactOptional(),
}

const changeDiscussion = (comments: Comments): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/discussions/{discussion}',
    name: 'changeDiscussion',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Changes title, address, topic, tags or settings; a setting that is null goes back to that of the org',
    params: discussionParams,
    query: refQuery,
    body: z.strictObject({
      title: titleField.exactOptional(),
      url: urlField.exactOptional(),
      topic: topicField.nullable().exactOptional(),
      tags: tagsField.exactOptional(),
      settings: z
        .strictObject({
          maxDepth: maxDepth.nullable().exactOptional(),
          deletion: deletion.nullable().exactOptional(),
          state: state.nullable().exactOptional(),
          closeAfterDays: closeAfterDays.nullable().exactOptional(),
          editWindow: editWindow.nullable().exactOptional(),
          maxLength: maxLength.nullable().exactOptional(),
        })
        .exactOptional(),
    }),
    answers: { 200: discussionSchema },
    handle: async ({ params, query, body, actor }) =>
      shown(comments, await comments.configure({ actor, ref: refOf(params, query, actor) }, body)),
  })

const renameDiscussion = (comments: Comments): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/discussions/{discussion}/rename',
    name: 'renameDiscussion',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Gives the resource another name; the old one still leads here',
    params: discussionParams,
    query: refQuery,
    body: z.strictObject({ resource: resourceSchema }),
    answers: { 200: discussionSchema },
    handle: async ({ params, query, body, actor }) =>
      shown(comments, await comments.rename({ actor, ref: refOf(params, query, actor) }, body.resource)),
  })

async function shown({ needs }: Comments, discussion: Discussion): Promise<Answer> {
  const rules = await needs.rulesOf(discussion.org)
  if (rules === null) throw new Refusal('org-not-found', 'The org of this discussion is not there any more.')
  return { body: discussionView(discussion, rules, needs.world.now()), org: discussion.org }
}
