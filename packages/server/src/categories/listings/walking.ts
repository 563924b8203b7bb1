import type { Collection, LoggedEvent } from '@palaver/store'
import { topicId } from '../ids.ts'
import type { TopicChange } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { fileDiscussion, type FilingNeeds } from './filing.ts'
import type { Filed, TopicCount, Walk } from './model.ts'

export type WalkNeeds = FilingNeeds & {
  walks: Collection<Walk>
  counts: Collection<TopicCount>
  /** The tree with what was decided done. */
  settle: (tree: string) => Promise<Snapshot>
}

/** What an operation tells of itself. */
type Told = { version: number; topics: TopicChange[]; more: number }

const BATCH = 100

/**
 * Files anew all that an operation concerns: the discussions of the topics that it moved, hid, showed, retired or
 * brought back. It notes how far it has come, so whoever takes over goes on there.
 */
export async function followOperation(needs: WalkNeeds, event: LoggedEvent): Promise<void> {
  const { subject: tree, seq } = event
  const told = event.after as unknown as Told
  const snapshot = await needs.settle(tree)
  const concerned = concernedBy(snapshot, told)
  const walk = await begin(needs, { tree, seq, version: told.version, concerned })
  if (walk === null || walk.isDone) return
  for await (const some of filedIn(needs.filed, { tree, concerned, after: walk.after })) {
    await Promise.all(some.map(({ _id }) => fileDiscussion(needs, { discussion: _id, seq, isCount: false })))
    const last = some.at(-1)
    if (last !== undefined) await proceed(needs, { tree, seq }, { after: [last.topic, last._id], done: some.length })
  }
  await needs.walks.update({ _id: tree, seq }, { $set: { isDone: true, after: null } })
}

const CONCERNING = ['parent', 'retired', 'visibility', 'roles'] as const

/** Ids of the topics, in order, whose discussions may now belong elsewhere or be for others. */
export function concernedBy(snapshot: Snapshot, { version, topics, more }: Told): string[] {
  const changed = topics.filter(({ set }) => CONCERNING.some((name) => set[name] !== undefined)).map(({ key }) => key)
  // Of many not all are named; what it has written bears its version, or that of a later one.
  if (more > 0) for (const topic of snapshot.topics.values()) if (topic.version >= version) changed.push(topic.key)
  const concerned = withAllBelow(snapshot, changed)
  for (const key of concerned) for (const one of snapshot.mergedInto(key)) concerned.add(one)
  // Nothing was in what is new, and what comes there tells of itself.
  for (const { key, isNew } of topics) if (isNew) concerned.delete(key)
  return [...concerned].map((key) => topicId(snapshot.tree._id, key)).sort()
}

function withAllBelow(snapshot: Snapshot, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...keys]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...snapshot.allUnder(next).map(({ key }) => key))
  }
  return found
}

type Beginning = { tree: string; seq: number; version: number; concerned: readonly string[] }

/** The walk of this event, as far as it has come; null where a later one has begun. */
async function begin(needs: WalkNeeds, { tree, seq, version, concerned }: Beginning): Promise<Walk | null> {
  const total = await sizeOf(needs.counts, tree, concerned)
  const fresh = { seq, version, after: null, isDone: concerned.length === 0, done: 0, total }
  const { doc } = await needs.walks.change(tree, (now, to) => {
    if (now === null) return to.insert({ _id: tree, ...fresh })
    return now.seq >= seq ? null : to.change({ $set: fresh })
  })
  return doc === null || doc.seq > seq ? null : doc
}

/** So many are looked at one by one; for more, all of the tree are. */
const FEW = 50

/** About so many there are; what is in them was counted a moment ago. */
async function sizeOf(counts: Collection<TopicCount>, tree: string, concerned: readonly string[]): Promise<number> {
  if (concerned.length <= FEW) {
    const some = await Promise.all(concerned.map((topic) => counts.get(topic)))
    return some.reduce((sum, one) => sum + (one?.discussions ?? 0), 0)
  }
  const wanted = new Set(concerned)
  let total = 0
  for await (const one of all(counts, tree)) if (wanted.has(one._id)) total += one.discussions
  return total
}

const PAGE = 500

/** The numbers of a tree's topics that were written since a batch. */
export async function* all(counts: Collection<TopicCount>, tree: string, since = 0): AsyncGenerator<TopicCount> {
  for (let after: Parameters<typeof counts.find>[0]['after'] = null; ;) {
    const where = { tree, stamp: { $gte: since } }
    const page: Awaited<ReturnType<typeof counts.find>> = await counts.find({
      where,
      sort: { stamp: 1, _id: 1 },
      limit: PAGE,
      after,
    })
    yield* page.docs as TopicCount[]
    if (page.next === null) return
    after = page.next
  }
}

type Progress = { after: [string, string]; done: number }

async function proceed({ walks }: WalkNeeds, { tree, seq }: { tree: string; seq: number }, { after, done }: Progress) {
  await walks.update({ _id: tree, seq }, { $set: { after }, $inc: { done } })
}

type Range = { tree: string; concerned: readonly string[]; after: Walk['after'] }

/** The filed discussions of these topics, in order. Topics in which there are none cost nothing. */
async function* filedIn(filed: Collection<Filed>, { tree, concerned, after }: Range): AsyncGenerator<Filed[]> {
  const wanted = new Set(concerned)
  let behind = after
  for (;;) {
    const from = behind === null ? concerned[0] : concerned[lowerBound(concerned, behind[0])]
    if (from === undefined) return
    // Where the last one was of no such topic, what lies between is passed over.
    const start = behind !== null && behind[0] === from ? behind : null
    const { docs } = await filed.find({
      where: { tree, topic: { $gte: from } },
      sort: { topic: 1, _id: 1 },
      limit: BATCH,
      after: start,
      next: false,
    })
    const some = docs.filter(({ topic }) => wanted.has(topic))
    if (some.length > 0) yield some
    const last = docs.at(-1)
    if (last === undefined || docs.length < BATCH) return
    behind = [last.topic, last._id]
  }
}

function lowerBound(sorted: readonly string[], value: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < value) low = middle + 1
    else high = middle
  }
  return low
}
