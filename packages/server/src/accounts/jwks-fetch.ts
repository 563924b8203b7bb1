import { createLocalJWKSet, type LocalJWKSet } from 'jose'
import * as z from 'zod'
import { textWithin } from '../hooks/text-within.ts'

const TIMEOUT_MS = 2000
const MOST_BYTES = 250_000
const MOST_KEYS = 50

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MOST_KEYS) })

/** The public keys that a host shows at this address. The operator set it, and it leads nowhere else. */
export async function fetchKeySet(url: string): Promise<LocalJWKSet> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/jwk-set+json, application/json' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`The key set was answered with status ${response.status}.`)
  }
  const text = await textWithin(response, MOST_BYTES)
  if (text === null) throw new Error(`The key set is longer than ${MOST_BYTES} bytes.`)
  return createLocalJWKSet(keySetSchema.parse(JSON.parse(text)))
}
