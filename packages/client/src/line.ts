import type { Palaver } from './connect.ts'
import { PalaverError } from './error.ts'
import type { Request } from './request.ts'
import { isOf, type Outcome, refusalOf } from './try.ts'

type Body = ReadableStream<Uint8Array>

export type Line = {
  open: () => Promise<Outcome<Body>>
  /** What is waited for, as long as there is a line. */
  unlessOver: <T>(waited: Promise<T>) => Promise<T>
  /** There was a sign of life. */
  heard: () => void
  close: () => void
}

type Needs = { palaver: Palaver; request: Request; signal: AbortSignal | undefined; silenceMs: number }

/** One connection: it is over when it is closed, when the signal fires and after a silence. */
export function lineOf({ palaver, request: { url, init }, signal, silenceMs }: Needs): Line {
  const over = new AbortController()
  const end = (): void => over.abort()
  let timer = setTimeout(end, silenceMs)
  signal?.addEventListener('abort', end)
  return {
    async open() {
      const { fetch } = palaver
      try {
        const response = await fetch(url, { ...init, signal: over.signal })
        if (!response.ok) return { error: await refusalOf(response, palaver) }
        const isStream = response.body !== null && isOf(response, /event-stream/)
        return isStream ? { value: response.body } : { error: lost('something else instead of a stream') }
      } catch (cause) {
        return { error: lost(String(cause), cause) }
      }
    },
    unlessOver: (waited) => Promise.race([waited, endOf(over.signal)]),
    heard() {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
    },
    close() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      end()
    },
  }
}

const lost = (detail: string, cause?: unknown): PalaverError => new PalaverError({ code: 'network', detail }, { cause })

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(lost('nothing was heard'))))
