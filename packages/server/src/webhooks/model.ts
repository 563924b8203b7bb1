import * as z from 'zod'
import { lineOfText } from '../api/fields.ts'

export const EVENT_TYPES = [
  'comment.created',
  'comment.edited',
  'comment.deleted',
  'comment.rejected',
  'comment.restored',
  'topic.created',
  'topic.changed',
  'topic.moved',
  'topic.merged',
  'topic.retired',
  'topic.restored',
  'topic.imported',
  'topic.repaired',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** `until` null: it holds until another takes its place. */
export type Secret = { secret: string; until: string | null }

/** `gone`: it said so itself. `failing`: it took nothing for days. `owner`: somebody switched it off. */
export const DISABLED_BY = ['owner', 'gone', 'failing'] as const
export type Disabled = { at: string; reason: (typeof DISABLED_BY)[number] }

/** Since when it has taken nothing, and how often that was tried. */
export type Failing = { since: string; times: number }

/** Where another service wants to be told. */
export type Endpoint = {
  _id: string
  org: string
  url: string
  description: string | null
  /** Null for every kind, also for those that are yet to come. */
  types: EventType[] | null
  created: string
  disabled: Disabled | null
  failing: Failing | null
  /** The newest first; all of them sign. */
  secrets: Secret[]
  /** When there is something to send; `NEVER` while nothing waits. */
  next: string
  /** Raised with each delivery that is planned: who looks for the next one notices those that came meanwhile. */
  planned: number
  /** Who sends there now, and until when nobody else does. */
  holder: string
  until: string
  /** It asked for a pause. */
  notBefore: string
}

export const NEVER = '9999-12-31T23:59:59.999Z'
export const NOBODY = { holder: '', until: '' } as const

/** One try. What came back is not kept: it might say again what was sent. */
export type Attempt = { at: string; status: number | null; ms: number; error: string | null }

export const STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const

/** What became of one event at one endpoint. It holds ids and times, and nothing of what was said or by whom. */
export type WebhookDelivery = {
  _id: string
  endpoint: string
  event: string
  org: string
  /** Its place in the log: what is sent is made of what stands there then. */
  seq: number
  type: EventType
  at: string
  /** `skipped`: the endpoint was disabled, or it happened before the database was restored. */
  state: (typeof STATES)[number]
  attempts: number
  /** Those since it was last asked for: they decide how long to wait. */
  tries: number
  runAt: string
  /** When somebody asked for it again, where they did. */
  asked?: string
  /** The last ten. */
  log: Attempt[]
  expires: string
}

const fields = {
  url: z.string().max(2000),
  description: lineOfText(200).nullable(),
  types: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .max(EVENT_TYPES.length)
    .overwrite((types) => EVENT_TYPES.filter((type) => types.includes(type)))
    .nullable()
    .meta({ description: 'Which events; null for all, also for kinds that are added later.' }),
}

export const newEndpointSchema = z.strictObject({
  url: fields.url,
  description: fields.description.optional(),
  types: fields.types.optional(),
})
export type NewEndpoint = z.output<typeof newEndpointSchema>

export const endpointChangeSchema = z
  .strictObject({
    ...fields,
    disabled: z.boolean().meta({ description: 'What waited goes on when it is false again.' }),
  })
  .partial()
export type EndpointChange = z.output<typeof endpointChangeSchema>

export const replaySchema = z.union([
  z.strictObject({ event: z.string().min(1).max(500).meta({ description: 'The id of one event of the log.' }) }),
  z.strictObject({
    since: z.iso.datetime(),
    only: z.enum(['failed', 'all']).optional().meta({
      description: '`failed`, the default: what was not delivered. `all`: everything again.',
    }),
    cursor: z.string().max(1000).optional(),
  }),
])
export type Replay = z.output<typeof replaySchema>

export type EndpointView = Pick<Endpoint, 'url' | 'description' | 'types' | 'created' | 'disabled' | 'failing'> & {
  id: string
  rotating: string | null
}

export function viewOfEndpoint(endpoint: Endpoint, now: string): EndpointView {
  const { _id: id, url, description, types, created, disabled, failing, secrets } = endpoint
  const rotating = secrets.find(({ until }) => until !== null && until > now)?.until ?? null
  return { id, url, description, types, created, disabled, failing, rotating }
}
