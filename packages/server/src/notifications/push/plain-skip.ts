import type { Item, Skip } from '../model.ts'
import { joinedReads } from '../joined-reads.ts'
import { devicesOf, type PushNeeds, TTL_MS } from './needs.ts'

const RECENTLY_MS = 60 * 1000

/** Why somebody is not rung up, whatever it is about: found out before anything that takes longer. */
export async function plainSkip(
  needs: PushNeeds,
  whose: Pick<Item, 'org' | 'person'>,
  since: string,
): Promise<Skip | null> {
  if (needs.now() - Date.parse(since) > TTL_MS) return 'too-old'
  if ((await devicesOf(needs, whose)).length === 0) return 'no-subscription'
  return (await isInThePage(needs, whose.person)) ? 'seen-recently' : null
}

/** Who has the page open sees it there. */
async function isInThePage({ inboxes, now }: PushNeeds, person: string): Promise<boolean> {
  const active = (await joinedReads(inboxes).get(person))?.active ?? null
  return active !== null && now() - Date.parse(active) < RECENTLY_MS
}
