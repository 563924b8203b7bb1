import type { Checked } from '../audience/audience-of.ts'
import { type CheckNeeds, isBeforeRestore, readBy, unwanted } from '../audience/checking.ts'
import { toldBefore } from '../audience/told-before.ts'
import type { Channel, Item } from '../model.ts'
import { regardedSocial } from './regarding.ts'

/** Looks at everything again, for items of one event about a post or a person: what has changed since then counts. */
export async function checkedSocial(needs: CheckNeeds, items: readonly Item[], channel: Channel): Promise<Checked[]> {
  const [first] = items
  if (first === undefined) return []
  if (await isBeforeRestore(needs, first, channel)) return items.map(() => ({ skip: 'before-restore' }))
  const [looked, again, read] = await Promise.all([
    regardedSocial(needs, items, []),
    toldBefore(needs, items, channel),
    channel === 'centre' ? new Set<Item>() : readBy(needs, items),
  ])
  return looked.map(({ item, who, preferences, skip: inTheWay, told }): Checked => {
    const { person, reason } = item
    const skip =
      inTheWay ??
      (again.has(person) ? 'told-before' : null) ??
      (read.has(item) ? 'already-read' : null) ??
      unwanted(needs, { reason, preferences }, { channel, discussion: null })
    if (skip !== null) return { skip }
    return who === null
      ? { skip: 'unknown-person' }
      : { skip: null, person: who, discussion: null, comment: null, social: told }
  })
}
