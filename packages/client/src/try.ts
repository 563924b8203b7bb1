import type { Palaver } from './connect.ts'
import { PalaverError } from './error.ts'
import type { Problem } from './generated/types.ts'
import type { Request } from './request.ts'
import { remember } from './seen.ts'

/** An answer, or why there is none. */
export type Outcome<T = unknown> = { value: T } | { error: PalaverError }

/** Asks once. */
export async function tryOnce(palaver: Palaver, { url, init }: Request, signal?: AbortSignal): Promise<Outcome> {
  const { fetch } = palaver
  const limits = [AbortSignal.timeout(palaver.timeoutMs), ...(signal ? [signal] : [])]
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any(limits) })
    remember(palaver, response.headers.get('palaver-event'))
    return response.ok ? { value: await valueOf(response) } : { error: await refusalOf(response, palaver) }
  } catch (cause) {
    return { error: new PalaverError({ code: 'network', detail: String(cause) }, { cause }) }
  }
}

export const isOf = (response: Response, type: RegExp): boolean => type.test(response.headers.get('content-type') ?? '')

/** A page in HTML is no answer of the service, but of something that stands before it. */
async function valueOf(response: Response): Promise<unknown> {
  if (isOf(response, /[/+]json/)) return response.json()
  if (isOf(response, /html/)) throw new Error('a page instead of an answer')
  return isOf(response, /./) ? response.blob() : undefined
}

export async function refusalOf(response: Response, { now }: Palaver): Promise<PalaverError> {
  const { status } = response
  const problem = isOf(response, /problem\+json/)
    ? { ...((await response.json()) as Problem), status }
    : ({ code: 'network', detail: `status ${status}`, status } as const)
  return new PalaverError(problem, { retryAfter: secondsIn(response.headers.get('retry-after') ?? '', now()) })
}

/** `Retry-After` is a number of seconds or a date; null where it is neither. */
function secondsIn(field: string, now: number): number | null {
  const seconds = /^\d+$/.test(field) ? Number(field) : (Date.parse(field) - now) / 1000
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0)
}
