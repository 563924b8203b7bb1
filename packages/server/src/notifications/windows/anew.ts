import type { Collection } from '@palaver/store'
import type { Telling } from '../model.ts'
import { joinedReads } from '../joined-reads.ts'

type Needs = { tellings: Collection<Telling>; now: () => number }

/** What was given up begins anew where it is redriven, in another window; what was sent or skipped stays as it is. */
export async function begunAnew({ tellings, now }: Needs, telling: Telling): Promise<Telling> {
  const { _id, state, window } = telling
  if (state !== 'failed') return telling
  const anew = { state: 'waiting', window: null, isCounted: false, changed: new Date(now()).toISOString() } as const
  const { outcome } = await tellings.update({ _id, state, window }, { $set: anew })
  return outcome === 'updated' ? { ...telling, ...anew } : ((await tellings.get(_id)) ?? telling)
}

/** What became of some before, by their ids. */
export async function tellingsOf({ tellings }: Pick<Needs, 'tellings'>, ids: readonly string[]): Promise<Telling[]> {
  return joinedReads(tellings).all(ids)
}
