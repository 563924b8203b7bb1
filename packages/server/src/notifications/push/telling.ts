import { Duplicate } from '@palaver/store'
import type { Item, Skip, Telling } from '../model.ts'
import { tellingIdOf, tellingOf } from '../windows/telling.ts'
import type { PushNeeds } from './needs.ts'

type Fate = { state: 'sent' | 'failed' | 'sending' | 'waiting' | 'skipped'; skip?: Skip; reached?: string[] }

export const tellingOfPush = ({ tellings }: PushNeeds, item: Item): Promise<Telling | null> =>
  tellings.get(tellingIdOf(item, 'push'))

/** Over: whoever comes again passes it by. */
export const isSettled = ({ state }: Telling): boolean => state !== 'waiting' && state !== 'sending'

/** Notes what became of an item; what was settled before stays as it is. */
export async function note(needs: PushNeeds, item: Item, fate: Fate): Promise<void> {
  // Nothing is to be kept of who was erased.
  if (fate.skip === 'erased') return
  const { tellings } = needs
  const now = needs.now()
  const { state, skip, reached = [] } = fate
  const told = { state, skip: skip ?? null, reached, changed: new Date(now).toISOString() }
  try {
    await tellings.insert({ ...tellingOf(item, { channel: 'push', state, now }), ...told })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    const _id = tellingIdOf(item, 'push')
    await tellings.update({ _id, state: { $in: ['waiting', 'sending'] } }, { $set: told })
  }
}
