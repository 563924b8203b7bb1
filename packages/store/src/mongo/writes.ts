import type { Filter } from 'mongodb'
import type { CollectionSpec } from '../collection.ts'
import { checkSize } from '../dialect/check.ts'
import type { Condition } from '../dialect/condition.ts'
import type { Doc } from '../dialect/value.ts'
import type { RemoveRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import { UnsupportedOperator } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { all, type Asked, byId, filterOf, LIVE, NOTHING_WAITS } from './filter.ts'
import { Helper } from './helper.ts'
import { changeOf, docOf, keptOf, waitingEvents, type WaitingEvent } from './hidden.ts'
import { checkIndexFit } from './index-fit.ts'
import type { Kept, Link } from './link.ts'
import { isMisfit, misfitOf } from './misfit.ts'
import type { Reads } from './reads.ts'
import type { Sequencer } from './sequencer.ts'
import { partitionsIn } from './waiting.ts'

const UNMATCHED: UpdateAnswer = { outcome: 'unmatched', doc: null }

type Parts = { link: Link; sequencer: Sequencer; reads: Reads; partitions: number }

export class Writes {
  readonly #link: Link
  readonly #sequencer: Sequencer
  readonly #reads: Reads
  readonly #partitions: number
  readonly #helper: Helper

  constructor({ link, sequencer, reads, partitions }: Parts) {
    this.#link = link
    this.#sequencer = sequencer
    this.#reads = reads
    this.#partitions = partitions
    this.#helper = new Helper(link, sequencer)
  }

  async insert(collection: CollectionSpec, doc: Doc, events: readonly NewEvent[]): Promise<void> {
    checkSize(doc, JSON.stringify(doc))
    checkIndexFit(collection.indexes, doc)
    const waiting = waitingEvents(events, this.#partitions)
    const write = () => this.#link.write(collection.name, () => this.#in(collection).insertOne(keptOf(doc, waiting)))
    await this.#helper.write({ collection, id: doc._id, takesLive: false, write })
    this.#nudge(collection, doc._id, waiting)
  }

  async update(collection: CollectionSpec, request: UpdateRequest): Promise<UpdateAnswer> {
    const { id, change, upsert } = request
    const target = targetOf(collection, request)
    if (target === null && upsert)
      throw new UnsupportedOperator(`${collection.name}: no document can have the id "${id}".`)
    if (target === null) return UNMATCHED
    const waiting = waitingEvents(request.events, this.#partitions)
    const write = () => this.#link.write(collection.name, () => this.#send(collection, { request, target, waiting }))
    try {
      const answer = await this.#helper.write({ collection, id, takesLive: upsert, write })
      if (answer.outcome !== 'unmatched') this.#nudge(collection, id, waiting)
      return answer
    } catch (error) {
      if (!isMisfit(error)) throw error
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

  async #send(collection: CollectionSpec, { request, target, waiting }: Sent): Promise<UpdateAnswer> {
    const { change, upsert, returning } = request
    const update = changeOf(change, waiting)
    const options = { upsert, ...(change.arrayFilters.length > 0 && { arrayFilters: [...change.arrayFilters] }) }
    if (returning === null) {
      const { matchedCount, upsertedCount } = await this.#in(collection).updateOne(target, update, options)
      return { outcome: matchedCount > 0 ? 'updated' : upsertedCount > 0 ? 'inserted' : 'unmatched', doc: null }
    }
    const asked = {
      ...options,
      returnDocument: returning,
      includeResultMetadata: true,
      projection: { _waiting: 0 },
    } as const
    const { value, lastErrorObject } = await this.#in(collection).findOneAndUpdate(target, update, asked)
    const doc = value === null ? null : docOf(value)
    if (lastErrorObject?.['updatedExisting'] === true) return { outcome: 'updated', doc }
    return upsert ? { outcome: 'inserted', doc: returning === 'after' ? doc : null } : UNMATCHED
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
  const key = byId(collection, id)
  if (key === null) return null
  // An upsert takes a field from its filter only where it is named once.
  const named = where.flatMap((clause) =>
    'or' in clause || !clause.tests.some(({ op }) => op === 'eq') ? [] : [clause.path],
  )
  const rest = Object.fromEntries(Object.entries(key).filter(([path]) => !named.includes(path)))
  return all(rest, filterOf(where), version === null ? {} : { _v: version }, LIVE)
}
