import type { Collection, Page, Position, Store } from '@palaver/store'
import { formerPlaces, topics, trees } from '../collections.ts'
import type { Former, Topic, Tree } from '../model.ts'
import { noTree, treeIsBusy } from '../policy.ts'

/** All documents of a tree as they are stored, at one moment. */
export type Documents = { tree: Tree; topics: Topic[]; formers: Former[] }

const PAGE = 1_000
const MOST_ATTEMPTS = 20

/** Where the tree was changed meanwhile, it is read again. */
export async function readTree(store: Store, id: string): Promise<Documents> {
  const all = store.collection(trees)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const tree = await all.get(id)
    if (tree === null) throw noTree()
    const found = {
      tree,
      topics: await allOf(store.collection(topics), { tree: id }),
      formers: await allOf(store.collection(formerPlaces), { tree: id }),
    }
    const again = await all.get(id)
    if (again?.version === tree.version && again.pending?.id === tree.pending?.id) return found
  }
  throw treeIsBusy()
}

async function allOf<T extends Topic | Former>(from: Collection<T>, where: { tree: string }): Promise<T[]> {
  const docs = new Map<string, T>()
  for (let after: Position | null = null; ;) {
    const page: Page<T> = await pageOf(from, where, after)
    for (const doc of page.docs) docs.set(doc._id, doc)
    if (page.next === null) return [...docs.values()]
    after = page.next
  }
}

function pageOf<T extends Topic | Former>(
  from: Collection<T>,
  where: { tree: string },
  after: Position | null,
): Promise<Page<T>> {
  // By the index that there is, which is the same in both.
  const untyped = from as unknown as Collection<{ _id: string; tree: string }>
  return untyped.find({ where, limit: PAGE, after }) as unknown as Promise<Page<T>>
}
