import type { Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Comments } from '../comments/service.ts'
import {
  type Arranged,
  type ArrangingNeeds,
  type Command,
  create,
  keysOf,
  merge,
  restore,
  retire,
  revise,
  type Revision,
  run,
} from './arranging.ts'
import type { NewTopic } from './changes/create.ts'
import type { Deletion } from './changes/retire.ts'
import { formerPlaces, topics, trees } from './collections.ts'
import { Hiding } from './hiding.ts'
import { holderOf, lineFrom, requireMayStart, takerFor } from './holding.ts'
import { partsOf, topicId, treeId } from './ids.ts'
import { Listings, type ListQuery } from './listings/listings.ts'
import type { Numbers } from './listings/numbers.ts'
import { maySee, noTopic } from './policy.ts'
import { Operator } from './tree/operate.ts'
import type { Snapshot, Standing } from './tree/snapshot.ts'
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

/** The tree of topics in domain verbs: what the routes, the command line and the other modules use. */
export class Topics {
  readonly trees: Trees
  readonly operator: Operator
  readonly snapshots: Snapshots
  /** The discussions in topics. */
  readonly listings: Listings
  readonly #options: Options
  readonly #arranging: ArrangingNeeds
  readonly #hiding: Hiding

  constructor(options: Options) {
    const { store, world } = options
    const kept = {
      trees: store.collection(trees),
      topics: store.collection(topics),
      formers: store.collection(formerPlaces),
    }
    const changed: Options['changed'] = (tree, event) => {
      this.#hiding.changed()
      options.changed(tree, event)
    }
    this.#options = options
    this.snapshots = new Snapshots({ ...kept, sleep: world.sleep })
    this.operator = new Operator({ ...kept, ...world, snapshots: this.snapshots })
    this.trees = new Trees({ trees: kept.trees, now: world.now, changed: options.changed })
    this.#hiding = new Hiding({ trees: this.trees, snapshots: this.snapshots, now: world.now })
    const { trees: all, operator } = this
    this.#arranging = { trees: all, operator, world, changed, holds: (topic) => this.holds(topic) }
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
    const taker = takerFor(actor, await this.find(actor.org, id))
    requireMayStart(actor, taker)
    return taker.topic._id
  }

  /** The topic to which somebody moves a discussion, by its id. */
  async fileIn(actor: Actor, id: string): Promise<string> {
    return takerFor(actor, await this.find(actor.org, id)).topic._id
  }

  /** The tree of a topic that everybody may see; null where not all may. */
  async openTreeOf(org: string, id: string): Promise<string | null> {
    const found = await this.#holder(org, id)
    return found !== null && maySee(found.snapshot, null, found.topic) ? found.snapshot.tree._id : null
  }

  /** For who has heard that topics have changed: what was kept of what they hide is forgotten. */
  lookAgain(): void {
    this.#hiding.changed()
  }

  /** Whether an org has topics that are not for everybody; what another node has changed is known within a second. */
  hidesAny(org: string): Promise<boolean> {
    return this.#hiding.any(org)
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
    return found === null ? [] : lineFrom(found)
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

  async #holder(org: string, id: string): Promise<Standing | null> {
    const found = await this.find(org, id)
    return found === null ? null : holderOf(found)
  }

  async require(org: string, id: string): Promise<Standing> {
    const found = await this.find(org, id)
    if (found === null) throw noTopic()
    return found
  }

  create(command: Command, tree: string, topic: NewTopic): Promise<Arranged> {
    return create(this.#arranging, command, { tree, topic })
  }

  revise(command: Command, id: string, revision: Omit<Revision, 'id'>): Promise<Arranged> {
    return revise(this.#arranging, command, { id, ...revision })
  }

  merge(command: Command, id: string, into: string): Promise<Arranged> {
    return merge(this.#arranging, command, { id, into })
  }

  retire(command: Command, id: string, becomes: { how: Deletion; to: string | null }): Promise<Arranged> {
    return retire(this.#arranging, command, { id, ...becomes })
  }

  restore(command: Command, id: string, where: { parent?: string | null }): Promise<Arranged> {
    return restore(this.#arranging, command, { id, ...where })
  }

  /** Any change of a tree, by an admin of its org. */
  run(actor: Actor, wanted: Parameters<typeof run>[2]): Promise<Snapshot> {
    return run(this.#arranging, actor, wanted)
  }
}

function noComments(): never {
  throw new Error('These topics were opened without discussions.')
}

export { topicId }
export type { ListQuery }
export { localesFor, pathIn, resolveFor } from './addresses.ts'
export { OPERATIONS, type OperationKind, type Topic, type TopicChange, type Truth } from './model.ts'
export { maySee, noTopic, topicIsGone } from './policy.ts'
export { topicParams } from './routes/inputs.ts'
export type { Command } from './arranging.ts'
export type { Snapshot, Standing } from './tree/snapshot.ts'
