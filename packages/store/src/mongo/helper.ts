import type { CollectionSpec } from '../collection.ts'
import { Duplicate } from '../errors.ts'
import { all, byId } from './filter.ts'
import type { Kept, Link } from './link.ts'
import type { Sequencer } from './sequencer.ts'
import { partitionsIn } from './waiting.ts'

type Attempt<T> = { collection: CollectionSpec; id: string; write: () => Promise<T> }

/** More than this many rivals at one moment, and the caller hears of the last one. */
const ATTEMPTS = 8

const PARTITIONS = { projection: { '_waiting.partition': 1, _gone: 1 } }

/** Help, then go on: a document that is marked as removed still holds its keys until its events are in the log. */
export class Helper {
  readonly #link: Link
  readonly #sequencer: Sequencer

  constructor(link: Link, sequencer: Sequencer) {
    this.#link = link
    this.#sequencer = sequencer
  }

  async write<T>(attempt: Attempt<T>): Promise<T> {
    for (let count = 1; ; count++) {
      try {
        return await attempt.write()
      } catch (error) {
        if (!(error instanceof Duplicate) || count === ATTEMPTS) throw error
        const mayGoOn =
          error.index === '_id' ? await this.#clearId(attempt) : (await this.#clearGone(attempt)) || count === 1
        if (!mayGoOn) throw error
      }
    }
  }

  /** True when the id is free now. */
  async #clearId({ collection, id }: Attempt<unknown>): Promise<boolean> {
    const where = all(byId(collection, id) ?? { _id: id })
    const kept = await this.#link.read(() => this.#link.collection(collection.name).findOne(where, PARTITIONS))
    if (kept === null) return true
    if (kept['_gone'] !== true) return false
    await this.#finish(collection, [kept])
    return true
  }

  /** Which document holds a key of another index is not known: all that are marked are finished. */
  async #clearGone({ collection }: Attempt<unknown>): Promise<boolean> {
    const gone = await this.#link.read(() =>
      this.#link.collection(collection.name).find({ _gone: true }, PARTITIONS).toArray(),
    )
    await this.#finish(collection, gone)
    return gone.length > 0
  }

  async #finish({ name }: CollectionSpec, kept: readonly Kept[]): Promise<void> {
    await this.#sequencer.finish(
      kept.map((each) => ({ place: { collection: name, id: each._id }, partitions: partitionsIn(each) })),
    )
  }
}
