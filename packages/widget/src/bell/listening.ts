import { PalaverError } from '@palaver/client'
import { listenToMine, type PersonFrame } from '@palaver/client/live'
import { unread } from '@palaver/client/notifications'
import type { Desk } from './acts.ts'
import { withHeard } from './changes.ts'

/** Why nobody is heard any more. */
export type Ended = 'expired' | 'nobody' | 'left'

/**
 * Hears of what comes, as long as the page is looked at: to who has a stream open the service sends no push messages.
 * Answers when there is nobody to listen for.
 */
export async function listenFor(desk: Desk, signal: AbortSignal): Promise<Ended> {
  try {
    const counts = await unread(desk.palaver, { signal }).catch(unlessRefused)
    if (counts !== null) desk.set((state) => ({ ...state, unread: counts.unread }))
    return await hear(desk, signal)
  } catch (error) {
    if (!(error instanceof PalaverError)) throw error
    return signal.aborted ? 'left' : reasonOf(error.problem.code)
  }
}

/** No answer says nothing about who is here: the stream tries on. */
function unlessRefused(error: unknown): null {
  if (error instanceof PalaverError && error.problem.code === 'network') return null
  throw error
}

const reasonOf = (code: string): Ended => (code === 'token-expired' ? 'expired' : 'nobody')

async function hear(desk: Desk, signal: AbortSignal): Promise<Ended> {
  let lastEventId: string | undefined
  while (!signal.aborted) {
    await seen(true, signal)
    const hiding = new AbortController()
    void seen(false, signal).then(() => hiding.abort())
    const until = AbortSignal.any([signal, hiding.signal])
    let last: PersonFrame | undefined
    for await (const frame of listenToMine(desk.palaver, { signal: until, lastEventId })) {
      last = frame
      lastEventId = frame.id ?? lastEventId
      desk.set((state) => withHeard(state, frame))
    }
    if (!until.aborted) return last?.event === 'end' ? reasonOf(last.data.reason) : 'nobody'
  }
  return 'left'
}

/** Resolves when the page is looked at, or is not; or when nobody waits for that any more. */
function seen(wanted: boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if ((document.visibilityState === 'visible') !== wanted && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}
