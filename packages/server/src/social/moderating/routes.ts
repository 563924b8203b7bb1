import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { REPORT_REASONS, reasonField } from '../../moderation/service.ts'
import { nextField, postSchema } from '../routes/answers.ts'
import { pageQuery, postParams } from '../routes/inputs.ts'
import type { Social } from '../service.ts'
import { QUEUE_KINDS } from './queue.ts'

const tag = 'Moderation'
const instant = z.iso.datetime()
const count = z.int().min(0)
const reason = z.enum(REPORT_REASONS)

const reportSchema = z.object({ person: z.string(), reason, text: z.string().nullable(), at: instant })
const itemSchema = z
  .object({
    kind: z.enum(QUEUE_KINDS),
    at: instant,
    post: postSchema,
    why: z.string().nullable().meta({ description: 'Why it is held, as its author is told.' }),
    count: count.meta({ description: 'How many people have reported it.' }),
    reports: z.array(reportSchema).meta({ description: 'The last of what they say.' }),
  })
  .meta({ id: 'QueuedPost' })
const queueSchema = z
  .object({
    items: z.array(itemSchema),
    next: nextField,
    counts: z.object({ held: count, reported: count, isMore: z.boolean() }),
  })
  .meta({ id: 'PostQueue' })

/** Several lines, but nothing that cannot be seen. */
const textField = z
  .string()
  .trim()
  .max(1_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed text')
  .nullable()
  .default(null)

/** What is wrong with posts, and what becomes of it. */
export const postModerationRoutes = (social: Social): Route[] => [
  getPostQueue(social),
  decideOnPost(social),
  reportPost(social),
]

const getPostQueue = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/moderation/posts',
    name: 'getPostQueue',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'Posts that wait for a moderator, or were reported; the oldest first',
    query: pageQuery.extend({
      kind: z.enum(QUEUE_KINDS).optional().meta({ description: 'Both where none is named.' }),
    }),
    answers: { 200: queueSchema },
    handle: async ({ query: { kind = null, limit = 20, cursor = null }, actor }) => {
      const body = await social.postQueue(actor, { kind, limit, cursor })
      return { body, links: { next: body.next === null ? null : { cursor: body.next } }, org: actor.org }
    },
  })

const decideOnPost = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/moderation/posts/{post}',
    name: 'decideOnPost',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'Publishes a held post, takes one down, puts one up again, or leaves a reported one as it is',
    params: postParams,
    body: z.strictObject({
      decision: z.enum(['publish', 'reject']),
      reason: reasonField,
      rev: count.exactOptional().meta({ description: 'That of the post as it was seen: refused where it is another.' }),
    }),
    answers: { 200: z.object({ status: z.enum(['published', 'rejected']), rev: count }).meta({ id: 'DecidedPost' }) },
    handle: async ({ params, body, actor }) => {
      const { status, rev } = await social.decide(actor, params.post, body)
      return { body: { status, rev } }
    },
  })

const reportPost = (social: Social): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/posts/{post}/reports',
    name: 'reportPost',
    auth: 'required',
    tag,
    summary: 'Tells moderators that something is wrong with a post, which they then see; a second one takes its place',
    params: postParams,
    body: z.strictObject({ reason, text: textField }),
    answers: { 204: 'It is reported.' },
    handle: async ({ params, body, actor }) => {
      await social.report(actor, params.post, body)
      return {}
    },
  })
