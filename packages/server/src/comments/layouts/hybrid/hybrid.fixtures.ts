import { createStore, type Engine } from '@palaver/store'
import type { Comment, Order } from '../../model.ts'
import { comment } from '../conformance/conversation.ts'
import type { Place } from '../layout.ts'
import { type Page, pages } from './collection.ts'
import { hybridLayout, type PageLimits } from './hybrid.ts'

export const TINY: PageLimits = { comments: 4, stubs: 4 }

export const placeIn = (order: Order): Place => ({ discussion: 'd', home: 'h', order, epoch: 1 })

/** Ten characters, as a part of a slug has; they sort as the numbers do. */
export const part = (number: number): string => `p${String(number).padStart(9, '0')}`

/** Roots, one a millisecond. */
export const roots = (count: number, from = 0): Comment[] =>
  Array.from({ length: count }, (_, at) => comment(part(from + at), { ms: from + at }))

/** A layout on an engine, and what it stores. */
export function layoutOn(engine: Engine, limits?: PageLimits) {
  const store = createStore(engine)
  const layout = hybridLayout(store, { random: Math.random, sleep: () => Promise.resolve() }, limits)
  const all = store.collection(pages)
  const storedPages = async (home: string): Promise<Page[]> => {
    const { docs } = await all.find({ where: { home }, sort: { from: 1 }, limit: 1_000 })
    return docs
  }
  return { store, layout, pages: all, storedPages }
}
