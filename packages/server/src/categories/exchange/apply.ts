import { addTopic } from '../changes/create.ts'
import type { Beside, Draft } from '../changes/draft.ts'
import { followsName, type VariantInput } from '../changes/naming.ts'
import { retire } from '../changes/retire.ts'
import { reviseTopic, type TopicRevision } from '../changes/revise.ts'
import { isLive, slugsOf, type Truth } from '../model.ts'
import { freeSlug, slugOf } from '../slugs.ts'
import type { Change, Missing } from './difference.ts'

/** `isLeaving`: whether a topic is still to get another place or name: it makes room for one that is to have its own. */
export type Applying = { at: string; operation: string; isLeaving: (key: string) => boolean }

/** Does one change in a draft. Those of its parent, and of the one before it in the file, are done before. */
export function applyChange(draft: Draft, change: Change, { at, isLeaving }: Applying): void {
  const { key, wish, parent, kind } = change
  makeRoom(draft, change, isLeaving)
  if (kind === 'new') {
    addTopic(draft, {
      key,
      at,
      topic: { ...wish.said, ref: wish.ref, name: wish.name, parent, ...besideOf(draft, change) },
    })
    return
  }
  if (kind === 'back') bringBack(draft, key, parent)
  const isPlaced = kind === 'back' || change.moved !== null || change.isReordered
  reviseTopic(draft, key, { ...revisionOf(draft, change), ...(isPlaced && besideOf(draft, change)) })
}

export function applyDeletion(draft: Draft, { topic: { key }, heir }: Missing, { at, operation }: Applying): void {
  for (const child of draft.childrenOf(key)) reviseTopic(draft, child, { parent: heir })
  retire(draft, { key, at, operation }, heir)
}

/** Behind the one before it in the file, or else before all others. */
function besideOf(draft: Draft, { key, parent, after }: Change): Beside {
  if (after !== null) return { after }
  const before = draft.childrenOf(parent).find((one) => one !== key)
  return before === undefined ? {} : { before }
}

function bringBack(draft: Draft, key: string, parent: string | null): void {
  const { slug = '', locales = {} } = draft.find(key) ?? {}
  const isTaken = (one: string): boolean => draft.isTaken(parent, one, key)
  const heard = Object.entries(locales).map(([locale, variant]) => {
    const isLost = variant.slug !== null && isTaken(variant.slug)
    return [locale, isLost ? { ...variant, slug: null } : variant] as const
  })
  draft.change(key, {
    retired: null,
    parent,
    slug: freeSlug(slug, isTaken),
    locales: Object.fromEntries(heard),
  })
}

function revisionOf(draft: Draft, { key, wish, parent, moved }: Change): TopicRevision {
  const now = draft.require(key)
  const { locales, ...said } = wish.said
  // It may have made room for another before, or had a number for the sake of those that it leaves.
  const isNamedAnew = said.slug === undefined && (moved !== null || now.name !== wish.name) && followsName(now)
  const slug = isNamedAnew ? { slug: freeSlug(slugOf(wish.name), (one) => draft.isTaken(parent, one, key)) } : {}
  return { ...said, ...slug, name: wish.name, parent, ...(locales && { locales: insteadOf(now, locales) }) }
}

const insteadOf = (
  now: Truth,
  locales: Readonly<Record<string, VariantInput>>,
): Record<string, VariantInput | null> => ({
  ...Object.fromEntries(Object.keys(now.locales).map((locale) => [locale, null])),
  ...locales,
})

function makeRoom(draft: Draft, { key, wish, parent, kind, renamed, moved }: Change, isLeaving: Applying['isLeaving']) {
  const { slug, locales = {} } = wish.said
  const spoken = Object.values(locales).flatMap((variant) => variant.slug ?? [])
  for (const one of slug === undefined ? spoken : [slug, ...spoken])
    evict(draft, { parent, slug: one, key }, () => true)
  const isNamed = kind !== 'changed' || renamed !== null || moved !== null
  if (slug === undefined && isNamed) evict(draft, { parent, slug: slugOf(wish.name), key }, isLeaving)
}

type Place = { parent: string | null; slug: string; key: string }

/** Who has a slug that is wanted gets another for now, where it may be asked to. */
function evict(draft: Draft, { parent, slug, key }: Place, mayBe: (key: string) => boolean): void {
  if (!draft.isTaken(parent, slug, key)) return
  for (const holder of draft.childrenOf(parent)) {
    const truth = holder === key ? null : draft.find(holder)
    if (truth === null || !isLive(truth) || !slugsOf(truth).includes(slug) || !mayBe(holder)) continue
    const other = freeSlug(slug, (one) => one === slug || draft.isTaken(parent, one, holder))
    const instead = (one: string): string => (one === slug ? other : one)
    const locales = Object.entries(truth.locales).map(([locale, variant]) => {
      return [locale, { ...variant, slug: variant.slug === null ? null : instead(variant.slug) }] as const
    })
    draft.change(holder, { slug: instead(truth.slug), locales: Object.fromEntries(locales) })
  }
}
