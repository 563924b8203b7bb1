import * as z from 'zod'
import { tagOf } from '../../api/bytes.ts'
import { Refusal } from '../../api/refusal.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
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
    summary:
      'Changes title, address, topic, tags or settings, a setting that is null goes back to that of the org; with If-Match only if it is as it was seen',
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
    fields: ['if-match'],
    answers: { 200: discussionSchema },
    handle: async ({ params, query, body, actor, headers }) => {
      const command = { actor, ref: refOf(params, query, actor) }
      return shown(comments, await comments.configure(command, { ...body, revs: revisionsIn(headers.ifMatch) }))
    },
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

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown: counts. */
async function shown({ needs }: Comments, discussion: Discussion): Promise<Answer> {
  const rules = await needs.rulesOf(discussion.org)
  if (rules === null) throw new Refusal('org-not-found', 'The org of this discussion is not there any more.')
  const body = Buffer.from(JSON.stringify(discussionView(discussion, rules, needs.world.now())))
  return { body, etag: `r${discussion.rev}.${tagOf(body)}`, org: discussion.org }
}
