import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { DEFAULT_SETTINGS } from '../model.ts'
import type { Posted } from '../posting.ts'
import type { Comments } from '../service.ts'
import {
  heldAnswer,
  heldSchema,
  mentionSchema,
  permalinkAnswer,
  permalinkSchema,
  postedAnswer,
  postedSchema,
  revisionOf,
} from './answers.ts'
import {
  commentParams,
  discussionParams,
  honeypotField,
  refOf,
  refQuery,
  slugSchema,
  tagsField,
  titleField,
  topicField,
  urlField,
} from './inputs.ts'

const tag = 'Comments'
const COMMENTS = '/v1/discussions/{discussion}/comments'
const COMMENT = `${COMMENTS}/{slug}`
/** How long a text may be is a setting; this only keeps out what no setting allows. */
const textField = z.string().max(200_000)

export const commentRoutes = (comments: Comments): Route[] => [
  postComment(comments),
  getComment(comments),
  editComment(comments),
  deleteComment(comments),
  getHistory(comments),
  previewComment(comments),
]

const postComment = (comments: Comments): Route =>
  defineRoute({
    method: 'POST',
    path: COMMENTS,
    name: 'postComment',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Posts a comment, or a reply; the first one opens the discussion where the org allows that',
    params: discussionParams,
    query: refQuery,
    body: z.strictObject({
      text: textField,
      parent: slugSchema.nullable().exactOptional(),
      title: titleField.exactOptional(),
      url: urlField.exactOptional(),
      topic: topicField
        .nullable()
        .exactOptional()
        .meta({ description: 'For the first comment: where it opens the discussion.' }),
      tags: tagsField.exactOptional(),
      honeypot: honeypotField,
    }),
    fields: ['idempotency-key'],
    answers: { 201: postedSchema, 202: heldSchema },
    handle: async ({ params, query, body, actor, headers, address }) => {
      const ref = refOf(params, query, actor)
      const posted = await comments.post({ actor, ref, key: headers.idempotencyKey, address }, body)
      return answerOfPost(posted, body.text)
    },
  })

/** 201 where it is published, 202 where it waits. */
export function answerOfPost(posted: Posted, text: string): Answer {
  if (posted.held !== null) return heldAnswer(posted, text)
  const location = `/v1/discussions/${posted.discussion}/comments/${posted.comment.slug.replaceAll('/', '.')}`
  const answer = postedAnswer(posted)
  return { ...answer, status: 201, headers: { ...answer.headers, location } }
}

/** For nobody else: such bytes are not kept. */
const notKept = ({ keepFor: _, ...answer }: Answer): Answer => answer

const getComment = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: COMMENT,
    name: 'getComment',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A comment with its ancestors, the root first',
    params: commentParams,
    query: refQuery,
    answers: { 200: permalinkSchema },
    handle: async ({ params, query, actor }) => {
      const discussion = await comments.shown(actor, refOf(params, query, null))
      const { isSecret, ...permalink } = await comments.permalink(actor, discussion, params.slug)
      const veil = await comments.veiledIn({ viewer: actor, discussion }, permalink)
      const answer = permalinkAnswer(discussion, permalink, veil)
      return isSecret ? notKept(answer) : answer
    },
  })

const editComment = (comments: Comments): Route =>
  defineRoute({
    method: 'PATCH',
    path: COMMENT,
    name: 'editComment',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Gives a comment another text; with If-Match only if it is still the version that was seen',
    params: commentParams,
    query: refQuery,
    body: z.strictObject({ text: textField }),
    fields: ['if-match', 'idempotency-key'],
    answers: { 200: postedSchema, 202: heldSchema },
    handle: async ({ params, query, body, actor, headers, address }) => {
      const command = { actor, ref: refOf(params, query, actor), key: headers.idempotencyKey, address }
      const rev = revisionIn(headers.ifMatch)
      const edited = await comments.edit(command, { slug: params.slug, text: body.text, rev })
      return edited.held === null ? postedAnswer(edited) : heldAnswer(edited, body.text)
    },
  })

/** The revision that an ETag of a comment stands for. */
function revisionIn(tags: readonly string[] | null): number | null {
  if (tags === null || tags.includes('*')) return null
  const rev = revisionOf(tags[0] ?? '')
  if (tags.length === 1 && rev !== null) return rev
  const message = 'must be the one ETag that the comment was read with, such as "r3"'
  throw new Refusal('invalid', `header.if-match ${message}.`, [{ path: 'header.if-match', message }])
}

const deleteComment = (comments: Comments): Route =>
  defineRoute({
    method: 'DELETE',
    path: COMMENT,
    name: 'deleteComment',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Deletes a comment, as the policy of the discussion says; with If-Match only if it is as it was seen',
    params: commentParams,
    query: refQuery,
    fields: ['if-match', 'idempotency-key'],
    answers: { 204: 'It is deleted.' },
    handle: async ({ params, query, actor, headers }) => {
      const command = { actor, ref: refOf(params, query, actor), key: headers.idempotencyKey }
      const { event } = await comments.delete(command, params.slug, revisionIn(headers.ifMatch))
      return { headers: { 'palaver-event': event } }
    },
  })

const historySchema = z
  .object({ revisions: z.array(z.object({ text: z.string(), at: z.iso.datetime(), by: z.string() })) })
  .meta({ id: 'History', description: 'Earlier texts, the oldest first; `at` is when each was replaced, `by` whom.' })

const getHistory = (comments: Comments): Route =>
  defineRoute({
    method: 'GET',
    path: `${COMMENT}/history`,
    name: 'getHistory',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Earlier texts of a comment, for its author and for moderators',
    params: commentParams,
    query: refQuery,
    answers: { 200: historySchema },
    handle: async ({ params, query, actor }) => ({
      body: { revisions: await comments.history(actor, refOf(params, query, actor), params.slug) },
    }),
  })

const previewComment = (comments: Comments): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/preview',
    name: 'previewComment',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'What a text would look like, without posting it',
    cost: 'costly',
    body: z.strictObject({ text: textField }),
    answers: { 200: z.object({ html: z.string(), mentions: z.array(mentionSchema) }).meta({ id: 'Preview' }) },
    handle: async ({ body, actor }) => {
      const rules = await comments.needs.rulesOf(actor.org)
      const maxLength = rules?.settings.maxLength ?? DEFAULT_SETTINGS.maxLength
      const { html, mentions } = await comments.preview(actor, body.text, maxLength)
      return { body: { html, mentions } }
    },
  })
