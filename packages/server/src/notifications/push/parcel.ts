import { Agent } from 'node:https'
import { outbound, type OutboundAnswer, type OutboundRequest } from '../../hooks/outbound.ts'
import { type BrowserKeys, encrypt, fresh } from './encrypt.ts'

/** A message for one browser with all that it takes to send it: nothing but data, so that another thread can. */
export type Parcel = {
  endpoint: string
  keys: BrowserKeys
  payload: Uint8Array
  headers: Record<string, string>
  timeoutMs: number
  allowPrivate: boolean
  ca?: string
}

/** Sends a parcel; it fails as `outbound` does. */
export type Carry = (parcel: Parcel, signal: AbortSignal) => Promise<OutboundAnswer>

const MOST_BYTES = 2000
const MOST_CONNECTIONS = 32
const IDLE_MS = 30_000

/** There are few push services, and many messages for each. */
const connections = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS, timeout: IDLE_MS })

/** Encrypts a message and sends it, here; with `resolve` where names are to be found otherwise than usual. */
export async function carried(
  { endpoint, keys, payload, headers, ...asking }: Parcel,
  { signal, ...how }: Pick<OutboundRequest, 'resolve'> & { signal: AbortSignal },
): Promise<OutboundAnswer> {
  return outbound(endpoint, {
    ...asking,
    ...how,
    method: 'POST',
    headers,
    body: encrypt(Buffer.from(payload), keys, fresh()),
    signal,
    mostBytes: MOST_BYTES,
    agent: connections,
  })
}
