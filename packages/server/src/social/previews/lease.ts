import { FRESH_MS, JITTER, KEPT_MS, LEASE_MS, MOST_ATTEMPTS, NONE_KEPT_MS, RETRY_MS } from './limits.ts'
import { NEVER, NOBODY, NOTHING_SAID, type KeptPreview, type Said } from './model.ts'
import { type Needs, timeOf } from './needs.ts'

/**
 * Takes one that is due, so that nobody else fetches it; null where another was faster. Should this process die it is
 * due again when the lease is over. A try counts as it begins: a page at which processes die is not tried for ever.
 */
export async function take(needs: Needs, { _id, due, attempts }: KeptPreview): Promise<KeptPreview | null> {
  const change = { $set: { holder: needs.newId(), due: timeOf(needs, LEASE_MS), attempts: attempts + 1 } }
  const { outcome, doc } = await needs.previews.update({ _id, due, attempts }, change, { returning: 'after' })
  return outcome === 'updated' ? doc : null
}

/** Notes what came of it. False where the lease was lost: then another notes what it finds. */
async function note({ previews }: Needs, { _id, holder }: KeptPreview, found: Partial<KeptPreview>): Promise<boolean> {
  const { outcome } = await previews.update({ _id, holder }, { $set: { ...found, holder: NOBODY } })
  return outcome === 'updated'
}

export const noteReady = (needs: Needs, taken: KeptPreview, said: Said): Promise<boolean> =>
  note(needs, taken, { ...said, state: 'ready', ...over(needs) })

export const noteNone = (needs: Needs, taken: KeptPreview): Promise<boolean> =>
  note(needs, taken, { ...NOTHING_SAID, state: 'none', ...over(needs, NONE_KEPT_MS) })

/** It may work another time; after the last it stays as it was, or there is none. */
export async function noteFailed(needs: Needs, taken: KeptPreview, pauseMs: number): Promise<boolean> {
  const wait = RETRY_MS[taken.attempts - 1]
  if (wait !== undefined)
    return note(needs, taken, { due: timeOf(needs, Math.max(wait * (1 + JITTER * needs.random()), pauseMs)) })
  return taken.state === 'ready' ? note(needs, taken, over(needs)) : noteNone(needs, taken)
}

/** As if it had never been taken. */
export const giveBack = (needs: Needs, taken: KeptPreview): Promise<boolean> =>
  note(needs, taken, { due: timeOf(needs), attempts: taken.attempts - 1 })

export const isSpent = ({ attempts }: KeptPreview): boolean => attempts > MOST_ATTEMPTS

const over = (needs: Needs, keptMs = KEPT_MS): Pick<KeptPreview, 'fetched' | 'due' | 'expires'> => ({
  fetched: timeOf(needs),
  due: NEVER,
  expires: timeOf(needs, keptMs),
})

/** Whether it is time to look again, should somebody ask. */
export const isStale = (needs: Needs, { fetched, due }: KeptPreview): boolean =>
  due === NEVER && fetched !== null && fetched <= timeOf(needs, -FRESH_MS)
