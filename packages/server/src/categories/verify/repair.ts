import { formerPlaces, topics as topicsSpec, trees } from '../collections.ts'
import { partsOf } from '../ids.ts'
import type { Damage, VerifyNeeds } from './damage.ts'
import { wrongFormers } from './formers.ts'
import { mending } from './mending.ts'
import { type Documents, readTree } from './read.ts'
import { isReadable, readable, unfitIn } from './shape.ts'
import { damagesIn, isVersion, verifyTree } from './verify.ts'

/** What was found and is right now, and what is still wrong. */
export type Repaired = { mended: Damage[]; left: Damage[] }

const MOST_ROUNDS = 3
const BY = { id: 'palaver', name: 'Palaver' }

/** Makes a tree right again, and all that follows from it. What is right is not touched, so it can be done twice. */
export async function repairTree(needs: VerifyNeeds, tree: string): Promise<Repaired> {
  const found = new Map<string, Damage>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const wrong = await repairOnce(needs, tree)
    for (const damage of wrong) found.set(`${damage.kind} ${damage.document}`, damage)
    if (wrong.length === 0) break
  }
  const left = await allOf(verifyTree(needs, tree))
  const still = new Set(left.map(({ kind, document }) => `${kind} ${document}`))
  return { mended: [...found].flatMap(([name, damage]) => (still.has(name) ? [] : [damage])), left }
}

/** The tree first: the rest follows from it. */
async function repairOnce(needs: VerifyNeeds, tree: string): Promise<Damage[]> {
  const stored = await readTree(needs.store, tree)
  const damages = damagesIn(stored)
  await makeReadable(needs, stored)
  if (damages.length > 0) await repairDocuments(needs, readable(stored), damages)
  for (const check of needs.checks ?? []) {
    const found = await allOf(check.verify(tree))
    if (found.length > 0) await check.repair(tree, found)
    damages.push(...found)
  }
  return damages
}

/** First of all: what cannot be read keeps everybody from changing the tree. */
async function makeReadable({ store }: VerifyNeeds, { tree, topics }: Documents): Promise<void> {
  if (!isReadable(tree)) await store.collection(trees).update({ _id: tree._id }, { $set: { pending: null } })
  for (const topic of topics) {
    const set = unfitIn(topic)
    if (Object.keys(set).length > 0) await store.collection(topicsSpec).update({ _id: topic._id }, { $set: set })
  }
}

async function repairDocuments(needs: VerifyNeeds, documents: Documents, damages: readonly Damage[]): Promise<void> {
  const { store, topics, newId, by = BY } = needs
  const { _id: tree, pending } = documents.tree
  // What is in memory was read before the damage, or with it.
  topics.snapshots.forget(tree)
  const versions = await lowerVersions(needs, documents)
  if (pending !== null) await topics.operator.settle(tree)
  for (const { former } of wrongFormers(documents)) await store.collection(formerPlaces).remove({ _id: former._id })
  topics.snapshots.forget(tree)
  const isOfTopics = damages.some(({ kind }) => kind !== 'unfinished' && kind !== 'former')
  if (isOfTopics) await topics.operator.run({ tree, id: newId(), by, plan: mending(versions) })
}

/** A version that the tree never had would keep every later write away: it gets that of the tree. Gives their keys. */
async function lowerVersions({ store }: VerifyNeeds, { tree, topics }: Documents): Promise<string[]> {
  const newest = tree.pending?.version ?? tree.version
  const wrong = topics.filter(({ version }) => !isVersion(version, newest))
  const version = Math.max(1, tree.version)
  for (const { _id } of wrong) await store.collection(topicsSpec).update({ _id }, { $set: { version } })
  return wrong.flatMap(({ _id }) => partsOf(_id)?.key ?? [])
}

async function allOf<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of found) all.push(one)
  return all
}
