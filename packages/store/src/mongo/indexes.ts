import type { IndexDescription, IndexDescriptionInfo } from 'mongodb'
import type { CollectionSpec, IndexSpec } from '../collection.ts'
import type { OnProgress } from '../progress.ts'
import type { Link } from './link.ts'
import { EVENTS, SHARD_INDEX } from './names.ts'
import { isCode } from './translate.ts'

type Wanted = { collection: string; indexes: readonly Index[] }
type Index = Required<Pick<IndexDescription, 'key' | 'name' | 'unique' | 'sparse'>> & {
  key: Record<string, 1 | -1>
  name: string
}

/** The log's own indexes: the unique ones are what keeps it without gaps and repetitions. */
const LOG: Wanted = {
  collection: EVENTS,
  indexes: [
    index('seq', { partition: 1, seq: 1 }, { unique: true }),
    index('eventId', { partition: 1, eventId: 1 }, { unique: true }),
    index('subject', { partition: 1, subject: 1, seq: 1 }),
  ],
}

/** Sparse, so that they hold only the few documents of which something is still to be done. */
const HIDDEN: readonly Index[] = [
  index('_waiting', { '_waiting.partition': 1 }, { sparse: true }),
  index('_gone', { _gone: 1 }, { sparse: true }),
]

/** Makes the declared indexes, and drops those that are no longer declared. */
export async function prepareIndexes(
  link: Link,
  collections: readonly CollectionSpec[],
  onProgress: OnProgress,
): Promise<void> {
  const declared = collections.map(({ name, indexes }): Wanted => ({
    collection: name,
    indexes: [...declaredIndexes(indexes), ...HIDDEN],
  }))
  const there = await collectionsOf(link)
  for (const wanted of [LOG, ...declared])
    await (there.has(wanted.collection) ? prepare : make)(link, wanted, onProgress)
}

async function collectionsOf(link: Link): Promise<Set<string>> {
  const found = await link.read(() => link.db.listCollections({}, { nameOnly: true }).toArray())
  return new Set(found.map(({ name }) => name))
}

/** All at once where there is no collection yet: nothing is in it that would make them take long. */
async function make(link: Link, { collection, indexes }: Wanted, onProgress: OnProgress): Promise<void> {
  const tell = (done: number): void =>
    indexes.forEach(({ name }) => onProgress({ task: taskOf(collection, name), done, total: 1 }))
  tell(0)
  await link.write(collection, () => link.collection(collection).createIndexes(indexes.map(described)))
  tell(1)
}

const taskOf = (collection: string, index: string): string => `index "${index}" of ${collection}`

const described = ({ key, name, unique, sparse }: Index): IndexDescription => ({
  key,
  name,
  ...(unique && { unique }),
  ...(sparse && { sparse }),
})

function declaredIndexes(indexes: readonly IndexSpec[]): Index[] {
  return indexes
    .filter(({ name }) => name !== '_id')
    .map(({ name, fields, unique }) =>
      index(name, Object.fromEntries(fields.map(({ path, direction }) => [path, direction])), { unique }),
    )
}

function index(name: string, key: Index['key'], { unique = false, sparse = false } = {}): Index {
  return { name, key, unique, sparse }
}

async function prepare(link: Link, { collection, indexes }: Wanted, onProgress: OnProgress): Promise<void> {
  const there = (await listIndexes(link, collection)).filter(({ name }) => name !== '_id_' && name !== SHARD_INDEX)
  const isSame = (wanted: Index): boolean => there.some((known) => isSameIndex(known, wanted))
  const missing = indexes.filter((wanted) => !isSame(wanted))
  const replaced = there.filter(({ name }) => missing.some((wanted) => wanted.name === name))
  const dropped = there.filter(({ name }) => !indexes.some((wanted) => wanted.name === name))
  for (const known of replaced) await drop(link, collection, known)
  for (const wanted of missing) await build(link, { collection, index: wanted }, onProgress)
  for (const known of dropped) await drop(link, collection, known)
}

async function drop(link: Link, collection: string, { name = '' }: IndexDescriptionInfo): Promise<void> {
  try {
    await link.write(collection, () => link.collection(collection).dropIndex(name))
  } catch (error) {
    // Another process that starts at the same time was faster.
    if (!isCode(error, 27)) throw error
  }
}

async function build(
  link: Link,
  { collection, index }: { collection: string; index: Index },
  onProgress: OnProgress,
): Promise<void> {
  const task = taskOf(collection, index.name)
  onProgress({ task, done: 0, total: 1 })
  await link.write(collection, () => link.collection(collection).createIndexes([described(index)]))
  onProgress({ task, done: 1, total: 1 })
}

async function listIndexes(link: Link, collection: string): Promise<IndexDescriptionInfo[]> {
  try {
    return await link.read(() => link.collection(collection).indexes())
  } catch (error) {
    // There is no such collection yet.
    if (isCode(error, 26)) return []
    throw error
  }
}

function isSameIndex(known: IndexDescriptionInfo, wanted: Index): boolean {
  const facts = (index: { key: object; unique?: boolean; sparse?: boolean }): unknown[] => [
    Object.entries(index.key).map(([path, direction]) => [path, Number(direction)]),
    index.unique === true,
    index.sparse === true,
  ]
  return known.name === wanted.name && JSON.stringify(facts(known as Index)) === JSON.stringify(facts(wanted))
}
