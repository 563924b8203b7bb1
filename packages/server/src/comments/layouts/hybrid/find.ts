import { END } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { Place, Query } from '../layout.ts'
import { plainComment } from '../plain-comment.ts'
import { childrenOf } from './children.ts'
import type { Stub } from './collection.ts'
import { jsonOf, type RawItem } from './raw-page.ts'
import type { Entry } from './entries.ts'
import { SeriesReader } from './reader.ts'
import type { Series } from './series.ts'
import { walk } from './walk.ts'

/** The comments, and the stubs that bring them into the other order. */
export type Both = { order: Order; main: Series<Comment>; other: Series<Stub> }

type Readers = { main: SeriesReader; other: SeriesReader }

/** Kept at the place itself: pages in a WeakMap would outlive it until the whole heap is collected. */
export function readersAt(place: Place, { main, other }: Both): Readers {
  const kept = place.kept ?? {}
  kept.readers ??= { main: new SeriesReader(main), other: new SeriesReader(other) } satisfies Readers
  return kept.readers as Readers
}

/** Finds the items of a query, one page read for all that are on it. */
export async function find(both: Both, { main, other }: Readers, query: Query): Promise<RawItem[]> {
  const { range } = query
  const isList = 'order' in query
  const isStored = (isList ? query.order : 'threaded') === both.order
  const reader = isStored ? main : other
  const { from = '', until = END } = range
  const entries = isList ? walk(reader, { from, until }, range) : childrenOf(reader, query.parent, range)
  const commentOf = ({ item }: Entry) => (isStored ? item : main.at(both.main.keyOf(item)))
  return take(entries, range.limit, commentOf)
}

/** What has no comment any more is passed over. */
async function take(
  entries: AsyncIterable<Entry>,
  limit: number,
  commentOf: (entry: Entry) => RawItem | null | Promise<RawItem | null>,
): Promise<RawItem[]> {
  const taken: RawItem[] = []
  if (limit === 0) return taken
  for await (const entry of entries) {
    const comment = await commentOf(entry)
    if (comment !== null) taken.push(comment)
    if (taken.length === limit) break
  }
  return taken
}

export const commentIn = (item: RawItem): Comment => plainComment(JSON.parse(jsonOf(item)) as Comment)
