import type { Collection, Find } from '@palaver/store'

/** As many as one query can name. */
const AT_ONCE = 100

type Read<T extends { _id: string }> = Pick<Collection<T>, 'get' | 'find'>
type Asked<T> = { ids: readonly string[]; resolve: (found: T[]) => void; reject: (error: unknown) => void }

/**
 * Reads documents by their ids; what many ask for in one go is read with one query. It is read once all of them have
 * asked, so nobody gets what was there before they did. Nobody may change what they get: others may have it, too.
 */
class JoinedReads<T extends { _id: string }> {
  readonly #collection: Read<T>
  #asked: Asked<T>[] = []

  constructor(collection: Read<T>) {
    this.#collection = collection
  }

  async get(id: string): Promise<T | null> {
    return (await this.all([id]))[0] ?? null
  }

  /** Those that are there, in the order of their ids here. */
  all(ids: readonly string[]): Promise<T[]> {
    if (ids.length === 0) return Promise.resolve([])
    const { promise, resolve, reject } = Promise.withResolvers<T[]>()
    // After all that goes on without waiting for anything.
    if (this.#asked.push({ ids, resolve, reject }) === 1) process.nextTick(() => this.#answer(this.#asked.splice(0)))
    return promise
  }

  async #answer(asked: readonly Asked<T>[]): Promise<void> {
    try {
      const ids = [...new Set(asked.flatMap((one) => one.ids))]
      const slices = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
        ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      )
      const found = (await Promise.all(slices.map((some) => this.#read(some)))).flat()
      const byId = new Map(found.map((doc) => [doc._id, doc]))
      for (const one of asked) one.resolve(one.ids.flatMap((id) => byId.get(id) ?? []))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  async #read(ids: readonly string[]): Promise<T[]> {
    const [only, ...more] = ids
    if (only !== undefined && more.length === 0) return [await this.#collection.get(only)].filter((doc) => doc !== null)
    // What holds for every document is not seen to hold for `T`, of which nothing but its id is known here.
    const where = { _id: { $in: [...ids] } } as unknown as NonNullable<Find<T>['where']>
    return (await this.#collection.find({ where, limit: ids.length, next: false })).docs
  }
}

const known = new WeakMap<object, object>()

/** The same for all who have the same collection. */
export function joinedReads<T extends { _id: string }>(collection: Read<T>): JoinedReads<T> {
  const found = known.get(collection) as JoinedReads<T> | undefined
  if (found !== undefined) return found
  const made = new JoinedReads<T>(collection)
  known.set(collection, made)
  return made
}
