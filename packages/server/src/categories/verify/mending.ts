import { keysFor } from '../changes/order.ts'
import { Draft } from '../changes/draft.ts'
import { reviseTopic } from '../changes/revise.ts'
import { isLive, type Topic } from '../model.ts'
import { freeSlug, isSlug, slugOf } from '../slugs.ts'
import type { Plan } from '../tree/operate.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { type Wrong, wrongTopics } from './topics.ts'

type Mend = (draft: Draft, topic: Topic) => void

const MENDS: Readonly<Record<string, Mend>> = {
  heir: (draft, { key, retired }) => {
    if (retired !== null) draft.change(key, { retired: { ...retired, heir: null } })
  },
  'parent-missing': (draft, topic) => put(draft, topic, null),
  circle: (draft, topic) => {
    if (liesUnderItself(draft, topic.key)) put(draft, topic, null)
  },
  'under-retired': (draft, topic) => put(draft, topic, homeOf(draft.snapshot, topic)),
  'slug-unfit': (draft, topic) => giveSlug(draft, topic, slugOf(topic.name)),
  'slug-taken': (draft, topic) => giveSlug(draft, topic, topic.slug),
  'ref-taken': (draft, { key }) => draft.change(key, { ref: null }),
  order: (draft, { key }) => {
    const parent = draft.find(key)?.parent ?? null
    const beside = [...draft.childrenOf(parent)]
    const fresh = keysFor(beside.length)
    beside.forEach((one, at) => draft.change(one, { order: fresh[at] ?? '' }))
  },
  derived: () => {},
}

/** One operation that makes a tree of what is there; all that was wrong is written anew. `also`: keys of others. */
export const mending =
  (also: readonly string[]): Plan =>
  (snapshot) => {
    const draft = new Draft(snapshot)
    const wrong = wrongTopics(snapshot)
    for (const { kind, topic } of onceBeside(wrong)) MENDS[kind]?.(draft, topic)
    const keys = new Set([...wrong.map(({ topic }) => topic.key), ...also])
    for (const key of keys) if (snapshot.get(key) !== null) draft.touch(key)
    return draft.planned('repaired')
  }

/** Orders are made anew for all beside each other: once is enough. */
function onceBeside(wrong: readonly Wrong[]): Wrong[] {
  const done = new Set<string>()
  return wrong.filter(({ kind, topic: { parent } }) => {
    if (kind !== 'order') return true
    const isFirst = !done.has(parent ?? '')
    done.add(parent ?? '')
    return isFirst
  })
}

/** What is retired only has to be under something that is there. */
function put(draft: Draft, topic: Topic, parent: string | null): void {
  if (isLive(topic)) reviseTopic(draft, topic.key, { parent })
  else draft.change(topic.key, { parent })
}

function giveSlug(draft: Draft, { key }: Topic, wanted: string): void {
  const now = draft.require(key)
  const isTaken = (slug: string): boolean => draft.isTaken(now.parent, slug, key)
  const variants = Object.entries(now.locales).map(([locale, variant]) => {
    const isFit = variant.slug === null || (isSlug(variant.slug) && !isTaken(variant.slug))
    return [locale, isFit ? variant : { ...variant, slug: null }] as const
  })
  draft.change(key, { slug: freeSlug(wanted, isTaken), locales: Object.fromEntries(variants) })
}

/** Where those go whose parent was retired: to its heir, or the nearest above that is there; never under themselves. */
function homeOf(snapshot: Snapshot, { key, parent }: Topic): string | null {
  const heir = parent === null ? null : snapshot.heirOf(parent)
  const above = snapshot.ancestorsOf(key).filter(isLive).reverse()
  const isFit = (one: Topic): boolean =>
    one.key !== key && snapshot.ancestorsOf(one.key).every((over) => over.key !== key && isLive(over))
  return [heir, ...above].find((one) => one !== null && isFit(one))?.key ?? null
}

function liesUnderItself(draft: Draft, key: string): boolean {
  const seen = new Set<string>()
  for (let next = draft.find(key)?.parent ?? null; next !== null && !seen.has(next);) {
    if (next === key) return true
    seen.add(next)
    next = draft.find(next)?.parent ?? null
  }
  return false
}
