import type { Truth } from '../model.ts'
import type { Plan } from '../tree/operate.ts'
import { type Beside, Draft } from './draft.ts'
import { requireFreeRef, slugIn, variantsIn, type VariantInput } from './naming.ts'

/** What somebody says of a topic; the rest has defaults. Other topics are named by their keys. */
export type NewTopic = Pick<Truth, 'name'> &
  Partial<Pick<Truth, 'slug' | 'description' | 'emoji' | 'colour' | 'visibility' | 'roles' | 'starts' | 'ref'>> &
  Beside & { parent?: string | null; locales?: Record<string, VariantInput> }

const BLANK = {
  description: null,
  emoji: null,
  colour: null,
  visibility: 'public',
  roles: [],
  starts: null,
  ref: null,
  retired: null,
} as const

/** One that is there by that key is not made again. */
export const creating =
  (key: string, topic: NewTopic, at: string): Plan =>
  (snapshot) => {
    if (snapshot.get(key) !== null) return null
    const draft = new Draft(snapshot)
    addTopic(draft, { key, topic, at })
    return draft.planned('created')
  }

/** Puts a new topic into a draft; how it is done for one and for thousands. */
export function addTopic(draft: Draft, { key, topic, at }: { key: string; topic: NewTopic; at: string }): void {
  const { parent = null, before, after, name, slug, locales = {}, ...said } = topic
  if (parent !== null) draft.require(parent)
  requireFreeRef(draft, key, said.ref)
  const found = slugIn(draft, { parent, key, name, slug })
  const variants = variantsIn(draft, { parent, key, slug: found, locales })
  const order = draft.orderAt(parent, { before, after }, key)
  draft.add(key, { ...BLANK, roles: [], ...said, parent, name, slug: found, order, locales: variants, created: at })
}
