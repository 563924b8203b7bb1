import type { Engine } from '../../engine.ts'
import { Duplicate, StoreError } from '../../errors.ts'
import type { LoggedEvent, NewEvent } from '../../events/event.ts'
import { createStore, type Store } from '../../store.ts'
import { type Operation, type Thing, things } from './things.ts'

/** Everything that can be seen of a collection: its documents, and what its events say of each. */
export type Contents = { docs: Thing[]; events: Record<string, string[]> }

type Loose = {
  [Method in 'get' | 'insert' | 'update' | 'remove' | 'find' | 'count']: (...args: unknown[]) => Promise<unknown>
}
type Found = { docs: unknown[]; next: unknown; examined: number }

/** Runs operations on one engine and tells what each answered. */
export class Machine {
  readonly #store: Store
  readonly #collection: Loose
  #from = 0
  #told = 0

  constructor(engine: Engine) {
    this.#store = createStore(engine)
    this.#collection = this.#store.collection(things) as unknown as Loose
  }

  /** An answer, or the kind of error: which is as much a part of the contract. */
  async run(operation: Operation, name: string): Promise<unknown> {
    try {
      return await this.#perform(operation, name)
    } catch (error) {
      if (error instanceof Duplicate) return { error: error.code, index: error.index }
      if (error instanceof StoreError) return { error: error.code }
      throw error
    }
  }

  /** Empties the collection and puts these documents in it; events from now on are told by `contents`. */
  async reset(docs: readonly Thing[]): Promise<void> {
    const { docs: old } = await this.contents()
    await Promise.all(old.map(({ _id }) => this.#collection.remove({ _id })))
    await Promise.all(docs.map((doc) => this.#collection.insert(doc)))
    await this.#store.events.settle()
    this.#from = await this.#store.events.lastSeq(this.#partition)
    this.#told++
  }

  async contents(): Promise<Contents> {
    const docs: Thing[] = []
    for await (const { doc } of this.#store.collection(things).scan()) docs.push(doc)
    await this.#store.events.settle()
    const events = await this.#store.events.read({ partition: this.#partition, after: this.#from, limit: 1_000 })
    checkNumbers(events, this.#from)
    const bySubject = Object.groupBy(events, ({ subject }) => subject)
    return {
      docs,
      events: Object.fromEntries(
        Object.entries(bySubject).map(([subject, all = []]) => [subject, all.map(({ type }) => type)]),
      ),
    }
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  get #partition(): number {
    return this.#store.events.partitionOf('org')
  }

  async #perform(operation: Operation, name: string): Promise<unknown> {
    switch (operation.kind) {
      case 'insert':
        return this.#collection.insert(operation.doc, {
          events: this.#events(operation.doc._id, name, operation.events),
        })
      case 'update': {
        const { where, change, options, events } = operation
        return this.#collection.update(where, change, { ...options, events: this.#events(where._id, name, events) })
      }
      case 'remove':
        return this.#collection.remove(operation.where, {
          events: this.#events(operation.where._id, name, operation.events),
        })
      case 'get':
        return this.#collection.get(operation.id)
      case 'count':
        return this.#collection.count(operation)
      case 'find':
        return this.#pages(operation.query, operation.pages)
    }
  }

  async #pages(query: object, pages: number): Promise<Found[]> {
    const all: Found[] = []
    let after: unknown = null
    for (let page = 0; page < pages; page++) {
      const found = (await this.#collection.find({ ...query, after })) as Found
      all.push(found)
      after = found.next
      if (after === null) break
    }
    return all
  }

  /** The type says which step it was; the id is new in every run. */
  #events(subject: string, name: string, count: number): NewEvent[] {
    return Array.from({ length: count }, (_, at) => ({
      _id: `${this.#told}~${name}~${at}`,
      org: 'org',
      subject,
      type: `${name}.${at}`,
      op: 'happened',
      at: '2026-01-01T00:00:00.000Z',
    }))
  }
}

function checkNumbers(events: readonly LoggedEvent[], from: number): void {
  const wrong = events.find(({ seq }, at) => seq !== from + at + 1)
  if (wrong !== undefined)
    throw new Error(`The event ${wrong._id} has the number ${wrong.seq}: there is a gap or a repeat.`)
}
