import * as z from 'zod'
import { numberInQuery } from '../api/fields.ts'
import { defineRoute, type Route } from '../api/route.ts'
import { deadLetterSchema, decidedSchema, letterView, nextField, queueSchema } from './answers.ts'
import type { Queues } from './service.ts'

const TAG = { auth: 'required', scope: 'settings', tag: 'Queues' } as const
const queueName = z.string().min(1).max(64)
const ofQueue = z.object({ queue: queueName })
const ofLetter = z.object({ queue: queueName, event: z.string().min(1).max(300) })
const LETTERS = '/v1/queues/{queue}/dead-letters'

export const queueRoutes = (queues: Queues): Route[] => [...readingRoutes(queues), ...decidingRoutes(queues)]

const readingRoutes = (queues: Queues): Route[] => [
  defineRoute({
    ...TAG,
    method: 'GET',
    path: '/v1/queues',
    name: 'listQueues',
    summary: 'How far each queue is with the events of the org, for admins',
    answers: { 200: z.object({ queues: z.array(queueSchema) }).meta({ id: 'Queues' }) },
    handle: async ({ actor }) => ({ body: { queues: await queues.list(actor) } }),
  }),
  defineRoute({
    ...TAG,
    method: 'GET',
    path: LETTERS,
    name: 'listDeadLetters',
    summary: 'Events of the org that a queue could not handle, the newest first, for admins',
    params: ofQueue,
    query: z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(16_000).optional() }),
    answers: { 200: z.object({ letters: z.array(deadLetterSchema), next: nextField }).meta({ id: 'DeadLetters' }) },
    handle: async ({ actor, params, query: { limit = 50, cursor = null } }) => {
      const { letters, next } = await (await queues.letters(actor, params.queue)).list({ limit, cursor })
      const links = { next: next === null ? null : { cursor: next } }
      return { body: { letters: letters.map(letterView), next }, links }
    },
  }),
  defineRoute({
    ...TAG,
    method: 'GET',
    path: `${LETTERS}/{event}`,
    name: 'getDeadLetter',
    summary: 'One event that a queue could not handle, for admins',
    params: ofLetter,
    answers: { 200: deadLetterSchema },
    handle: async ({ actor, params: { queue, event } }) => ({
      body: letterView(await (await queues.letters(actor, queue)).get(event)),
    }),
  }),
]

const decidingRoutes = (queues: Queues): Route[] => [
  defineRoute({
    ...TAG,
    method: 'POST',
    path: `${LETTERS}/redrive`,
    name: 'redriveDeadLetters',
    summary: 'Has all dead letters of the org in a queue handled once more, up to 1,000 a request, for admins',
    cost: 'costly',
    params: ofQueue,
    answers: { 200: decidedSchema },
    handle: async ({ actor, params }) => ({ body: await (await queues.letters(actor, params.queue)).redriveAll() }),
  }),
  defineRoute({
    ...TAG,
    method: 'POST',
    path: `${LETTERS}/discard`,
    name: 'discardDeadLetters',
    summary: 'Removes all dead letters of the org in a queue, up to 1,000 a request, for admins',
    cost: 'costly',
    params: ofQueue,
    answers: { 200: decidedSchema },
    handle: async ({ actor, params }) => ({ body: await (await queues.letters(actor, params.queue)).discardAll() }),
  }),
  defineRoute({
    ...TAG,
    method: 'POST',
    path: `${LETTERS}/{event}/redrive`,
    name: 'redriveDeadLetter',
    summary: 'Has one dead letter handled once more, for admins',
    params: ofLetter,
    answers: { 204: 'It is on its way.' },
    handle: async ({ actor, params: { queue, event } }) => {
      await (await queues.letters(actor, queue)).redrive(event)
      return {}
    },
  }),
  defineRoute({
    ...TAG,
    method: 'POST',
    path: `${LETTERS}/{event}/discard`,
    name: 'discardDeadLetter',
    summary: 'Removes one dead letter, for admins',
    params: ofLetter,
    answers: { 204: 'It is gone.' },
    handle: async ({ actor, params: { queue, event } }) => {
      await (await queues.letters(actor, queue)).discard(event)
      return {}
    },
  }),
]
