import * as z from 'zod'
import { CHANNELS, REASONS } from '../model.ts'
import { type Choices, choicesSchema } from './model.ts'

const { shape } = choicesSchema
const REASON = z.enum(REASONS)
const reasonsPatch = z.partialRecord(REASON, z.boolean().nullable()).nullable().optional()

/** What changes; null goes back to the default, and what is not named stays. */
export const patchSchema = z.strictObject({
  timeZone: shape.timeZone.nullable().optional(),
  whereTakingPart: shape.whereTakingPart.nullable().optional(),
  elsewhere: shape.elsewhere.nullable().optional(),
  channels: z
    .partialRecord(
      z.enum(CHANNELS),
      z.strictObject({ on: z.boolean().nullable().optional(), reasons: reasonsPatch }).nullable(),
    )
    .nullable()
    .optional(),
  reasons: reasonsPatch,
  mutedTypes: shape.mutedTypes.nullable().optional(),
  mutedUntil: shape.mutedUntil.optional(),
  mail: shape.mail.nullable().optional(),
  digestAt: shape.digestAt.nullable().optional(),
  digestDay: shape.digestDay.nullable().optional(),
  quiet: shape.quiet.optional(),
  unsubscribed: z
    .strictObject({
      all: z.boolean().optional(),
      reasons: z.array(REASON).max(REASONS.length).optional(),
      discussions: z.array(z.string().min(1).max(64)).max(1000).optional(),
    })
    .nullable()
    .optional()
    .meta({ description: 'What links in mails have ended; null takes all of it back.' }),
})
export type Patch = z.output<typeof patchSchema>

type Members = Readonly<Record<string, unknown>>

/** Lists and times are taken as a whole. */
const WHOLE = new Set(['mutedTypes', 'quiet'])

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The choices with a patch laid over them. */
export function patched(choices: Partial<Choices>, { unsubscribed: _unsubscribed, ...patch }: Patch): Partial<Choices> {
  return choicesSchema.partial().parse(merged(choices, patch)) as Partial<Choices>
}

function merged(before: Members, patch: Members): Members {
  const all = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch)) {
    const known = all.get(name)
    if (value === null) all.delete(name)
    else if (value !== undefined)
      all.set(name, isObject(value) && !WHOLE.has(name) ? merged(isObject(known) ? known : {}, value) : value)
  }
  return Object.fromEntries(all)
}
