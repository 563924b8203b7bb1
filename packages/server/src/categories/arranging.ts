import type { Actor } from '../api/actor.ts'
import type { Author } from '../comments/service.ts'
import { creating, type NewTopic } from './changes/create.ts'
import { merging } from './changes/merge.ts'
import { restoring } from './changes/restore.ts'
import { type Deletion, retiring } from './changes/retire.ts'
import { revising, type TopicRevision } from './changes/revise.ts'
import { keyFrom, partsOf, treeId } from './ids.ts'
import { noTopic, requireMayArrange } from './policy.ts'
import type { Operator, Plan } from './tree/operate.ts'
import type { Snapshot, Standing } from './tree/snapshot.ts'
import type { Trees } from './trees.ts'

export type ArrangingNeeds = {
  trees: Trees
  operator: Operator
  world: { now: () => number; newId: () => string; newPart: () => string }
  holds: (topic: string) => Promise<boolean>
  changed: (tree: string, event: string) => void
}

/** Who asks, and the key under which a repeat of it finds itself. */
export type Command = { actor: Actor; idempotencyKey?: string | null }

/** The topic afterwards; `event` is that of the operation: who names it reads nothing from before. */
export type Arranged = Standing & { event: string }

/** Any change of a tree, by an admin of its org. */
export async function run(
  { trees, operator, changed }: ArrangingNeeds,
  actor: Actor,
  { tree, id, plan }: { tree: string; id: string; plan: Plan },
): Promise<Snapshot> {
  requireMayArrange(actor)
  await trees.require(actor.org, tree)
  const by: Author = { id: actor.id, name: actor.name }
  const snapshot = await operator.run({ tree, id, by, plan })
  changed(tree, id)
  return snapshot
}

export type Creation = { tree: string; topic: NewTopic }

export async function create(
  needs: ArrangingNeeds,
  { actor, idempotencyKey = null }: Command,
  { tree, topic }: Creation,
): Promise<Arranged> {
  const { newPart, newId } = needs.world
  const key = idempotencyKey === null ? newPart() : keyFrom(actor.org, actor.id, idempotencyKey)
  const [within, event] = [treeId(actor.org, tree), newId()]
  const plan = creating(key, { ...topic, ...keysIn(within, topic) }, timeOf(needs))
  return arranged(await run(needs, actor, { tree: within, id: event, plan }), key, event)
}

export type Revision = { id: string; change: TopicRevision; revs?: readonly number[] | null }

/** A new name, another place, anything else that is said of it: in one step. */
export async function revise(
  needs: ArrangingNeeds,
  { actor }: Command,
  { id, change, revs = null }: Revision,
): Promise<Arranged> {
  const { tree, key } = keysOf(id)
  const event = needs.world.newId()
  const plan = revising({ key, change: { ...change, ...keysIn(tree, change) }, revs })
  return arranged(await run(needs, actor, { tree, id: event, plan }), key, event)
}

/** All that is in one goes to the other, which is the answer. */
export async function merge(
  needs: ArrangingNeeds,
  { actor }: Command,
  { id, into }: { id: string; into: string },
): Promise<Arranged> {
  const { tree, key } = keysOf(id)
  const [target, operation] = [keyIn(tree, into), needs.world.newId()]
  const plan = merging({ key, into: target, operation, at: timeOf(needs) })
  return arranged(await run(needs, actor, { tree, id: operation, plan }), target, operation)
}

export async function retire(
  needs: ArrangingNeeds,
  { actor }: Command,
  { id, how, to }: { id: string; how: Deletion; to: string | null },
): Promise<Arranged> {
  const { tree, key } = keysOf(id)
  await needs.trees.require(actor.org, tree)
  const [operation, holds] = [needs.world.newId(), await needs.holds(id)]
  const target = to === null ? null : keyIn(tree, to)
  const plan = retiring({ key, how, to: target, operation, at: timeOf(needs), holds })
  return arranged(await run(needs, actor, { tree, id: operation, plan }), key, operation)
}

export async function restore(
  needs: ArrangingNeeds,
  { actor }: Command,
  { id, parent }: { id: string; parent?: string | null },
): Promise<Arranged> {
  const { tree, key } = keysOf(id)
  const event = needs.world.newId()
  const plan = restoring({ key, parent: parent === undefined || parent === null ? parent : keyIn(tree, parent) })
  return arranged(await run(needs, actor, { tree, id: event, plan }), key, event)
}

const timeOf = ({ world }: ArrangingNeeds): string => new Date(world.now()).toISOString()

function arranged(snapshot: Snapshot, key: string, event: string): Arranged {
  const topic = snapshot.get(key)
  if (topic === null) throw noTopic()
  return { topic, snapshot, event }
}

/** Topics are named by their ids outside, and by their keys within a tree. */
export function keysOf(id: string): { tree: string; key: string } {
  const parts = partsOf(id)
  if (parts === null) throw noTopic()
  return parts
}

/** A topic of another tree is none of this one. */
function keyIn(tree: string, id: string): string {
  const parts = keysOf(id)
  if (parts.tree !== tree) throw noTopic()
  return parts.key
}

type Named = { parent?: string | null; before?: string | undefined; after?: string | undefined }

const keysIn = (tree: string, { parent, before, after }: Named): Named => ({
  ...(parent !== undefined && { parent: parent === null ? null : keyIn(tree, parent) }),
  ...(before !== undefined && { before: keyIn(tree, before) }),
  ...(after !== undefined && { after: keyIn(tree, after) }),
})
