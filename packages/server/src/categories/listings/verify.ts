import type { Store } from '@palaver/store'
import { partsOf } from '../ids.ts'
import type { Topics } from '../service.ts'
import type { Damage, TreeCheck } from '../verify/damage.ts'
import { TOPICS, topicsHandler } from './consumer.ts'
import { fileDiscussion } from './filing.ts'
import { survey, type Wrong } from './survey.ts'

type Needs = {
  store: Store
  topics: Pick<Topics, 'operator' | 'listings'>
  /** Takes a discussion out of a topic that is not there. */
  refile: (discussion: string, refiling: { from: string; to: null }) => Promise<void>
}

const MOST_ATTEMPTS = 5

/** The lists and numbers of a tree, looked at and mended with it. */
export const listingsCheck = (needs: Needs): TreeCheck => ({
  verify: (tree) => verifyListings(needs, tree),
  repair: (tree) => repairListings(needs, tree),
})

async function* verifyListings(needs: Needs, tree: string): AsyncGenerator<Damage> {
  const { wrong } = await surveyed(needs, tree)
  for (const { kind, document, says } of wrong) yield { kind: `listing-${kind}`, tree, document, says }
}

type Surveyed = Awaited<ReturnType<typeof survey>> & {
  /** Up to where the log was followed, and whether nothing has come since: then the numbers are those of that place. */
  position: number
  isQuiet: boolean
}

/** All that was told is followed first; while things go on happening, it is looked at again. */
async function surveyed({ store, topics }: Needs, tree: string): Promise<Surveyed> {
  const { listings } = topics
  for (let attempt = 1; ; attempt++) {
    const snapshot = await topics.operator.settle(tree)
    await followed(store, listings.needs)
    const partition = store.events.partitionOf(snapshot.tree.org)
    const position = await store.events.lastSeq(partition)
    const found = await survey(listings.needs, snapshot)
    await store.events.settle()
    const isQuiet = (await store.events.lastSeq(partition)) === position
    if (isQuiet || attempt === MOST_ATTEMPTS) return { ...found, position, isQuiet }
  }
}

/** What follows may tell something itself: twice is enough for a topic and its heir. */
async function followed(store: Store, needs: Topics['listings']['needs']): Promise<void> {
  const failures: unknown[] = []
  const consumer = store.consume(TOPICS, topicsHandler(needs), { onError: (error) => void failures.push(error) })
  try {
    for (let round = 0; round < 2; round++) {
      await store.events.settle()
      await consumer.drained()
    }
  } finally {
    await consumer.stop()
  }
}

/** Writes anew what is wrong, and nothing else. */
async function repairListings(needs: Needs, tree: string): Promise<void> {
  const found = await surveyed(needs, tree)
  const { rows, filed } = needs.topics.listings.needs
  const { wrong, position } = found
  for (const { document, about } of of(wrong, 'topic-missing')) {
    const from = found.expected.lists.get(about)?.card.topic ?? null
    if (from !== null) await needs.refile(document, { from, to: null })
  }
  for (const { document } of of(wrong, 'row-surplus', 'row-wrong')) await rows.remove({ _id: document })
  for (const { document } of of(wrong, 'filed')) await filed.remove({ _id: document })
  const anew = new Set(of(wrong, 'filed', 'row-missing', 'row-wrong').map(({ about }) => about))
  for (const discussion of anew)
    await fileDiscussion(needs.topics.listings.needs, { discussion, seq: position, isCount: false })
  if (found.isQuiet) await mendCounts(needs, { tree, found })
  needs.topics.listings.forget(tree)
}

const of = (wrong: readonly Wrong[], ...kinds: readonly Wrong['kind'][]): Wrong[] =>
  wrong.filter(({ kind }) => kinds.includes(kind))

/** The numbers as they were at that place in the log: what comes behind it is added as ever. */
async function mendCounts(
  { topics }: Needs,
  { tree, found: { wrong, expected, position } }: { tree: string; found: Surveyed },
): Promise<void> {
  const { counts } = topics.listings.needs
  for (const { document: _id } of of(wrong, 'count')) {
    const { key } = partsOf(_id) ?? { key: '' }
    const numbers = expected.counts.get(_id) ?? { discussions: 0, comments: 0 }
    const set = { ...numbers, counted: position, stamp: position }
    await counts.change(_id, (now, to) =>
      now === null ? to.insert({ _id, tree, key, ...set }) : to.change({ $set: set }),
    )
  }
}
