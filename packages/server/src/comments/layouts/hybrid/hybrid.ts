import type { NewEvent, Store } from '@palaver/store'
import { END, keyOf } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { World } from '../../world.ts'
import type { Batches, Changed, DecideComment, Layout, Place, Range, Written } from '../layout.ts'
import { childrenOf } from './children.ts'
import { pages, type Stub } from './collection.ts'
import { fillSeries } from './fill.ts'
import { getItems } from './get.ts'
import { type Entry, SeriesReader } from './reader.ts'
import type { AnySeries, Means, Series } from './series.ts'
import { together } from './together.ts'
import { walk } from './walk.ts'
import { changeItem, insertItem, putItem } from './write.ts'

/** How many items a page takes before it splits. */
export type PageLimits = { comments: number; stubs: number }

const LIMITS: PageLimits = { comments: 100, stubs: 400 }

/** Pages of about 100 comments in the stored order, and pages of stubs that lead to them in the other. */
export function hybridLayout(
  store: Pick<Store, 'collection' | 'events'>,
  world: Pick<World, 'sleep' | 'random'>,
  limits: PageLimits = LIMITS,
): Layout {
  const settle = () => store.events.settle()
  const means = { pages: store.collection(pages), settle, world, together: together() }
  const at = (place: Place): Both => seriesAt({ ...means, limits }, place)
  return {
    name: 'hybrid',
    guardsEpoch: false,
    insert: (place, comment, events) => insert(at(place), comment, events),
    change: (place, slug, decide) => change(at(place), slug, decide),
    get: (place, slugs) => getItems(at(place).main, slugs),
    list: (place, order, range) => list(at(place), order, range),
    children: (place, parent, range) =>
      collect(at(place), 'threaded', { range, entriesOf: (reader) => childrenOf(reader, parent, range) }),
    mend: (place, slug) => mend(at(place), slug),
    fill: (place, comments) => fill(at(place), comments),
    put: (place, comment) => put(at(place), comment),
    drop: (place, slug) => drop(at(place), slug),
    clear: (place, limit) => clear(at(place), limit),
  }
}

/** The comments, and the stubs that bring them into the other order. */
type Both = { order: Order; main: Series<Comment>; other: Series<Stub> }

function seriesAt({ limits, ...means }: Means & { limits: PageLimits }, { home, order }: Place): Both {
  const other = order === 'threaded' ? 'chronological' : 'threaded'
  return {
    order,
    main: { ...means, home, keyOf: (item) => keyOf(order, item), limit: limits.comments },
    other: { ...means, home: `${home}o`, keyOf: (item) => keyOf(other, item), limit: limits.stubs },
  }
}

const stubOf = ({ slug, fullSlug, posted }: Comment): Stub => ({ slug, fullSlug, posted, writes: 0 })

/** The comment first: a stub without one is passed over, a comment without one would be missed. */
async function insert({ main, other }: Both, comment: Comment, events: readonly NewEvent[]): Promise<Written> {
  await insertItem(main, comment, events)
  await insertItem(other, stubOf(comment), [])
  return 'done'
}

async function change({ main, other }: Both, slug: string, decide: DecideComment): Promise<Changed> {
  let removes = false
  const comment = await changeItem(main, slug, (found) => {
    const decision = decide(found)
    removes = decision !== null && 'remove' in decision
    return decision
  })
  if (removes && comment === null) await removeItem(other, slug)
  return { written: 'done', comment }
}

async function fill({ order, main, other }: Both, comments: (order: Order) => Batches): Promise<Written> {
  await fillSeries(main, comments(order))
  await fillSeries(other, stubsOf(comments(order === 'threaded' ? 'chronological' : 'threaded')))
  return 'done'
}

async function* stubsOf(batches: Batches): AsyncGenerator<Stub[]> {
  for await (const batch of batches) yield batch.map(stubOf)
}

async function put({ main, other }: Both, comment: Comment): Promise<Written> {
  await putItem(main, comment)
  await insertItem(other, stubOf(comment), [])
  return 'done'
}

async function drop({ main, other }: Both, slug: string): Promise<void> {
  await removeItem(main, slug)
  await removeItem(other, slug)
}

async function removeItem(series: AnySeries, slug: string): Promise<void> {
  await changeItem(series, slug, () => ({ remove: true, events: [] }))
}

/** A writer that died between its two writes has left a comment without a stub, or a stub without its comment. */
async function mend({ main, other }: Both, slug: string): Promise<void> {
  const [[comment], stubs] = await Promise.all([
    getItems(main, [slug]),
    other.pages.count({ where: { home: other.home, 'comments.slug': slug }, atMost: 1 }),
  ])
  if (!comment && stubs > 0) return removeItem(other, slug)
  if (!comment || stubs > 0) return
  await insertItem(other, stubOf(comment), [])
  // It may have been removed meanwhile, and its stub before this one came.
  const [still] = await getItems(main, [slug])
  if (!still) await removeItem(other, slug)
}

function list(both: Both, order: Order, range: Range): Promise<Comment[]> {
  const { from = '', until = END } = range
  return collect(both, order, { range, entriesOf: (reader) => walk(reader, { from, until }, range) })
}

type Collected = {
  range: Range
  entriesOf: <T extends Stub>(reader: SeriesReader<T>) => AsyncIterable<Entry<T>>
}

/** Takes comments from the series of an order; one page read serves all the stubs that lead to it. */
async function collect(
  { main, other, ...both }: Both,
  order: Order,
  { range, entriesOf }: Collected,
): Promise<Comment[]> {
  const reader = new SeriesReader(main)
  if (order === both.order) return take(entriesOf(reader), range.limit, ({ item }) => item)
  const commentOf = ({ item }: Entry<Stub>) => reader.at(main.keyOf(item))
  return take(entriesOf(new SeriesReader(other)), range.limit, commentOf)
}

/** What has no comment any more is passed over. */
async function take<T>(
  entries: AsyncIterable<Entry<T>>,
  limit: number,
  commentOf: (entry: Entry<T>) => Comment | null | Promise<Comment | null>,
): Promise<Comment[]> {
  const taken: Comment[] = []
  if (limit === 0) return taken
  for await (const entry of entries) {
    const comment = await commentOf(entry)
    if (comment !== null) taken.push(comment)
    if (taken.length === limit) break
  }
  return taken
}

/** From the first page on, so that a writer who comes too late always finds a page for its key, or none. */
async function clear({ main, other }: Both, limit: number): Promise<boolean> {
  let left = limit
  for (const { pages: all, home } of [main, other]) {
    if (left === 0) return true
    const { docs, next } = await all.find({ where: { home }, sort: { from: 1 }, limit: left, project: { from: 1 } })
    await Promise.all(docs.flatMap(({ _id }) => (_id === undefined ? [] : [all.remove({ _id })])))
    if (next !== null) return true
    left -= docs.length
  }
  return false
}
