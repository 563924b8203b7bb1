import type { Collection, NewEvent } from '@palaver/store'
import { Turns } from '../../api/turns.ts'
import type { Author } from '../../comments/service.ts'
import type { Former, Operation, OperationKind, Topic, Tree, TopicChange } from '../model.ts'
import { noTree, treeIsBusy } from '../policy.ts'
import { affectedBy, formersOf } from './affected.ts'
import { finish } from './finish.ts'
import type { Snapshot } from './snapshot.ts'
import type { Snapshots } from './snapshots.ts'

/** What somebody wants of the tree as it is; null where it is so already. It refuses what cannot be. */
export type Plan = (snapshot: Snapshot) => Omit<Operation, 'id' | 'at'> | null

/** `id` names it before anything is written: a repeat finds itself. */
export type Wanted = { tree: string; id: string; by: Author; plan: Plan }

export type Progress = { kind: OperationKind; done: number; total: number }

type Needs = {
  trees: Collection<Tree>
  topics: Collection<Topic>
  formers: Collection<Former>
  snapshots: Snapshots
  now: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
}

const MOST_ATTEMPTS = 200
const LONGEST_PAUSE_MS = 50
const MOST_RECENT = 50

/** Changes trees, one operation at a time: the tree's document decides between rivals, and whoever loses plans anew. */
export class Operator {
  readonly #needs: Needs
  readonly #turns = new Turns()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The tree afterwards. */
  async run(wanted: Wanted): Promise<Snapshot> {
    return this.#turns.of(wanted.tree, () => this.#decide(wanted))
  }

  /** Finishes what is under way; the tree is then at this version at least. */
  async settle(id: string): Promise<Snapshot> {
    const tree = await this.#needs.trees.get(id)
    if (tree === null) throw noTree()
    return this.#settled(tree)
  }

  /** How far what is under way has come; null where nothing is. */
  async progress({ _id, pending }: Tree): Promise<Progress | null> {
    if (pending === null) return null
    const { kind, version, total } = pending
    return { kind, total, done: await this.#needs.topics.count({ where: { tree: _id, version }, atMost: total }) }
  }

  async #decide(wanted: Wanted): Promise<Snapshot> {
    const { trees, now, random, sleep } = this.#needs
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const tree = await trees.get(wanted.tree)
      if (tree === null) throw noTree()
      const snapshot = await this.#settled(tree)
      if (tree.recent.includes(wanted.id)) return snapshot
      const planned = wanted.plan(snapshot)
      if (planned === null) return snapshot
      const operation: Operation = { ...planned, id: wanted.id, at: new Date(now()).toISOString() }
      if (await this.#begin(snapshot, operation, wanted.by)) return this.#finished(snapshot, operation)
      await sleep(random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
    }
    throw treeIsBusy()
  }

  async #begin({ tree, version }: Snapshot, pending: Operation, by: Author): Promise<boolean> {
    const recent = { $each: [pending.id], $slice: -MOST_RECENT }
    const { outcome } = await this.#needs.trees.update(
      { _id: tree._id, version, pending: null },
      { $set: { pending }, $push: { recent } },
      { events: [eventOf(tree, pending, by)] },
    )
    return outcome === 'updated'
  }

  async #settled(tree: Tree): Promise<Snapshot> {
    const { pending } = tree
    if (pending === null) return this.#needs.snapshots.at(tree)
    return this.#finished(await this.#needs.snapshots.at(tree), pending)
  }

  async #finished(snapshot: Snapshot, operation: Operation): Promise<Snapshot> {
    // Nothing is decided before all that was decided is finished.
    if (snapshot.version > operation.version) return snapshot
    const { tree } = snapshot
    const topics = affectedBy(snapshot, operation)
    await finish(this.#needs, { tree: tree._id, operation, topics })
    if (snapshot.version >= operation.version) return snapshot
    const after = snapshot.with({
      tree,
      version: operation.version,
      topics,
      formers: formersOf(tree._id, operation),
    })
    this.#needs.snapshots.keep(after)
    return after
  }
}

const MOST_NAMED = 100
/** An event is no larger than a log likes it, however much is said of the topics. */
const MOST_TOLD = 200_000

/** It tells which topics were changed; of many only that it was many. */
function eventOf({ _id, org, key: tree }: Tree, { id, at, kind, version, changes }: Operation, by: Author): NewEvent {
  const topics = fitting(changes.slice(0, MOST_NAMED).map(({ key, isNew, set }) => ({ key, isNew, set })))
  const after = { tree, version, kind, topics, more: changes.length - topics.length }
  return {
    _id: id,
    org,
    subject: _id,
    type: 'topic',
    op: kind,
    at,
    actor: by,
    after: after as unknown as NonNullable<NewEvent['after']>,
  }
}

function fitting(changes: readonly TopicChange[]): TopicChange[] {
  let told = 0
  const last = changes.findIndex((change) => (told += JSON.stringify(change).length) > MOST_TOLD)
  return last < 0 ? [...changes] : changes.slice(0, last)
}
