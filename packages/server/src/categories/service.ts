import type { Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Author } from '../comments/service.ts'
import { creating, type NewTopic } from './changes/create.ts'
import { merging } from './changes/merge.ts'
import { restoring } from './changes/restore.ts'
import { type Deletion, retiring } from './changes/retire.ts'
import { revising, type TopicRevision } from './changes/revise.ts'
import { formerPlaces, topics, trees } from './collections.ts'
import { keyFrom, partsOf, topicId, treeId } from './ids.ts'
import type { Topic } from './model.ts'
import { noTopic, requireMayArrange } from './policy.ts'
import { Operator, type Plan } from './tree/operate.ts'
import type { Snapshot } from './tree/snapshot.ts'
import { Snapshots } from './tree/snapshots.ts'
import { Trees } from './trees.ts'

export type World = {
  now: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
  newId: () => string
  newPart: () => string
}

type Options = {
  store: Store
  world: World
  /** Whether there are discussions in a topic, by its id. */
  holds: (topic: string) => Promise<boolean>
  /** Called before a change is acknowledged: what was kept of the tree is no longer true. */
  changed: (tree: string, event: string) => void
}

/** Who asks, and the key under which a repeat of it finds itself. */
export type Command = { actor: Actor; idempotencyKey?: string | null }

/** A topic, and the tree in which all that is said of it is true. */
export type Standing = { topic: Topic; snapshot: Snapshot }

/** Topics outside are named by their ids; within a tree by their keys. */
type ByIds<T extends { before?: string | undefined; after?: string | undefined }> = T

/** The tree of topics in domain verbs: what the routes, the command line and the other modules use. */
export class Topics {
  readonly trees: Trees
  readonly operator: Operator
  readonly snapshots: Snapshots
  readonly #options: Options

  constructor(options: Options) {
    const { store, world } = options
    const kept = {
      trees: store.collection(trees),
      topics: store.collection(topics),
      formers: store.collection(formerPlaces),
    }
    this.#options = options
    this.snapshots = new Snapshots({ ...kept, sleep: world.sleep })
    this.operator = new Operator({ ...kept, ...world, snapshots: this.snapshots })
    this.trees = new Trees({ trees: kept.trees, now: world.now, changed: options.changed })
  }

  /** A tree of an org as it is now. */
  tree(org: string, key: string): Promise<Snapshot> {
    return this.snapshots.of(treeId(org, key))
  }

  /** A topic of an org, also one that is retired. */
  async find(org: string, id: string): Promise<Standing | null> {
    const parts = partsOf(id)
    const tree = parts === null ? null : await this.trees.get(parts.tree)
    if (parts === null || tree === null || tree.org !== org) return null
    const snapshot = await this.snapshots.at(tree)
    const topic = snapshot.get(parts.key)
    return topic === null ? null : { topic, snapshot }
  }

  async require(org: string, id: string): Promise<Standing> {
    const found = await this.find(org, id)
    if (found === null) throw noTopic()
    return found
  }

  async create({ actor, idempotencyKey = null }: Command, tree: string, wanted: ByIds<NewTopic>): Promise<Standing> {
    const { newPart, newId, now } = this.#options.world
    const key = idempotencyKey === null ? newPart() : keyFrom(actor.org, actor.id, idempotencyKey)
    const within = treeId(actor.org, tree)
    const topic = { ...wanted, ...keysIn(within, wanted) }
    const plan = creating(key, topic, new Date(now()).toISOString())
    const snapshot = await this.run(actor, { tree: within, id: newId(), plan })
    return standing(snapshot, key)
  }

  /** A new name, another place, anything else that is said of it: in one step. */
  async revise(
    { actor }: Command,
    id: string,
    { change, revs = null }: { change: ByIds<TopicRevision>; revs?: readonly number[] | null },
  ): Promise<Standing> {
    const { tree, key } = keysOf(id)
    const plan = revising({ key, change: { ...change, ...keysIn(tree, change) }, revs })
    return standing(await this.run(actor, { tree, id: this.#options.world.newId(), plan }), key)
  }

  /** All that is in one goes to the other, which is the answer. */
  async merge({ actor }: Command, id: string, into: string): Promise<Standing> {
    const [{ tree, key }, target] = [keysOf(id), keyIn(keysOf(id).tree, into)]
    const operation = this.#options.world.newId()
    const plan = merging({ key, into: target, operation, at: this.#at() })
    return standing(await this.run(actor, { tree, id: operation, plan }), target)
  }

  async retire({ actor }: Command, id: string, { how, to }: { how: Deletion; to: string | null }): Promise<void> {
    const { tree, key } = keysOf(id)
    await this.require(actor.org, id)
    const operation = this.#options.world.newId()
    const holds = await this.#options.holds(id)
    const target = to === null ? null : keyIn(tree, to)
    const plan = retiring({ key, how, to: target, operation, at: this.#at(), holds })
    await this.run(actor, { tree, id: operation, plan })
  }

  async restore({ actor }: Command, id: string, { parent }: { parent?: string | null }): Promise<Standing> {
    const { tree, key } = keysOf(id)
    const under = parent === undefined || parent === null ? parent : keyIn(tree, parent)
    const plan = restoring({ key, parent: under })
    return standing(await this.run(actor, { tree, id: this.#options.world.newId(), plan }), key)
  }

  /** Any change of a tree, by an admin of its org. */
  async run(actor: Actor, { tree, id, plan }: { tree: string; id: string; plan: Plan }): Promise<Snapshot> {
    requireMayArrange(actor)
    await this.trees.require(actor.org, tree)
    const by: Author = { id: actor.id, name: actor.name }
    const snapshot = await this.operator.run({ tree, id, by, plan })
    this.#options.changed(tree, id)
    return snapshot
  }

  #at(): string {
    return new Date(this.#options.world.now()).toISOString()
  }
}

function standing(snapshot: Snapshot, key: string): Standing {
  const topic = snapshot.get(key)
  if (topic === null) throw noTopic()
  return { topic, snapshot }
}

function keysOf(id: string): { tree: string; key: string } {
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

export { topicId }
