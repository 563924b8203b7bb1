import { type Collection, Duplicate } from '@palaver/store'
import type { Former, Operation, Topic, Tree, Truth } from '../model.ts'
import { formersOf } from './affected.ts'

type Needs = { trees: Collection<Tree>; topics: Collection<Topic>; formers: Collection<Former> }

/** `topics`: those that it writes, as they are afterwards. */
type Finishing = { tree: string; operation: Operation; topics: readonly Topic[] }

/** Writes under way at once: they share commits. */
const AT_ONCE = 500

/**
 * Does what was decided, or what somebody who died has left of it: each topic is written once for an operation, by
 * whoever comes first.
 */
export async function finish(needs: Needs, { tree, operation, topics }: Finishing): Promise<void> {
  const changes = new Map(operation.changes.map((change) => [change.key, change]))
  const writes = topics.map((topic) => () => {
    const change = changes.get(topic.key)
    return change?.isNew === true ? insertOnce(needs.topics, topic) : write(needs.topics, topic, change?.set ?? {})
  })
  const leaves = formersOf(tree, operation).map((former) => () => insertOnce(needs.formers, former))
  await someAtOnce([...writes, ...leaves])
  const done = { version: operation.version, pending: null }
  await needs.trees.update({ _id: tree, 'pending.id': operation.id }, { $set: done })
}

async function write(topics: Collection<Topic>, topic: Topic, set: Partial<Truth>): Promise<void> {
  const { _id, ancestors, path, depth, version } = topic
  await topics.update({ _id, version: { $lt: version } }, { $set: { ...set, ancestors, path, depth, version } })
}

async function insertOnce<T extends { _id: string }>(into: Collection<T>, doc: T): Promise<void> {
  try {
    await into.insert(doc)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}

async function someAtOnce(writes: readonly (() => Promise<void>)[]): Promise<void> {
  for (let at = 0; at < writes.length; at += AT_ONCE)
    await Promise.all(writes.slice(at, at + AT_ONCE).map((write) => write()))
}
