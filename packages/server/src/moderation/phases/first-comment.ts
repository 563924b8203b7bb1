import * as z from 'zod'
import { definePhase } from './phase.ts'

/** Who is new here waits for a moderator. */
export const firstComment = definePhase({
  name: 'first-comment',
  settings: { comments: z.int().min(1).max(100).meta({ description: 'So many published ones make an author known.' }) },
  look: async ({ actor }, { comments }, { publishedBy }) =>
    (await publishedBy(actor.org, actor.id)) >= comments
      ? null
      : { is: 'hold', reason: 'The first comments of an author are looked at by a moderator.' },
})
