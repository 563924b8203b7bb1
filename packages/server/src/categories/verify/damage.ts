import type { Store } from '@palaver/store'
import type { Author } from '../../comments/service.ts'
import type { Topics } from '../service.ts'

export const DAMAGES = [
  'unfit',
  'unreadable',
  'unfinished',
  'version',
  'parent-missing',
  'circle',
  'under-retired',
  'derived',
  'slug-taken',
  'slug-unfit',
  'order',
  'heir',
  'ref-taken',
  'former',
] as const

/** What is not as it must be: of which kind, in which document, in words. */
export type Damage = { kind: string; tree: string; document: string; says: string }

/** Something else that follows from a tree, such as its listings: looked at and mended with it. */
export type TreeCheck = {
  verify: (tree: string) => AsyncIterable<Damage>
  /** `found`: what its own `verify` has just said, never nothing. */
  repair: (tree: string, found: readonly Damage[]) => Promise<void>
}

export type VerifyNeeds = {
  store: Store
  topics: Pick<Topics, 'operator' | 'snapshots'>
  newId: () => string
  /** In whose name a repair is told. */
  by?: Author
  checks?: readonly TreeCheck[]
}
