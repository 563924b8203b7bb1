import { mayRepeat, withToken } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Thread } from './discussion.ts'
import { PalaverError } from './error.ts'
import type { AnyFrame, DiscussionFrame, EndReason, NewsFrame, PersonFrame } from './frames.ts'
import { lineOf } from './line.ts'
import { type Input, requestOf } from './request.ts'
import { eventsIn } from './sse.ts'

export type { DiscussionFrame, EndReason, LiveComment, NewsFrame, NotificationRow, PersonFrame } from './frames.ts'

export type LiveOptions = {
  /** Ends the stream, which is no error. */
  signal?: AbortSignal | undefined
  /** The `id` of the last frame that the caller has: what came since is sent first. */
  lastEventId?: string | undefined
  /** The service says something every 12 seconds: after so long a silence the connection is lost. */
  silenceMs?: number | undefined
}

/** For who has found no discussion: it is waited for, and `reset` says that there is one already. */
type Waits = { waits?: boolean | undefined }

const SILENCE_MS = 30_000
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000
/** After these there is no use in coming again. */
const FINAL: readonly EndReason[] = ['unauthenticated', 'banned', 'erased', 'no-access']

/** What happens in a discussion, as it happens. */
export function listen(
  { palaver, path, query }: Thread,
  options: LiveOptions & Waits = {},
): AsyncGenerator<DiscussionFrame> {
  const input = { path, query: options.waits === true ? { ...query, unopened: 'wait' } : query }
  const source = { operation: 'GET /v1/discussions/{discussion}/stream', input }
  return follow(palaver, source, options) as AsyncGenerator<DiscussionFrame>
}

/** What the caller is told, and what becomes of it, as it happens. */
export function listenToMine(palaver: Palaver, options: LiveOptions = {}): AsyncGenerator<PersonFrame> {
  return follow(palaver, { operation: 'GET /v1/me/stream', input: {} }, options) as AsyncGenerator<PersonFrame>
}

/** What comes into the caller's news and what goes from it, as it happens. */
export function listenToNews(palaver: Palaver, options: LiveOptions = {}): AsyncGenerator<NewsFrame> {
  return follow(palaver, { operation: 'GET /v1/news/live', input: {} }, options) as AsyncGenerator<NewsFrame>
}

type Source = { operation: string; input: Input }
/** `failures`: connections in a row that told nothing. */
type Place = { last: string | undefined; retryMs: number; failures: number }

/** One connection after another, each from where the one before came to. */
async function* follow(palaver: Palaver, source: Source, options: LiveOptions): AsyncGenerator<AnyFrame> {
  const { signal, lastEventId: last } = options
  const isStopped = (): boolean => signal?.aborted === true
  const place: Place = { last, retryMs: FIRST_RETRY_MS, failures: 0 }
  while (!isStopped()) {
    let wait = 0
    try {
      for await (const frame of connection(palaver, { ...source, place }, options)) {
        yield frame
        if (frame.event === 'end' && isFinal(palaver, frame.data.reason)) return
      }
    } catch (error) {
      if (isStopped()) return
      if (!(error instanceof PalaverError) || !mayRepeat(source.operation, error)) throw error
      wait = error.retryAfter ?? 0
    }
    if (!isStopped()) await palaver.sleep(Math.max(wait * 1000, pauseMs(place)) * (1 + palaver.random() / 2), signal)
    place.failures += 1
  }
}

const pauseMs = ({ retryMs, failures }: Place): number => Math.min(retryMs * 2 ** failures, LONGEST_RETRY_MS)

/** A token that has expired is asked for anew, where somebody can be asked. */
function isFinal(palaver: Palaver, reason: EndReason): boolean {
  if (reason !== 'token-expired') return FINAL.includes(reason)
  palaver.asked = undefined
  return typeof palaver.token !== 'function'
}

type Connecting = Source & { place: Place }

/** Ends where the connection does; throws where it is refused. */
async function* connection(palaver: Palaver, connecting: Connecting, options: LiveOptions): AsyncGenerator<AnyFrame> {
  const { operation, input, place } = connecting
  const { signal, silenceMs = SILENCE_MS } = options
  const request = requestOf(palaver, operation, { ...input, headers: { 'last-event-id': place.last } })
  const line = lineOf({ palaver, request, signal, silenceMs })
  try {
    const opened = await line.unlessOver(withToken(palaver, request, line.open))
    if ('error' in opened) throw opened.error
    yield* framesIn(opened.value, place, line.heard)
  } finally {
    line.close()
  }
}

async function* framesIn(body: ReadableStream<Uint8Array>, place: Place, heard: () => void): AsyncGenerator<AnyFrame> {
  try {
    for await (const { event, data, id, retryMs } of eventsIn(body, heard)) {
      place.retryMs = retryMs ?? place.retryMs
      if (event !== '') {
        place.failures = 0
        yield { event, data: JSON.parse(data), id } as AnyFrame
      }
      // Only now the caller has it.
      place.last = id ?? place.last
    }
  } catch {
    // It broke off: the next connection goes on where this one came to.
  }
}
