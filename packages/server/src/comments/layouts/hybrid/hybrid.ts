import type { NewEvent, Store } from '@palaver/store'
import { keyOf } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { World } from '../../world.ts'
import type { Batches, Changed, DecideComment, Layout, Place, Query, Written } from '../layout.ts'
import { plainComment } from '../plain-comment.ts'
import { shownIn } from '../shown-in.ts'
import { storedComment } from '../stored-comment.ts'
import { pages, type Stub } from './collection.ts'
import { fillSeries } from './fill.ts'
import { type Both, commentIn, find, readersAt } from './find.ts'
import { getItems } from './get.ts'
import { jsonOf } from './raw-page.ts'
import type { AnySeries, Means } from './series.ts'
import { together } from './together.ts'
import { changeItem, insertItem, putItem } from './write.ts'

/** How many items a page takes before it splits. */
export type PageLimits = { comments: number; stubs: number }

const LIMITS: PageLimits = { comments: 24, stubs: 128 }

/** Pages of about 20 comments in the stored order, and pages of stubs that lead to them in the other. */
export function hybridLayout(
  store: Pick<Store, 'collection' | 'events'>,
  world: Pick<World, 'sleep' | 'random'>,
  limits: PageLimits = LIMITS,
): Layout {
  const settle = () => store.events.settle()
  const means = { pages: store.collection(pages), settle, world, together: together() }
  const at = (place: Place): Both => seriesAt({ ...means, limits }, place)
  const foundAt = (place: Place, query: Query) => {
    const both = at(place)
    return find(both, readersAt(place, both), query)
  }
  return {
    name: 'hybrid',
    guardsEpoch: false,
    insert: (place, comment, events) => insert(at(place), storedComment(comment), events),
    change: (place, slug, decide) => change(at(place), slug, decide),
    get: (place, slugs) => getComments(at(place), slugs),
    list: async (place, order, range) => (await foundAt(place, { order, range })).map(commentIn),
    children: async (place, parent, range) => (await foundAt(place, { parent, range })).map(commentIn),
    shown: async (place, query) => (await foundAt(place, query)).map((item) => shownIn(jsonOf(item))),
    mend: (place, slug) => mend(at(place), slug),
    fill: (place, comments) => fill(at(place), comments),
    put: (place, comment) => put(at(place), storedComment(comment)),
    drop: (place, slug) => drop(at(place), slug),
    clear: (place, limit) => clear(at(place), limit),
  }
}

async function getComments({ main }: Both, slugs: readonly string[]): Promise<(Comment | null)[]> {
  const found = await getItems(main, slugs)
  return found.map((comment) => (comment === null ? null : plainComment(comment)))
}

function seriesAt({ limits, ...means }: Means & { limits: PageLimits }, { home, order }: Place): Both {
  const other = order === 'threaded' ? 'chronological' : 'threaded'
  return {
    order,
    main: { ...means, home, keyOf: (item) => keyOf(order, item), limit: limits.comments },
    other: { ...means, home: `${home}o`, keyOf: (item) => keyOf(other, item), limit: limits.stubs },
  }
}

const stubOf = ({ slug, fullSlug, posted }: Comment): Stub => ({ fullSlug, slug, posted, writes: 0 })

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
  await fillSeries(main, storedIn(comments(order)))
  await fillSeries(other, stubsOf(comments(order === 'threaded' ? 'chronological' : 'threaded')))
  return 'done'
}

async function* storedIn(batches: Batches): AsyncGenerator<Comment[]> {
  for await (const batch of batches) yield batch.map(storedComment)
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
