import { isDeepStrictEqual } from 'node:util'
import { type Change, type Collection, Duplicate, type Filter, type Sort } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Kind } from '../decision/model.ts'
import { notThere, requireMayAdvertise } from '../policy.ts'
import { changedEvent, type InventoryNeeds, MOST } from './needs.ts'

type Kept = { _id: string; org: string; created: string; rev: number }

type Described<T extends Kept> = {
  kind: Kind
  all: Collection<T>
  /** Those that count as there, in parts that an index can count; the others are archived. */
  alive: readonly Filter<T>[]
  needs: Pick<InventoryNeeds, 'world' | 'most'>
}

export type Made<T> = { doc: T; isNew: boolean }
export type Asked = { limit: number; cursor: string | null }
/** The revisions that the caller may have seen; null where any will do. */
export type Revs = { revs?: readonly number[] | null }

const COUNTED_AT_ONCE = 10_000

/** What becomes of it without anybody saying so when it is created. */
const NOT_SAID = new Set(['created', 'rev', 'state', 'review', 'money', 'isArchived', 'linkSecret'])
const saidOf = (doc: object): object => Object.fromEntries(Object.entries(doc).filter(([name]) => !NOT_SAID.has(name)))

/** Things of one kind, of all orgs: each is seen by its own only, and each write tells of itself. */
export class Shelf<T extends Kept> {
  readonly #about: Described<T>

  constructor(about: Described<T>) {
    this.#about = about
  }

  /** Null for what belongs to another org. */
  async find(org: string, id: string): Promise<T | null> {
    const doc = await this.#about.all.get(id)
    return doc?.org === org ? doc : null
  }

  /** `path`: where the request named it, in its body. */
  async require(actor: Actor, id: string, path?: string): Promise<T> {
    requireMayAdvertise(actor)
    const doc = await this.find(actor.org, id)
    if (doc === null) throw notThere(this.#about.kind, path)
    return doc
  }

  /** A repeat finds what is there already; where that is something else, `taken` says so. */
  async insert(doc: T, taken: () => Refusal): Promise<Made<T>> {
    const { all, kind, needs } = this.#about
    const before = await all.get(doc._id)
    if (before !== null) return { doc: same(before, doc, taken), isNew: false }
    await this.#requireRoom(doc.org)
    try {
      await all.insert(doc, { events: [changedEvent(needs.world, { org: doc.org, kind, id: doc._id })] })
      return { doc, isNew: true }
    } catch (error) {
      const rival = error instanceof Duplicate ? await all.get(doc._id) : null
      if (rival === null) throw error
      return { doc: same(rival, doc, taken), isNew: false }
    }
  }

  /** `decide` says what is to be set, and may be asked again; where that is so already, nothing is written. */
  async change(
    actor: Actor,
    id: string,
    { revs = null, decide }: Revs & { decide: (now: T) => Partial<T> | Promise<Partial<T>> },
  ): Promise<T> {
    requireMayAdvertise(actor)
    const { all, kind, needs } = this.#about
    const told = changedEvent(needs.world, { org: actor.org, kind, id })
    const { doc } = await all.change(id, async (now, to) => {
      if (now?.org !== actor.org) throw notThere(kind)
      requireSeen(now, revs)
      const wanted = Object.entries(await decide(now))
      const set = wanted.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, fieldOf(now, name)))
      if (set.length === 0) return null
      const change = { $set: Object.fromEntries(set), $inc: { rev: 1 } }
      return to.change(change as unknown as Change<T>, { events: [told] })
    })
    if (doc === null) throw notThere(kind)
    return doc
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.require(actor, id)
    const { all, kind, needs } = this.#about
    const where = { _id: id, org: actor.org } as Parameters<typeof all.remove>[0]
    await all.remove(where, { events: [changedEvent(needs.world, { org: actor.org, kind, id })] })
  }

  /** The newest first. */
  async page(actor: Actor, where: Filter<T>, { limit, cursor }: Asked): Promise<{ docs: T[]; next: string | null }> {
    requireMayAdvertise(actor)
    const after = positionIn(cursor, isMerged(where) ? ['text', 'text', 'text'] : ['text', 'text'])
    const asked = { where: { ...where, org: actor.org } as Filter<T>, sort: { created: -1 } as Sort<T> }
    const { docs, next } = await this.#about.all.find({ ...asked, limit, after })
    return { docs, next: cursorOf(next) }
  }

  /** All that are there, where the caller knows that these are not many. */
  async some(org: string, where: Filter<T>, limit: number): Promise<T[]> {
    const asked = { ...where, org } as Filter<T>
    return (await this.#about.all.find({ where: asked, limit, next: false })).docs
  }

  async #requireRoom(org: string): Promise<void> {
    const { kind, alive, needs } = this.#about
    const most = (needs.most ?? MOST)[kind]
    const counts = await Promise.all(alive.map((part) => this.#count({ ...part, org } as Filter<T>)))
    if (counts.reduce((sum, count) => sum + count, 0) >= most)
      throw new Refusal('too-many', `An org has ${most} ${kind}s and no more: archive or remove one first.`)
  }

  /** Up to twice what the store counts at once: then from the last of those on. */
  async #count(where: Filter<T>): Promise<number> {
    const { all } = this.#about
    const first = await all.count({ where, atMost: COUNTED_AT_ONCE })
    if (first < COUNTED_AT_ONCE) return first
    const asked = { where, sort: { created: 1 } as Sort<T>, skip: COUNTED_AT_ONCE - 1, limit: 1, next: false } as const
    const { docs } = await all.find(asked)
    const later = { ...where, created: { $gt: docs[0]?.created ?? '' } } as Filter<T>
    return first + (await all.count({ where: later, atMost: COUNTED_AT_ONCE }))
  }
}

/** Several walks of an index at once: then a place in them also says what they differ in. */
const isMerged = (where: object): boolean => Object.values(where).some((value) => value instanceof Object)

const fieldOf = (doc: object, name: string): unknown => (doc as Record<string, unknown>)[name]

function same<T extends Kept>(before: T, wanted: T, taken: () => Refusal): T {
  const isArchived = fieldOf(before, 'isArchived') === true || fieldOf(before, 'state') === 'archived'
  if (isArchived || !isDeepStrictEqual(saidOf(before), saidOf(wanted))) throw taken()
  return before
}

function requireSeen({ rev }: Kept, revs: readonly number[] | null): void {
  if (revs !== null && !revs.includes(rev))
    throw new Refusal('changed-meanwhile', 'It has changed since it was read: read it again.')
}
