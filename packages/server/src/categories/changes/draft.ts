import { Refusal } from '../../api/refusal.ts'
import {
  isLive,
  MOST_CHANGES,
  MOST_LEVELS,
  MOST_TOPICS,
  type Operation,
  type OperationKind,
  slugsOf,
  type TopicChange,
  type Truth,
} from '../model.ts'
import { isRetired, noTopic } from '../policy.ts'
import { affectedBy } from '../tree/affected.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { keyBetween, keysFor } from './order.ts'
import { Siblings } from './siblings.ts'

/** Beside which one it stands; at the end where neither is said. */
export type Beside = { before?: string | undefined; after?: string | undefined }

type Planned = Omit<Operation, 'id' | 'at'>

/** What an operation is to do, put together change by change; it is seen here as if it were done. */
export class Draft {
  readonly snapshot: Snapshot
  readonly #truths = new Map<string, Truth>()
  readonly #siblings: Siblings
  readonly #refs = new Map<string, string>()
  readonly #touched = new Set<string>()

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.#siblings = new Siblings(snapshot, (key) => this.find(key))
  }

  find(key: string): Truth | null {
    return this.#truths.get(key) ?? this.snapshot.get(key)
  }

  /** A live one. */
  require(key: string): Truth {
    const truth = this.find(key)
    if (truth === null) throw noTopic()
    if (!isLive(truth)) throw isRetired(truth)
    return truth
  }

  /** Another that has this reference, also where it is retired. */
  byRef(ref: string, but?: string): Truth | null {
    const inStore = this.snapshot.byRef(ref)?.key
    const keys = [this.#refs.get(ref), inStore].filter((key) => key !== undefined && key !== but)
    return keys.map((key) => this.find(key ?? '')).find((truth) => truth?.ref === ref) ?? null
  }

  /** Keys of the live ones, in their order. */
  childrenOf(parent: string | null): string[] {
    return this.#siblings.under(parent)
  }

  add(key: string, truth: Omit<Truth, 'since' | 'rev'>): void {
    this.#put(key, { ...truth, since: this.#version, rev: 1 })
  }

  change(key: string, set: Partial<Omit<Truth, 'since' | 'rev'>>): void {
    const before = this.find(key)
    if (before === null) throw noTopic()
    const isFirst = !this.#truths.has(key)
    this.#put(key, { ...before, ...set, rev: isFirst ? before.rev + 1 : before.rev })
  }

  /** It is written also where nothing is changed: what follows from the rest is made anew. */
  touch(key: string): void {
    const truth = this.find(key)
    if (truth === null) throw noTopic()
    this.#touched.add(key)
    this.#put(key, truth)
  }

  /** A slug that no other under this parent has, of any language. */
  isTaken(parent: string | null, slug: string, but: string): boolean {
    return this.#siblings.hasSlug(parent, slug, but)
  }

  /** The order of what is put there; those beside it get new ones where there is no room left. */
  orderAt(parent: string | null, { before, after }: Beside, key: string): string {
    const keys = this.childrenOf(parent).filter((one) => one !== key)
    const at = placeIn(keys, { before, after })
    const orderOf = (place: number): string | null => this.find(keys[place] ?? '')?.order ?? null
    const order = keyBetween(orderOf(at - 1), orderOf(at))
    if (order !== null) return order
    const fresh = keysFor(keys.length + 1)
    keys.forEach((one, place) => this.change(one, { order: fresh[place < at ? place : place + 1] ?? '' }))
    return fresh[at] ?? ''
  }

  /** The operation, or null where nothing changes; refused where the tree would not be one. */
  planned(kind: OperationKind): Planned | null {
    const changes = [...this.#truths].flatMap(([key, truth]) => this.#changeOf(key, truth))
    if (changes.length === 0) return null
    if (changes.length > MOST_CHANGES)
      throw new Refusal('tree-full', `One step changes at most ${MOST_CHANGES} topics: do it in several.`)
    this.#requireForest(changes)
    const formers = changes.flatMap(({ key }) => this.#formerOf(key))
    const operation = { version: this.#version, kind, changes, formers, total: changes.length }
    const affected = affectedBy(this.snapshot, { ...operation, id: '', at: '' })
    if (affected.some(({ depth, retired }) => retired === null && depth >= MOST_LEVELS)) throw tooDeep()
    return { ...operation, total: affected.length }
  }

  get #version(): number {
    return this.snapshot.version + 1
  }

  #put(key: string, truth: Truth): void {
    const before = this.find(key)
    this.#truths.set(key, truth)
    if (truth.ref !== null) this.#refs.set(truth.ref, key)
    this.#siblings.moved(key, before, truth)
  }

  #changeOf(key: string, truth: Truth): TopicChange[] {
    const before = this.snapshot.get(key)
    const since = before !== null && isSamePlace(before, truth) ? before.since : this.#version
    if (before === null) return [{ key, isNew: true, set: { ...truth, since } }]
    const set = differences(before, { ...truth, since, rev: before.rev })
    if (Object.keys(set).length === 0) return this.#touched.has(key) ? [{ key, isNew: false, set: {} }] : []
    return [{ key, isNew: false, set: { ...set, rev: truth.rev } }]
  }

  /** A place that it has left, with all slugs that it had there. */
  #formerOf(topic: string): Operation['formers'] {
    const [before, after] = [this.snapshot.get(topic), this.find(topic)]
    if (before === null || after === null || !isLive(before) || isSamePlace(before, after)) return []
    const { parent, since: from } = before
    return [{ topic, parent, slugs: slugsOf(before), from, until: this.#version }]
  }

  /** No topic is above itself or under one that is not there, and there is room for all. */
  #requireForest(changes: readonly TopicChange[]): void {
    for (const { key, set } of changes)
      if (set.parent !== undefined || set.retired !== undefined) this.#requireRooted(key, set)
    const more = changes.filter(({ isNew }) => isNew).length
    if (more > 0 && this.snapshot.topics.size + more > MOST_TOPICS)
      throw new Refusal('tree-full', `A tree has at most ${MOST_TOPICS} topics: begin another.`)
  }

  #requireRooted(key: string, { retired = null }: Partial<Truth>): void {
    const first = this.find(key)
    if (first === null) return
    if (retired !== null && this.childrenOf(key).length > 0) throw isRetired(first)
    if (!isLive(first)) return
    const seen = new Set([key])
    for (let parent = first.parent; parent !== null;) {
      if (seen.has(parent)) throw inACircle(first, first.parent === key ? null : this.find(first.parent ?? ''))
      seen.add(parent)
      parent = this.require(parent).parent
    }
  }
}

function placeIn(keys: readonly string[], { before, after }: Beside): number {
  const beside = before ?? after
  if (beside === undefined) return keys.length
  const at = keys.indexOf(beside)
  if (at < 0) throw new Refusal('topic-not-found', 'The topic beside which it is to stand is not under that parent.')
  return before === undefined ? at + 1 : at
}

const isSamePlace = (a: Truth, b: Truth): boolean =>
  a.parent === b.parent && isLive(a) === isLive(b) && slugsOf(a).join('/') === slugsOf(b).join('/')

function differences(before: Truth, after: Truth): Partial<Truth> {
  const keys = Object.keys(after) as (keyof Truth)[]
  const differing = keys.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(differing.filter((name) => !PLACED.has(name)).map((name) => [name, after[name]]))
}

/** What a topic of the store has besides its truth. */
const PLACED: ReadonlySet<string> = new Set(['_id', 'tree', 'key', 'org', 'version', 'ancestors', 'path', 'depth'])

const inACircle = (topic: Truth, into: Truth | null): Refusal =>
  new Refusal(
    'topic-cycle',
    into === null
      ? `“${topic.name}” cannot be under itself.`
      : `“${topic.name}” cannot be under “${into.name}”, which lies under it: each would be above the other.`,
  )

const tooDeep = (): Refusal =>
  new Refusal('topic-too-deep', `Topics lie at most ${MOST_LEVELS} deep: this would put one deeper.`)
