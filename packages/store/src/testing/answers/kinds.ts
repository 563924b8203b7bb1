import type { Collection } from '../../collection-api.ts'
import { type CollectionOf, defineCollection } from '../../collection.ts'
import type { Json } from '../../dialect/value.ts'
import type { Store } from '../../store.ts'
import {
  type ChangeLine,
  type FilterLine,
  idText,
  type ProjectionLine,
  type Recorded,
  type SortLine,
  type UpsertLine,
  type Verdict,
} from './case.ts'
import { judge } from './judge.ts'

type Loose = { _id: string } & Record<string, Json>

/** One kind of case: which collections it needs, and how a line of its file is asked. */
export type Kind<Line = never> = {
  file: string
  collections: (lines: readonly Line[]) => CollectionOf<Loose>[]
  ask: (store: Store, line: Line) => AsyncIterable<Verdict>
}

const plain = defineCollection<Loose>({ name: 'plain' })
const indexed = defineCollection<Loose>({
  name: 'indexed',
  indexes: ['a', 'b', 'c', 'a.b', 'a.c', 'b.a', 'c.a', 'a.b.c'].map((path) => ({
    name: path.replaceAll('.', 'x'),
    on: [path],
    arrays: [path],
  })),
})

/** Types know the documents of a collection; these are as random as the recordings. */
const open = (store: Store, spec: CollectionOf<Loose>): Loosely => store.collection(spec) as unknown as Loosely
type Loosely = {
  [Method in 'insert' | 'remove' | 'find' | 'update' | 'get']: (...args: unknown[]) => Promise<never>
} & Pick<Collection<Loose>, 'scan'>

const stored = (doc: Recorded): Loose => ({ ...doc, _id: idText(doc._id) })
const everything = { limit: 1_000, examineAtMost: 10_000 }

async function replace(collection: Loosely, docs: readonly Recorded[]): Promise<void> {
  const old: string[] = []
  for await (const { doc } of collection.scan()) old.push(doc._id)
  await Promise.all(old.map((_id) => collection.remove({ _id })))
  await Promise.all(docs.map((doc) => collection.insert(stored(doc))))
}

const idsOf = ({ docs }: { docs: readonly { _id: string }[] }): string[] => docs.map(({ _id }) => _id)

/** Each filter is asked twice: looking at every document, and along whatever index serves a part of it. */
const filters: Kind<FilterLine> = {
  file: 'filters.jsonl',
  collections: () => [indexed],
  async *ask(store, { docs, asked }) {
    const collection = open(store, indexed)
    await replace(collection, docs)
    for (const { where, ids } of asked) {
      const answer = ids.map(idText)
      const looked = await judge({ answer }, async () =>
        idsOf(await collection.find({ where, sort: { _id: 1 }, ...everything })),
      )
      const along = await judge({ answer }, async () =>
        idsOf(await collection.find({ where, ...everything })).toSorted(),
      )
      yield looked.result === 'same' ? along : looked
    }
  },
}

const sortName = (sort: Record<string, 1 | -1>): string =>
  `by${Object.entries(sort)
    .map(([path, direction]) => `${path.replaceAll('.', 'x').replace('_id', 'Id')}${direction === 1 ? 'Up' : 'Down'}`)
    .join('')}`

/** A sort is served by an index, so each has a collection of its own; documents that the index cannot hold are refused on the way in. */
const sortedBy = (sort: Record<string, 1 | -1>): CollectionOf<Loose> => {
  const paths = Object.keys(sort)
  const on = Object.entries(sort).map(([path, direction]) => (direction === 1 ? path : `-${path}`))
  return defineCollection<Loose>({
    name: sortName(sort),
    indexes: [{ name: 'sorted', on, arrays: paths.filter((path) => path !== '_id') }],
  })
}

const sorts: Kind<SortLine> = {
  file: 'sorts.jsonl',
  collections(lines) {
    const all = lines.flatMap(({ asked }) => asked.map(({ sort }) => sortedBy(sort)))
    return [...new Map(all.map((spec) => [spec.name, spec])).values()]
  },
  async *ask(store, { docs, asked }) {
    for (const { sort, skip, limit, ids, error } of asked) {
      const collection = open(store, sortedBy(sort))
      yield judge(error === undefined ? { answer: (ids ?? []).map(idText) } : { error }, async () => {
        await replace(collection, docs)
        return idsOf(await collection.find({ sort, skip, limit }))
      })
    }
  },
}

const projections: Kind<ProjectionLine> = {
  file: 'projections.jsonl',
  collections: () => [plain],
  async *ask(store, { before, projection, after }) {
    const collection = open(store, plain)
    await replace(collection, [before])
    yield judge({ answer: withIdText(after) }, async () => {
      const { docs } = (await collection.find({
        where: { _id: idText(before._id) },
        project: projection,
        limit: 1,
      })) as { docs: unknown[] }
      return docs[0]
    })
  },
}

const withIdText = (doc: Readonly<Record<string, Json>>): unknown =>
  '_id' in doc ? { ...doc, _id: idText(doc['_id'] as number) } : doc

const changed = (file: string): Kind<ChangeLine> => ({
  file,
  collections: () => [plain],
  async *ask(store, { before, change, arrayFilters, after, error }) {
    const collection = open(store, plain)
    await replace(collection, [before])
    const _id = idText(before._id)
    const verdict = await judge(
      after === undefined ? { error: error ?? 0 } : { answer: withIdText(after) },
      async () => {
        await collection.update({ _id }, change, arrayFilters === undefined ? {} : { arrayFilters })
        return collection.get(_id)
      },
    )
    // A change that fails leaves the document as it was.
    yield verdict.result === 'same' && after === undefined
      ? judge({ answer: stored(before) }, () => collection.get(_id))
      : verdict
  },
})

const upserts: Kind<UpsertLine> = {
  file: 'upserts.jsonl',
  collections: () => [plain],
  async *ask(store, { where, change, after, error }) {
    const collection = open(store, plain)
    await replace(collection, [])
    yield judge(after === undefined ? { error: error ?? 0 } : { answer: after }, async () => {
      await collection.update(where, change, { upsert: true })
      return collection.get(where._id)
    })
  },
}

export const KINDS = [
  filters,
  sorts,
  projections,
  changed('changes.jsonl'),
  changed('elements.jsonl'),
  upserts,
] as unknown as readonly Kind[]
