import { outbound, OutboundFailed, OutboundRefused } from '../hooks/outbound.ts'
import { retryAfterMs } from '../hooks/retry-after.ts'
import { signatureOf } from '../hooks/signature.ts'
import type { Attempt, Endpoint } from './model.ts'
import { type Needs, timeOf } from './needs.ts'

type Message = { id: string; body: string; signal?: AbortSignal }

/** `gone`: it wants nothing any more. `pauseMs`: it asks to be left alone for so long. */
export type Sent = Attempt & { taken: boolean; gone: boolean; pauseMs: number }

const MOST_BYTES = 1000

/** Sends one message, signed by each secret that holds, and says what came of it. Only 2xx means taken. */
export async function send(needs: Needs, endpoint: Endpoint, { id, body, signal }: Message): Promise<Sent> {
  const { allowPrivate, timeoutMs, resolve } = needs
  const now = needs.now()
  const at = timeOf(needs)
  const secrets = endpoint.secrets.filter(({ until }) => until === null || until > at).map(({ secret }) => secret)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Palaver-Webhooks',
    ...signatureOf(secrets, { id, body, now }),
  }
  const nothing = { at, status: null, taken: false, gone: false, pauseMs: 0 }
  try {
    const { status, headers: said } = await outbound(endpoint.url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      allowPrivate,
      mostBytes: MOST_BYTES,
      ...(signal === undefined ? {} : { signal }),
      ...(resolve === undefined ? {} : { resolve }),
    })
    const taken = status >= 200 && status < 300
    const pauseMs = status === 429 || status === 503 ? retryAfterMs(said['retry-after'], now) : 0
    const error = taken ? null : `It answered with status ${status}.`
    return { at, status, ms: needs.now() - now, error, taken, gone: status === 410, pauseMs }
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed)
      return { ...nothing, ms: needs.now() - now, error: error.message }
    throw error
  }
}
