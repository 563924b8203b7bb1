import { type Place, placesIn } from './model.ts'
import { type Speaker, tokenFrom } from './token.ts'

/** Whatever has not come by then is not missed. */
const PATIENCE_MS = 2000

/** Asks the service as the first of these who is anybody. Where it is in trouble, it has nothing to show. */
export async function called(
  some: readonly Speaker[],
  path: string,
  asked: Pick<RequestInit, 'method' | 'body'>,
): Promise<Place[] | 'unknown'> {
  try {
    const token = (await Promise.all(some.map(tokenFrom))).find(Boolean)
    const response = await fetch(`${some[0]?.base}/v1/${path}`, {
      ...asked,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status === 404) return 'unknown'
    return response.ok ? placesIn(await response.json()) : []
  } catch {
    return []
  }
}
