import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { slugSchema } from '../../comments/service.ts'
import { ACTS } from '../model.ts'
import type { Moderation } from '../service.ts'
import { actSchema, actView, bulkSchema, bulkView, whereSchema } from './answers.ts'
import { idField, reasonField } from './inputs.ts'

const tag = 'Moderation'

export const actRoutes = (moderation: Moderation): Route[] => [
  postAct(moderation),
  postBulk(moderation),
  getBulk(moderation),
]

const postAct = (moderation: Moderation): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/moderation/acts',
    name: 'moderate',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'Takes a comment down (reject, spam, delete), puts it up again (publish) or closes its case (keep)',
    body: z.strictObject({ act: z.enum(ACTS), discussion: idField, slug: slugSchema, reason: reasonField }),
    fields: ['idempotency-key'],
    answers: { 200: actSchema },
    handle: async ({ body, actor, headers }) => ({
      body: actView(await moderation.act(actor, { ...body, key: headers.idempotencyKey })),
    }),
  })

const isAnything = (where: object): boolean => Object.values(where).some((value) => value !== undefined)

const postBulk = (moderation: Moderation): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/moderation/bulk',
    name: 'moderateInBulk',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'The same act on all comments of a user, with a word, from an address or of a time; done step by step',
    body: z.strictObject({
      act: bulkSchema.shape.act,
      where: whereSchema.refine(isAnything, 'must say something: user, word, address, from or until'),
      reason: reasonField,
    }),
    fields: ['idempotency-key'],
    answers: { 202: bulkSchema },
    handle: async ({ body, actor, headers }) => {
      const { act, where, reason } = body
      const bulk = await moderation.beginBulk(actor, { act, where: asKept(where), reason, key: headers.idempotencyKey })
      return { status: 202, body: bulkView(bulk), headers: { location: `/v1/moderation/bulk/${bulk._id}` } }
    },
  })

/** Instants are compared as text, so they are written as they are kept; what was not said is left out. */
function asKept(where: z.output<typeof whereSchema>): Record<string, string> {
  const said = Object.entries(where).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const isTime = (name: string): boolean => name === 'from' || name === 'until'
  return Object.fromEntries(said.map(([name, value]) => [name, isTime(name) ? new Date(value).toISOString() : value]))
}

const getBulk = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/moderation/bulk/{bulk}',
    name: 'getBulk',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'How far a bulk act has come',
    params: z.object({ bulk: idField }),
    answers: { 200: bulkSchema },
    handle: async ({ params, actor }) => ({ body: bulkView(await moderation.bulk(actor, params.bulk)) }),
  })
