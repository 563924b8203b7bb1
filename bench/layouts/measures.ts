import { type Comment, createdEvent, type Discussion, keyOf, type Order, writeCursor } from '@palaver/server'
import { type Ground, layoutOf, placeOf } from '../ground.ts'
import { timed } from '../measure.ts'

/** What an owner may want to know, in milliseconds; `bytes` a comment. */
export const MEASURES = {
  append: 'post a comment',
  first: 'first page of 50, stored order',
  middle: 'middle page of 50, stored order',
  last: 'last page of 50, stored order',
  other: 'middle page of 50, other order',
  permalink: 'permalink with ancestors',
  tree: 'tree of 20 roots x 3 replies',
  bytes: 'bytes on disk a comment',
} as const

export type MeasureName = keyof typeof MEASURES
export type Figures = Record<MeasureName, number>

type Subject = {
  ground: Ground
  discussion: Discussion
  /** A hundred that were posted in the middle of it. */
  middle: readonly Comment[]
  /** What is posted next. */
  next: readonly Comment[]
}

const READS = 40
const PAGE = 50

export async function measureReads(subject: Subject): Promise<Omit<Figures, 'append' | 'bytes'>> {
  const { ground, discussion, middle } = subject
  const { order } = discussion
  const other = order === 'threaded' ? 'chronological' : 'threaded'
  const { views } = ground.comments
  const fresh = (): Promise<Discussion> => ground.comments.discussion({ discussion: discussion._id })
  const page = async (by: Order, cursor: string | null): Promise<unknown> =>
    views[by](await fresh(), 'oldest', { limit: PAGE, cursor })
  const last = await layoutOf(ground, discussion).list(placeOf(discussion), order, { back: true, limit: 2 * PAGE })
  const [middles, lasts, others] = [cursorsOf(order, middle), cursorsOf(order, last), cursorsOf(other, middle)]
  const slugs = middle.toSorted((a, b) => b.depth - a.depth).map(({ slug }) => slug)
  return {
    first: await each(() => page(order, null)),
    middle: await each((at) => page(order, middles(at))),
    last: await each((at) => page(order, lasts(at))),
    other: await each((at) => page(other, others(at))),
    permalink: await each(async (at) => views.permalink(await fresh(), slugs[at % 20] ?? '')),
    tree: await each(async () => views.tree(await fresh(), 'oldest', { limit: 20, replies: 3, depth: 1 })),
  }
}

/** One after the other, each on the disk before the next. */
export async function measureAppend({ ground, discussion, next }: Subject): Promise<number> {
  const layout = layoutOf(ground, discussion)
  const times: number[] = []
  for (const comment of next) {
    const event = createdEvent(discussion, comment, `${discussion._id}.${comment.slug}`)
    times.push(await timed(async () => void (await layout.insert(placeOf(discussion), comment, [event]))))
  }
  return lowerQuartile(times)
}

/** Some reads, each at another place; the first ones warm up. */
async function each(read: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 2 * READS; at++) times.push(await timed(async () => void (await read(at))))
  return lowerQuartile(times.slice(READS))
}

/** What it takes when nothing else gets in the way, and no luck either. */
const lowerQuartile = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0

/** Places from which a page is full, also in a discussion that is little longer than that. */
function cursorsOf(order: Order, part: readonly Comment[]): (at: number) => string | null {
  const list = order === 'threaded' ? 't-oldest' : 'c-oldest'
  const keys = part.map((comment) => keyOf(order, comment)).toSorted()
  const cursors = keys
    .slice(0, Math.max(1, part.length - PAGE))
    .map((key) => writeCursor({ list, back: false, root: '', key, score: null }))
  return (at) => cursors[at % cursors.length] ?? null
}
