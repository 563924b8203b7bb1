import { changeDocument, type Decide, type Decided } from './change.ts'
import type { CollectionOf } from './collection.ts'
import { fieldsOfId } from './collection.ts'
import { parseChange } from './dialect/change.ts'
import { normalise } from './dialect/check.ts'
import type { Clause, Condition } from './dialect/condition.ts'
import { parseFilter } from './dialect/filter.ts'
import { parseProjection } from './dialect/projection.ts'
import { equalities } from './dialect/upsert.ts'
import type { Doc } from './dialect/value.ts'
import type { Engine, Page, UpdateAnswer, UpdateRequest } from './engine.ts'
import { UnsupportedOperator } from './errors.ts'
import type { NewEvent } from './events/event.ts'
import { checkChange, checkEvents, checkInsert } from './fit.ts'
import { explainQuery, type Explanation } from './plan/explain.ts'
import { planQuery } from './plan/planner.ts'
import { checkCount, parseQuery } from './plan/query.ts'
import type { Plan, Position } from './plan/plan.ts'
import { scanDocuments } from './scan.ts'
import type { Surroundings } from './store.ts'
import type { ArrayFilters, Change, Filter, ProjectionOf, Sort } from './typed/index.ts'

/** `limit` bounds every answer; `after` is the `next` of the page before. */
export type Find<T> = {
  where?: Filter<T>
  sort?: Sort<T>
  limit: number
  skip?: number
  after?: Position | null
  /** Where no `next` is wanted, no document is read to know whether there is one. */
  next?: false
  /** Lets conditions through that the index does not serve, and bounds how many documents are looked at. */
  examineAtMost?: number
}

export type ById<T> = { _id: string } & Filter<T>
export type Versioned<T> = { doc: T; version: number }
export type WithEvents = { events?: readonly NewEvent[] }
export type UpdateOptions = WithEvents & {
  upsert?: boolean
  arrayFilters?: ArrayFilters
  /** The version the document must have. */
  version?: number
  returning?: 'before' | 'after'
}
export type Updated<T> = { outcome: UpdateAnswer['outcome']; doc: T | null }

/** A collection as the product uses it. Every write is to one document, with the events that tell of it. */
export type Collection<T extends { _id: string }> = {
  get(id: string): Promise<T | null>
  getVersioned(id: string): Promise<Versioned<T> | null>
  /** The stored JSON, unparsed. */
  getRaw(id: string): Promise<string | null>
  find(query: Find<T> & { project?: undefined }): Promise<Page<T>>
  find(query: Find<T> & { project: ProjectionOf<T> }): Promise<Page<Partial<T>>>
  findRaw(query: Find<T>): Promise<Page<string>>
  /** The same as bytes of UTF-8: of a large document of which little is wanted, the rest need not become characters. */
  findBytes(query: Find<T>): Promise<Page<Buffer>>
  count(query: { where?: Filter<T>; atMost: number }): Promise<number>
  explain(query: Find<T>): Promise<Explanation>
  insert(doc: T, options?: WithEvents): Promise<void>
  update(where: ById<T>, change: Change<T>, options?: UpdateOptions): Promise<Updated<T>>
  /** Reads, decides, writes by compare-and-set on the version; again on conflict, a bounded number of times. */
  change(id: string, decide: Decide<T>): Promise<Decided<T>>
  remove(where: ById<T>, options?: WithEvents & { version?: number }): Promise<boolean>
  /** All documents in order of id: for exports and repair. */
  scan(options?: { after?: string; batch?: number }): AsyncIterable<Versioned<T>>
}

export function collectionOn<T extends { _id: string }>(
  engine: Engine,
  spec: CollectionOf<T>,
  world: Surroundings,
): Collection<T> {
  return new EngineCollection<T>(engine, spec, world)
}

class EngineCollection<T extends { _id: string }> implements Collection<T> {
  readonly #engine: Engine
  readonly #spec: CollectionOf<T>
  readonly #world: Surroundings

  constructor(engine: Engine, spec: CollectionOf<T>, world: Surroundings) {
    this.#engine = engine
    this.#spec = spec
    this.#world = world
  }

  async get(id: string): Promise<T | null> {
    const stored = await this.#engine.get(this.#spec, demandId(this.#spec, id))
    return stored === null ? null : typed<T>(stored.doc)
  }

  async getVersioned(id: string): Promise<Versioned<T> | null> {
    const stored = await this.#engine.get(this.#spec, demandId(this.#spec, id))
    return stored === null ? null : { doc: typed<T>(stored.doc), version: stored.version }
  }

  async getRaw(id: string): Promise<string | null> {
    return this.#engine.getRaw(this.#spec, demandId(this.#spec, id))
  }

  // Like `insert` these are not async functions: a page of news is made of some thirty answers.
  find(query: Find<T> & { project?: ProjectionOf<T> | undefined }): Promise<Page<T>> {
    try {
      const projection = query.project === undefined ? null : parseProjection(query.project)
      return this.#engine.find(this.#spec, this.#plan(query), projection) as unknown as Promise<Page<T>>
    } catch (error) {
      return Promise.reject(error as Error)
    }
  }

  findRaw(query: Find<T>): Promise<Page<string>> {
    try {
      return this.#engine.findRaw(this.#spec, this.#plan(query))
    } catch (error) {
      return Promise.reject(error as Error)
    }
  }

  findBytes(query: Find<T>): Promise<Page<Buffer>> {
    try {
      return this.#engine.findBytes(this.#spec, this.#plan(query))
    } catch (error) {
      return Promise.reject(error as Error)
    }
  }

  #plan(query: Find<T>): Plan {
    return planQuery(this.#spec, parseQuery(query))
  }

  async count({ where, atMost }: { where?: Filter<T>; atMost: number }): Promise<number> {
    return this.#engine.count(this.#spec, planQuery(this.#spec, parseQuery({ where, limit: atMost })))
  }

  async explain(query: Find<T>): Promise<Explanation> {
    return explainQuery(this.#engine, this.#spec, parseQuery(query))
  }

  insert(doc: T, { events = [] }: WithEvents = {}): Promise<void> {
    // Not an async function, which would wrap the engine's promise in another: this is the hottest write.
    try {
      checkInsert(this.#spec, doc)
      checkEvents(events)
      return this.#engine.insert(this.#spec, normalise(doc), events)
    } catch (error) {
      return Promise.reject(error as Error)
    }
  }

  async update(where: ById<T>, change: Change<T>, options: UpdateOptions = {}): Promise<Updated<T>> {
    const { id, rest } = splitId(this.#spec, where)
    const request = requestOf({ id, where: rest, change: parseChange(change, options.arrayFilters) }, options)
    checkChange(this.#spec, request.change)
    checkEvents(request.events)
    if (request.upsert) request.where = upsertCondition(this.#spec, id, rest)
    const { outcome, doc } = await this.#engine.update(this.#spec, request)
    return { outcome, doc: doc === null ? null : typed<T>(doc) }
  }

  change(id: string, decide: Decide<T>): Promise<Decided<T>> {
    return changeDocument<T>(this, { id, decide, world: this.#world })
  }

  async remove(where: ById<T>, { events = [], version }: WithEvents & { version?: number } = {}): Promise<boolean> {
    const { id, rest } = splitId(this.#spec, where)
    checkEvents(events)
    return this.#engine.remove(this.#spec, { id, where: rest, version: version ?? null, events })
  }

  async *scan({ after, batch = 100 }: { after?: string; batch?: number } = {}): AsyncIterable<Versioned<T>> {
    checkCount('batch', batch, 1)
    const from = after === undefined ? null : demandId(this.#spec, after)
    for await (const { doc, version } of scanDocuments(this.#engine, this.#spec, { after: from, batch }))
      yield { doc: typed<T>(doc), version }
  }
}

/** What was checked on the way in has its type on the way out. */
const typed = <T>(doc: Doc): T => doc as unknown as T

function requestOf(asked: Pick<UpdateRequest, 'id' | 'where' | 'change'>, options: UpdateOptions): UpdateRequest {
  const { upsert = false, version, events = [], returning } = options
  if (returning !== undefined && returning !== 'before' && returning !== 'after')
    throw new UnsupportedOperator('`returning` is "before" or "after".')
  if (upsert && version !== undefined)
    throw new UnsupportedOperator('An upsert cannot demand a version: what does not exist has none.')
  return { ...asked, upsert, version: version ?? null, events, returning: returning ?? null }
}

/** No value of a user's becomes an operator by being where an id is expected. */
function demandId(spec: CollectionOf<unknown>, id: unknown): string {
  if (typeof id === 'string' && id !== '' && id.isWellFormed()) return id
  throw new UnsupportedOperator(`${spec.name}: a document is named by its _id, a string that is not empty.`)
}

/** A write is to one document, so it names its id. */
function splitId(spec: CollectionOf<unknown>, where: { _id: string }): { id: string; rest: Condition } {
  const { _id, ...rest } = where ?? {}
  return { id: demandId(spec, _id), rest: parseFilter(rest) }
}

/** What the id is made of becomes fields of a document that an upsert makes, as other equalities do. */
function upsertCondition(spec: CollectionOf<unknown>, id: string, rest: Condition): Condition {
  const fields = fieldsOfId(spec, id)
  if (fields === null)
    throw new UnsupportedOperator(`${spec.name}: the id "${id}" is not made of ${spec.idFrom?.join(' and ') ?? ''}.`)
  const where: Condition = [
    ...Object.entries(fields).map(([path, value]): Clause => ({ path, tests: [{ op: 'eq', value }] })),
    ...rest,
  ]
  equalities(where)
  return where
}
