import { Refusal } from '../../api/refusal.ts'
import type { OperationKind, Truth } from '../model.ts'
import type { Plan } from '../tree/operate.ts'
import { type Beside, Draft } from './draft.ts'
import { followsName, requireFewLocales, requireFreeRef, slugIn, variantsIn, type VariantInput } from './naming.ts'

type Said = Pick<
  Truth,
  'name' | 'slug' | 'description' | 'emoji' | 'colour' | 'visibility' | 'roles' | 'starts' | 'ref'
>

/** What is to be different; what is not said stays. A move, a new name and a new place go together in one step. */
export type TopicRevision = Partial<Said> &
  Beside & { parent?: string | null; locales?: Record<string, VariantInput | null> }

/** `rev`: the one that was seen; null where it does not matter. */
export type Revising = { key: string; change: TopicRevision; revs: readonly number[] | null }

export const revising =
  ({ key, change, revs }: Revising): Plan =>
  (snapshot) => {
    const draft = new Draft(snapshot)
    const now = draft.require(key)
    if (revs !== null && !revs.includes(now.rev))
      throw new Refusal('changed-meanwhile', 'The topic has changed since it was read: read it again.')
    reviseTopic(draft, key, change)
    return draft.planned(kindOf(now, change))
  }

const kindOf = ({ parent }: Truth, change: TopicRevision): OperationKind =>
  change.parent !== undefined && change.parent !== parent ? 'moved' : 'changed'

/** Where it goes its slugs may be taken: there each gets the next that is free. */
export function reviseTopic(draft: Draft, key: string, change: TopicRevision): void {
  const now = draft.require(key)
  const { parent = now.parent, before, after, name = now.name, locales, ...said } = change
  if (parent !== null) draft.require(parent)
  requireFreeRef(draft, key, said.ref)
  const yields = parent !== now.parent
  const slug = slugAfter(draft, { key, parent, now, change })
  const spoken = withoutNulls({ ...now.locales, ...locales })
  if (locales !== undefined) requireFewLocales(spoken)
  const variants = variantsIn(draft, { parent, key, slug, locales: spoken, yields })
  const isPlaced = yields || before !== undefined || after !== undefined
  const order = isPlaced ? draft.orderAt(parent, { before, after }, key) : now.order
  draft.change(key, { ...said, parent, name, slug, order, locales: variants })
}

type Renaming = { key: string; parent: string | null; now: Truth; change: TopicRevision }

function slugAfter(draft: Draft, { key, parent, now, change }: Renaming): string {
  const { name = now.name, slug } = change
  if (slug !== undefined) return slugIn(draft, { parent, key, name, slug })
  if (name !== now.name && followsName(now)) return slugIn(draft, { parent, key, name })
  return parent === now.parent ? now.slug : slugIn(draft, { parent, key, name, slug: now.slug, yields: true })
}

const withoutNulls = (spoken: Record<string, VariantInput | null>): Record<string, VariantInput> =>
  Object.fromEntries(Object.entries(spoken).flatMap(([locale, one]) => (one === null ? [] : [[locale, one]])))
