/** It took longer than it may. */
class TimedOut extends Error {
  override get name(): string {
    return 'TimedOut'
  }
}

/** The process ends: what was under way is nobody's failure and comes again. */
export class Stopping extends Error {
  override get name(): string {
    return 'Stopping'
  }
}

type Limit = { ms: number; stopping: AbortSignal }

/** Waits for some work no longer than it may take; what goes on all the same is told by its signal. */
export async function within({ ms, stopping }: Limit, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (stopping.aborted) throw new Stopping()
  const over = new AbortController()
  const ended = Promise.withResolvers<never>()
  const end = (error: Error): void => {
    over.abort(error)
    ended.reject(error)
  }
  const stop = (): void => end(new Stopping())
  const timer = setTimeout(() => end(new TimedOut(`It took longer than ${ms / 1000} s.`)), ms)
  stopping.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([work(over.signal), ended.promise])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}
