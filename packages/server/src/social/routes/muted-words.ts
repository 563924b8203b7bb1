import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Social } from '../service.ts'
import { personOf } from './asking.ts'

const shared = { path: '/v1/me/muted-words', auth: 'required', tag: 'Me' } as const
const MOST_WORDS = 200

const wordsSchema = z
  .object({ words: z.array(z.object({ word: z.string(), until: z.iso.datetime().nullable() })) })
  .meta({ id: 'MutedWords' })

const newWordsSchema = z.strictObject({
  words: z
    .array(
      z.strictObject({
        word: z.string().trim().min(1).max(100),
        until: z.iso
          .datetime({ offset: true })
          .nullable()
          .default(null)
          .meta({ description: 'When it ends by itself.' }),
      }),
    )
    .max(MOST_WORDS),
})

export const mutedWordRoutes = (social: Social): Route[] => [
  defineRoute({
    ...shared,
    method: 'GET',
    name: 'getMutedWords',
    summary: 'Words and phrases that the caller does not want to read',
    answers: { 200: wordsSchema },
    handle: async ({ actor }) => {
      personOf(actor)
      return { body: { words: await social.mutedWords.get(actor) } }
    },
  }),
  defineRoute({
    ...shared,
    method: 'PUT',
    name: 'putMutedWords',
    summary: 'Says all of them anew; whole words and phrases, whatever their case and accents',
    body: newWordsSchema,
    answers: { 200: wordsSchema },
    handle: async ({ body, actor }) => {
      personOf(actor)
      return { body: { words: await social.mutedWords.set(actor, body.words) } }
    },
  }),
]
