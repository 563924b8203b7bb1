import { Conflict, Duplicate } from '../../errors.ts'
import type { Store } from '../../store.ts'
import { posts, tallies, turns } from './collections.ts'
import { eventsOf, type Operation } from './operation.ts'

/** Does the operation, unless it was done before: true when the store says that it is done. */
export async function perform(store: Store, operation: Operation): Promise<boolean> {
  try {
    return await write(store, operation)
  } catch (error) {
    if (error instanceof Duplicate || error instanceof Conflict) return false
    throw error
  }
}

async function write(store: Store, operation: Operation): Promise<boolean> {
  const { op, id, org } = operation
  const events = eventsOf(operation)
  const notDone = { _id: id, ops: { $ne: op } }
  switch (operation.kind) {
    case 'post': {
      const { slug, tags, size } = operation
      const text = 'x'.repeat(size)
      await store.collection(posts).insert({ _id: id, org, slug, tags, text, ops: [op] }, { events })
      return true
    }
    case 'tag': {
      const change = { $push: { ops: op, tags: operation.tag } }
      return (await store.collection(posts).update(notDone, change, { events })).outcome === 'updated'
    }
    case 'remove':
      return store.collection(posts).remove({ _id: id }, { events })
    case 'tally': {
      const change = { $inc: { count: 1 }, $push: { ops: op }, $setOnInsert: { org } }
      const { outcome } = await store.collection(tallies).update(notDone, change, { upsert: true, events })
      return outcome !== 'unmatched'
    }
    case 'turn':
      return takeTurn(store, operation)
  }
}

async function takeTurn(store: Store, operation: Operation): Promise<boolean> {
  const { op, id, org } = operation
  const { changed } = await store.collection(turns).change(id, (doc, to) => {
    if (doc === null) return to.insert({ _id: id, org, count: 1, ops: [op] }, { events: eventsOf(operation, 1) })
    if (doc.ops.includes(op)) return null
    const count = doc.count + 1
    return to.change({ $set: { count }, $push: { ops: op } }, { events: eventsOf(operation, count) })
  })
  return changed
}
