import { type OutboundHead, OutboundFailed, OutboundRefused, outboundRead } from '../../hooks/outbound.ts'
import { retryAfterMs } from '../../hooks/retry-after.ts'
import { pageOf, whyNot } from './address.ts'
import { MOST_REDIRECTS, TIME_MS } from './limits.ts'
import type { Asking } from './needs.ts'

/** `nothing`: asking again does not help. `later`: it might, after a pause. `url`: where the redirects led. */
export type Fetched<T> = { kind: 'found'; value: T; url: string } | Unfetched
export type Unfetched = { kind: 'nothing' } | { kind: 'later'; pauseMs: number }

export type Wanted<T> = {
  accept: string
  /** Null where there is nothing in it for us. */
  read: (head: OutboundHead, body: AsyncIterable<Buffer>) => Promise<T | null>
  signal: AbortSignal
}

const NOTHING = { kind: 'nothing' } as const
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Not yet, too many, or its own fault. */
const isForLater = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status)

/** Asks an address, and those to which it leads, each checked as if somebody had written it. */
export async function fetchFrom<T>(asking: Asking, url: string, wanted: Wanted<T>): Promise<Fetched<T>> {
  const seen = new Set<string>()
  let at = url
  while (seen.size <= MOST_REDIRECTS) {
    if (whyNot(at, asking.allowPrivate) !== undefined || seen.has(at)) return NOTHING
    seen.add(at)
    const answer = await askOnce(asking, at, wanted)
    if (!('location' in answer)) return answer
    if (!URL.canParse(answer.location, at)) return NOTHING
    at = pageOf(answer.location, at)
  }
  return NOTHING
}

type Answered<T> = Fetched<T> | { location: string }

async function askOnce<T>(asking: Asking, url: string, wanted: Wanted<T>): Promise<Answered<T>> {
  const { allowPrivate, resolve, ask = outboundRead, timeMs = TIME_MS, now } = asking
  const request = {
    method: 'GET' as const,
    headers: headersOf(asking, wanted.accept),
    timeoutMs: timeMs,
    signal: wanted.signal,
    allowPrivate,
    ...(resolve === undefined ? {} : { resolve }),
  }
  try {
    return await ask<Answered<T>>(url, request, async (head, body) => {
      const { status, headers } = head
      if (REDIRECTS.has(status) && headers['location'] !== undefined) return { location: headers['location'] }
      if (isForLater(status)) return { kind: 'later', pauseMs: retryAfterMs(headers['retry-after'], now()) }
      const value = status === 200 ? await wanted.read(head, body) : null
      return value === null ? NOTHING : { kind: 'found', value, url }
    })
  } catch (error) {
    // A name that leads to a private network is no different from one that leads nowhere: nobody learns which it is.
    if (error instanceof OutboundFailed || error instanceof OutboundRefused) return { kind: 'later', pauseMs: 0 }
    throw error
  }
}

/** No cookies, and nothing of who asks for it. */
function headersOf({ about, languages = 'en, *;q=0.5' }: Asking, accept: string): Record<string, string> {
  return {
    accept,
    'accept-encoding': 'identity',
    'accept-language': languages,
    'user-agent': about ? `Palaver-Previews (+${about})` : 'Palaver-Previews',
  }
}
