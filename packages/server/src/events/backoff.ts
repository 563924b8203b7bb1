import { Hopeless, TryLater } from './queue-model.ts'

/** How far a wait may be from what the table says, either way. */
const SPREAD = 0.25

type Failing = {
  /** How often it was tried since its table began. */
  tries: number
  retryMs: readonly number[]
  now: number
  random: () => number
}

/** When to try again what has failed; null where there is no use in that, or it was tried often enough. */
export function nextTry(error: unknown, { tries, retryMs, now, random }: Failing): number | null {
  const wait = retryMs[tries - 1]
  if (wait === undefined || error instanceof Hopeless) return null
  return now + Math.max(jittered(wait, random), error instanceof TryLater ? error.afterMs : 0)
}

/** What failed together does not come again together. */
const jittered = (ms: number, random: () => number): number => Math.round(ms * (1 - SPREAD + 2 * SPREAD * random()))
