import type { Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Author, Comments } from '../comments/service.ts'
import { creating, type NewTopic } from './changes/create.ts'
import { merging } from './changes/merge.ts'
import { restoring } from './changes/restore.ts'
import { type Deletion, retiring } from './changes/retire.ts'
import { revising, type TopicRevision } from './changes/revise.ts'
import { formerPlaces, topics, trees } from './collections.ts'
import { keyFrom, partsOf, topicId, treeId } from './ids.ts'
import { Listings, type ListQuery } from './listings/listings.ts'
import type { Numbers } from './listings/numbers.ts'
import { isLive, type Topic } from './model.ts'
import { isOpen, maySee, mayStart, noTopic, requireMayArrange } from './policy.ts'
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
  /** Where there are none, nothing is in any topic. */
  comments?: () => Comments
  /** Whether there are discussions in a topic, by its id; asked of them where nothing else is said. */
  holds?: (topic: string) => Promise<boolean>
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
  /** The discussions in topics. */
  readonly listings: Listings
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
    this.listings = new Listings({
      store,
      changed: options.changed,
      comments: options.comments ?? noComments,
      now: world.now,
      snapshotOf: (org, tree) => this.#snapshotOf(org, tree),
      settle: (tree) => this.operator.settle(tree),
    })
  }

  /** A tree of an org as it is now. */
  tree(org: string, key: string): Promise<Snapshot> {
    return this.snapshots.of(treeId(org, key))
  }

  /** A topic of an org, also one that is retired. */
  async find(org: string, id: string): Promise<Standing | null> {
    const parts = partsOf(id)
    const snapshot = parts === null ? null : await this.#snapshotOf(org, parts.tree)
    const topic = parts === null || snapshot === null ? null : snapshot.get(parts.key)
    return topic === null || snapshot === null ? null : { topic, snapshot }
  }

  async #snapshotOf(org: string, id: string): Promise<Snapshot | null> {
    const tree = await this.trees.get(id)
    return tree === null || tree.org !== org ? null : this.snapshots.at(tree)
  }

  /** Whether somebody may see what is in a topic, or in the one that took it over. */
  async sees(actor: Actor | null, org: string, id: string): Promise<boolean> {
    const found = await this.#holder(org, id)
    return found === null ? actor?.role === 'admin' : maySee(found.snapshot, actor, found.topic)
  }

  /** The topic in which somebody starts a discussion, by its id. */
  async startIn(actor: Actor, id: string): Promise<string> {
    const { topic, snapshot } = await this.#taking(actor, id)
    if (!mayStart(snapshot, actor, topic))
      throw new Refusal('forbidden', `You may not start discussions in “${topic.name}”.`)
    return topic._id
  }

  /** The topic to which somebody moves a discussion, by its id. */
  async fileIn(actor: Actor, id: string): Promise<string> {
    return (await this.#taking(actor, id)).topic._id
  }

  /** The tree of a topic that everybody may see; null where not all may. */
  async openTreeOf(org: string, id: string): Promise<string | null> {
    const found = await this.#holder(org, id)
    return found !== null && maySee(found.snapshot, null, found.topic) ? found.snapshot.tree._id : null
  }

  /** Whether an org has topics that are not for everybody. */
  async hidesAny(org: string): Promise<boolean> {
    const snapshots = await Promise.all((await this.trees.of(org)).map((tree) => this.snapshots.at(tree)))
    return snapshots.some((snapshot) => !isOpenNow(snapshot))
  }

  discussionsIn(actor: Actor | null, topic: Standing, query: ListQuery) {
    return this.listings.page(actor, topic, query)
  }

  /** What is in each topic of a tree, as somebody sees it. */
  numbers(snapshot: Snapshot, actor: Actor | null): Promise<(key: string) => Numbers> {
    return this.listings.numbers(snapshot, actor)
  }

  /** How far lists have followed a tree; null once they have. */
  async catchingUp(tree: string): Promise<{ done: number; total: number } | null> {
    return this.listings.catchingUp(await this.snapshots.of(tree))
  }

  /** The topic that holds what is in one, then each above it; with each, those that were merged into it. */
  async lineOf(org: string, id: string): Promise<string[][]> {
    const found = await this.#holder(org, id)
    if (found === null) return []
    const { topic, snapshot } = found
    const line = [topic, ...snapshot.ancestorsOf(topic.key).reverse()]
    const merged = (key: string): string[] => snapshot.mergedInto(key).map((one) => topicId(snapshot.tree._id, one))
    return line.map(({ _id, key }) => [_id, ...merged(key)])
  }

  /** Whether there are discussions in a topic, or in one that was merged into it and has not given them up yet. */
  async holds(id: string): Promise<boolean> {
    const { comments, holds } = this.#options
    if (holds !== undefined || comments === undefined) return holds?.(id) ?? false
    const { tree, key } = keysOf(id)
    const snapshot = await this.snapshots.of(tree)
    const ids = [key, ...snapshot.mergedInto(key)].map((one) => topicId(tree, one))
    return comments().areIn(ids)
  }

  /** A retired topic means its heir, and itself where it has none. */
  async #holder(org: string, id: string): Promise<Standing | null> {
    const found = await this.find(org, id)
    if (found === null) return null
    const { topic, snapshot } = found
    return { snapshot, topic: snapshot.heirOf(topic.key) ?? topic }
  }

  async #taking(actor: Actor, id: string): Promise<Standing> {
    const found = await this.#holder(actor.org, id)
    if (found === null || !maySee(found.snapshot, actor, found.topic)) throw noTopic()
    if (!isLive(found.topic))
      throw new Refusal('topic-gone', `The topic “${found.topic.name}” was deleted, and no other took its place.`)
    return found
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
    const holds = await this.holds(id)
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

function noComments(): never {
  throw new Error('These topics were opened without discussions.')
}

const open = new WeakMap<Snapshot, boolean>()

/** It is asked often, of the same snapshot. */
function isOpenNow(snapshot: Snapshot): boolean {
  const known = open.get(snapshot) ?? isOpen(snapshot)
  open.set(snapshot, known)
  return known
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
export type { ListQuery }
export { localesFor, pathIn, resolveFor } from './addresses.ts'
export { OPERATIONS, type OperationKind, type Topic, type TopicChange, type Truth } from './model.ts'
export { maySee, noTopic } from './policy.ts'
export { topicParams } from './routes/inputs.ts'
export type { Snapshot } from './tree/snapshot.ts'
