import * as z from 'zod'
import { Refusal } from '../api/refusal.ts'
import { defineRoute, type Route } from '../api/route.ts'
import type { OnChannel } from './explain-channels.ts'
import type { Explainer } from './explain.ts'
import { WORDS } from './explain-words.ts'
import { CHANNELS, REASONS } from './model.ts'

const WHYS = Object.keys(WORDS) as (keyof typeof WORDS)[]

const answerSchema = z
  .object({
    event: z.string(),
    user: z.string(),
    op: z.string().nullable().meta({ description: 'What happened; null where that is no longer known.' }),
    at: z.iso.datetime(),
    discussion: z.string().nullable().meta({ description: 'Null for what is about a post or a person.' }),
    slug: z.string().nullable(),
    post: z.string().nullable(),
    reason: z.enum(REASONS).nullable().meta({ description: 'Why they were to be told; null where they were not.' }),
    channels: z.array(
      z.object({
        channel: z.enum(CHANNELS),
        state: z.enum(['told', 'not-told', 'retracted', 'pending', 'waiting', 'failed']),
        why: z.enum(WHYS).nullable(),
        words: z.string().nullable().meta({ description: 'The same for people.' }),
        at: z.iso.datetime().nullable(),
        due: z.iso.datetime().nullable().meta({ description: 'When it is to go out, where it waits.' }),
      }),
    ),
  })
  .meta({ id: 'Explanation' })

const idField = z.string().min(1).max(1300)

const withWords = (one: OnChannel) => ({ ...one, words: one.why === null ? null : WORDS[one.why] })

export const explainRoutes = (explainer: Explainer): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/notifications/explain',
    name: 'explainNotification',
    auth: 'required',
    scope: 'moderation',
    tag: 'Notifications',
    summary: 'Why somebody was told of something, or was not, on every channel',
    query: z.object({
      event: idField.meta({ description: 'As the answer to the write has it, in `palaver-event`.' }),
      user: z
        .string()
        .regex(/^(guest\.)?[\w-]{22}$/, 'must be the id of a person')
        .optional()
        .meta({ description: 'Oneself where nobody is named; of others only moderators may ask.' }),
    }),
    answers: { 200: answerSchema },
    handle: async ({ query: { event, user }, actor }) => {
      if (user === undefined && actor.kind === 'server') throw unclear()
      const { channels, ...explanation } = await explainer.explain(actor, { event, user: user ?? actor.id })
      return { body: { ...explanation, channels: channels.map(withWords) } }
    },
  }),
]

function unclear(): Refusal {
  const message = 'is missing: a server says whom it asks about'
  return new Refusal('invalid', `query.user ${message}.`, [{ path: 'query.user', message }])
}
