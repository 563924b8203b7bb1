import { isLive, type Topic } from '../model.ts'
import { noTopic } from '../policy.ts'
import { freeSlug } from '../slugs.ts'
import type { Plan } from '../tree/operate.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { Draft } from './draft.ts'

/** `parent`: where it is to be; where nothing is said, where it was, or under the nearest above that is still there. */
export type Restoring = { key: string; parent?: string | null | undefined }

/** Brings a topic back, with those that were deleted together with it. What others took over stays with them. */
export const restoring =
  ({ key, parent }: Restoring): Plan =>
  (snapshot) => {
    const topic = snapshot.get(key)
    if (topic === null) throw noTopic()
    if (isLive(topic)) return null
    const draft = new Draft(snapshot)
    if (parent !== undefined && parent !== null) draft.require(parent)
    bringBack(draft, topic, parent === undefined ? livingAbove(snapshot, topic) : parent)
    for (const one of deletedWith(snapshot, topic)) bringBack(draft, one, one.parent)
    return draft.planned('restored')
  }

function bringBack(draft: Draft, { key, slug, locales }: Topic, parent: string | null): void {
  const free = (wanted: string): string => freeSlug(wanted, (one) => draft.isTaken(parent, one, key))
  const own = free(slug)
  const variants = Object.entries(locales).map(([locale, variant]) => {
    const taken = variant.slug !== null && draft.isTaken(parent, variant.slug, key)
    return [locale, taken ? { ...variant, slug: null } : variant] as const
  })
  const order = draft.orderAt(parent, {}, key)
  draft.change(key, { parent, slug: own, order, locales: Object.fromEntries(variants), retired: null })
}

const livingAbove = (snapshot: Snapshot, { key }: Topic): string | null =>
  snapshot.ancestorsOf(key).findLast(isLive)?.key ?? null

/** Those under it that went in the same step, each behind its parent. */
function deletedWith({ topics }: Snapshot, { key, retired }: Topic): Topic[] {
  const gone = [...topics.values()].filter((one) => one.retired?.operation === retired?.operation)
  const under = new Map<string, Topic[]>()
  for (const one of gone) under.set(one.parent ?? '', [...(under.get(one.parent ?? '') ?? []), one])
  const found: Topic[] = []
  const open = [key]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const below = (under.get(next) ?? []).sort((a, b) => (a.order < b.order ? -1 : 1))
    found.push(...below)
    open.push(...below.map((one) => one.key))
  }
  return found
}
