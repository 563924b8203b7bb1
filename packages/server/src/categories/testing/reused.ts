import { type CollectionSpec, type Engine, type NewEvent, openSqlite } from '@palaver/store'
import type { Contents } from '../../../../store/src/testing/protocol-contents.ts'

export type Again = {
  engine: Engine
  /** Where its log was before it was given what it holds. */
  begin: number
}

/** Thousands of small databases one after the other, all in one: to open another costs more than a run. */
export class Reused {
  readonly #collections: readonly CollectionSpec[]
  #engine: Promise<Engine> | null = null
  #runs = 0
  /** Versions begin anew with each run. */
  #version = 0

  constructor(collections: readonly CollectionSpec[]) {
    this.#collections = collections
  }

  /** One with nothing but this in it. */
  async with({ documents, events }: Contents): Promise<Again> {
    this.#engine ??= this.open()
    const engine = await this.#engine
    await this.#forgetEvents(engine)
    await this.#empty(engine)
    const begin = await engine.lastSeq(0)
    let told: readonly NewEvent[] = events
    for (const spec of this.#collections)
      for (const { doc } of documents[spec.name] ?? []) {
        await engine.insert(spec, doc, told)
        told = []
      }
    return { engine, begin }
  }

  /** One of its own. */
  open(): Promise<Engine> {
    const firstVersion = (): number => (this.#version += 1_000)
    return openSqlite({ file: ':memory:', collections: this.#collections, partitions: 1, firstVersion })
  }

  async #empty(engine: Engine): Promise<void> {
    for (const spec of engine.collections)
      for (const { doc } of await engine.batch(spec, null, 1_000))
        await engine.remove(spec, { id: String(doc['_id']), where: [], version: null, events: [] })
    this.#version = 0
  }

  /** What an earlier run has told has the same ids. The last of a log stays, so there is another. */
  async #forgetEvents(engine: Engine): Promise<void> {
    const [spec] = this.#collections
    if (spec === undefined) throw new Error('there is no collection')
    const _id = `run ${++this.#runs}`
    const event = { _id, org: 'org', subject: _id, type: 'run', op: 'begun', at: EARLY, actor: null }
    await engine.insert(spec, { _id }, [{ ...event, before: null, after: null }])
    await engine.trimEvents({ partition: 0, before: LATE, upTo: await engine.lastSeq(0), limit: 1_000 })
  }
}

const [EARLY, LATE] = ['2026-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']
