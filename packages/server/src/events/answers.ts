import * as z from 'zod'
import type { DeadLetter } from './dead-letters.ts'

const count = z.int().min(0)
const instant = z.iso.datetime()

export const nextField = z
  .string()
  .nullable()
  .meta({ description: 'For the query parameter `cursor`; null at the end.' })

export const queueSchema = z
  .object({
    name: z.string(),
    state: z.enum(['running', 'paused']),
    by: z.string().nullable().meta({ description: 'Who paused or resumed it last.' }),
    since: instant,
    lag: count.meta({ description: "Events that it has yet to handle, in the org's part of the log." }),
    oldestSeconds: z.number().nullable().meta({ description: 'For how long the oldest of them has waited.' }),
    rate: z.number().nullable().meta({ description: 'Events a second since the last look; null at first.' }),
    waiting: count.meta({ description: 'Events that failed and wait to be tried again.' }),
    dead: count.meta({ description: 'Dead letters; no more than 10000 are counted.' }),
    failures: count.nullable().meta({ description: 'Failures since the node started, for its operator.' }),
  })
  .meta({ id: 'EventQueue' })

export const deadLetterSchema = z
  .object({
    event: z.object({
      id: z.string(),
      type: z.string(),
      op: z.string(),
      subject: z.string().meta({ description: 'The discussion, post or person that it belongs to.' }),
      at: instant,
    }),
    attempts: count,
    error: z.string(),
    first: instant.meta({ description: 'When it failed for the first time.' }),
    last: instant,
  })
  .meta({ id: 'DeadLetter', description: 'An event that a queue could not handle, without what was said in it.' })

export const letterView = ({ event, ...rest }: DeadLetter): z.output<typeof deadLetterSchema> => {
  const { _id: id, type, op, subject, at } = event
  return { event: { id, type, op, subject, at }, ...rest }
}

export const decidedSchema = z
  .object({ count, more: z.boolean().meta({ description: 'There are more: ask again.' }) })
  .meta({ id: 'DecidedDeadLetters' })
