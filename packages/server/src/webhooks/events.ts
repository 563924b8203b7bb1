import type { NewEvent } from '@palaver/store'
import type { Endpoint } from './model.ts'

type Told = { id: string; op: string; at: string; by?: string; reason?: string }

/** What happened to an endpoint itself: for whoever looks who changed what. Neither its address nor its secret. */
export function endpointEvent({ _id, org }: Pick<Endpoint, '_id' | 'org'>, told: Told): NewEvent {
  const { id, op, at, by, reason } = told
  const after = { webhook: _id, ...(reason === undefined ? {} : { reason }) }
  const event = { _id: id, org, subject: `${org}.webhooks`, type: 'webhook', op, at, after }
  return { ...event, ...(by === undefined ? {} : { actor: { id: by } }) }
}
