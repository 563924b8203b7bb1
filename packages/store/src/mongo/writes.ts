import type { Filter } from 'mongodb'
import type { CollectionSpec } from '../collection.ts'
import { checkSize } from '../dialect/check.ts'
import type { Condition } from '../dialect/condition.ts'
import { documentForUpsert } from '../dialect/upsert.ts'
import type { Doc } from '../dialect/value.ts'
import type { RemoveRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import { Duplicate, StoreError } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { all, type Asked, byId, LIVE, NOTHING_WAITS, whereOf } from './filter.ts'
import { Helper } from './helper.ts'
import { changeOf, docOf, keptOf, waitingEvents, type WaitingEvent } from './hidden.ts'
import { checkIndexFit } from './index-fit.ts'
import type { Kept, Link } from './link.ts'
import { misfitOf } from './misfit.ts'
import type { Reads } from './reads.ts'
import type { Sequencer } from './sequencer.ts'
import { partitionsIn } from './waiting.ts'

const UNMATCHED: UpdateAnswer = { outcome: 'unmatched', doc: null }

/** So often another may make or remove the document under an upsert. */
const UPSERTS = 4

type Parts = { link: Link; sequencer: Sequencer; reads: Reads; partitions: number; firstVersion: () => number }

export class Writes {
  readonly #link: Link
  readonly #sequencer: Sequencer
  readonly #reads: Reads
  readonly #partitions: number
  readonly #firstVersion: () => number
  readonly #helper: Helper

  constructor({ link, sequencer, reads, partitions, firstVersion }: Parts) {
    this.#link = link
    this.#sequencer = sequencer
    this.#reads = reads
    this.#partitions = partitions
    this.#firstVersion = firstVersion
    this.#helper = new Helper(link, sequencer)
  }

  async insert(collection: CollectionSpec, doc: Doc, events: readonly NewEvent[]): Promise<void> {
    const json = JSON.stringify(doc)
    checkSize(doc, json)
    checkIndexFit(collection.indexes, doc)
    const waiting = waitingEvents(events, this.#partitions)
    // The driver reads the document later, when the caller may have changed it.
    const kept = keptOf(JSON.parse(json) as Doc, this.#firstVersion(), waiting)
    const write = () => this.#link.write(collection.name, () => this.#in(collection).insertOne(kept))
    await this.#helper.write({ collection, id: doc._id, write })
    this.#nudge(collection, doc._id, waiting)
  }

  async update(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer> {
    if (request.upsert) return this.#upsert(collection, request)
    const { id, change } = request
    const target = targetOf(collection, request)
    if (target === null) return UNMATCHED
    const waiting = waitingEvents(request.events, this.#partitions)
    const write = () => this.#link.write(collection.name, () => this.#send(collection, { request, target, waiting }))
    try {
      const answer = await this.#helper.write({ collection, id, write })
      if (answer.outcome !== 'unmatched') this.#nudge(collection, id, waiting)
      return answer
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw misfitOf(error, change, (await this.#reads.get(collection, id))?.doc ?? null)
    }
  }

  async remove(collection: CollectionSpec, request: RemoveRequest): Promise<boolean> {
    const where = targetOf(collection, request)
    if (where === null) return false
    if (request.events.length === 0 && (await this.#delete(collection, where))) return true
    const mark = changeOf({ source: { $set: { _gone: true } } }, waitingEvents(request.events, this.#partitions))
    const options = { returnDocument: 'after', projection: { '_waiting.partition': 1 } } as const
    const marked = await this.#link.write(collection.name, () =>
      this.#in(collection).findOneAndUpdate(where, mark, options),
    )
    if (marked === null) return false
    this.#sequencer.nudge({ place: { collection: collection.name, id: request.id }, partitions: partitionsIn(marked) })
    return true
  }

  /** At once, unless events still wait in the document. */
  async #delete(collection: CollectionSpec, where: Filter<Kept>): Promise<boolean> {
    const idle = all(where as Asked, NOTHING_WAITS)
    const { deletedCount } = await this.#link.write(collection.name, () => this.#in(collection).deleteOne(idle))
    return deletedCount > 0
  }

  /** Changes the document, or makes it: two steps, because a new document begins with a version of its own. */
  async #upsert(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer> {
    const { id, where, change, events, returning } = request
    for (let attempt = 1; ; attempt++) {
      const answer = await this.update(collection, { ...request, upsert: false })
      if (answer.outcome !== 'unmatched') return answer
      const doc = documentForUpsert(id, where, change)
      try {
        await this.insert(collection, doc, events)
        return { outcome: 'inserted', doc: returning === 'after' ? doc : null }
      } catch (error) {
        if (!(error instanceof Duplicate) || error.index !== '_id' || attempt === UPSERTS) throw error
      }
    }
  }

  async #send(collection: CollectionSpec, { request, target, waiting }: Sent): Promise<UpdateAnswer> {
    const { change, returning } = request
    const update = changeOf(change, waiting)
    const options = change.arrayFilters.length === 0 ? {} : { arrayFilters: [...change.arrayFilters] }
    if (returning === null) {
      const { matchedCount } = await this.#in(collection).updateOne(target, update, options)
      return matchedCount === 0 ? UNMATCHED : { outcome: 'updated', doc: null }
    }
    const asked = { ...options, returnDocument: returning, projection: { _waiting: 0 } } as const
    const kept = await this.#in(collection).findOneAndUpdate(target, update, asked)
    return kept === null ? UNMATCHED : { outcome: 'updated', doc: docOf(kept) }
  }

  #nudge({ name }: CollectionSpec, id: string, waiting: readonly WaitingEvent[]): void {
    if (waiting.length === 0) return
    const partitions = [...new Set(waiting.map(({ partition }) => partition))]
    this.#sequencer.nudge({ place: { collection: name, id }, partitions })
  }

  #in({ name }: CollectionSpec) {
    return this.#link.collection(name)
  }
}

type Sent = { request: UpdateRequest; target: Filter<Kept>; waiting: readonly WaitingEvent[] }

/** The document by its id and key, if what is asked of it holds; null where no document can have that id. */
function targetOf(
  collection: CollectionSpec,
  { id, where, version }: { id: string; where: Condition; version: number | null },
): Filter<Kept> | null {
  if (byId(collection, id) === null) return null
  const named: Condition = [{ path: '_id', tests: [{ op: 'eq', value: id }] }, ...where]
  return all(whereOf(collection, named), version === null ? {} : { _v: version }, LIVE)
}
