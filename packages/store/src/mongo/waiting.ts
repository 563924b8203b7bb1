import type { AnyBulkWriteOperation } from 'mongodb'
import type { CollectionSpec } from '../collection.ts'
import { all, type Asked, byId, NOTHING_WAITS } from './filter.ts'
import type { WaitingEvent } from './hidden.ts'
import type { Kept, Link } from './link.ts'
import type { Place, WaitingDocument } from './sequence.ts'
import type { Found } from './sequencer.ts'

/** The events that wait in documents, and the documents that wait for their events before they go. */
export class WaitingRoom {
  readonly #link: Link
  readonly #collections: ReadonlyMap<string, CollectionSpec>

  constructor(link: Link, collections: readonly CollectionSpec[]) {
    this.#link = link
    this.#collections = new Map(collections.map((collection) => [collection.name, collection]))
  }

  /** In the order of `places`, so that what was written first is told first. */
  async waiting(partition: number, places: readonly Place[]): Promise<WaitingDocument[]> {
    const found = await this.#each(places, async (collection, ids) => {
      const some = { $or: [{ '_waiting.partition': partition }, { _gone: true }] }
      const options = { projection: { _waiting: 1, _gone: 1 } }
      const cursor = this.#link.collection(collection.name).find(all(anyOf(collection, ids), some), options)
      const kept = await this.#link.read(() => cursor.toArray())
      return kept.map((each) => waitingDocument(collection.name, partition, each))
    })
    const at = new Map(places.map(({ collection, id }, place) => [`${collection}/${id}`, place]))
    const order = ({ place }: WaitingDocument): number => at.get(`${place.collection}/${place.id}`) ?? 0
    return found.flat().toSorted((a, b) => order(a) - order(b))
  }

  /** By the sparse indexes, in every collection. */
  async findWaiting(partitions: readonly number[], limit: number): Promise<Found[]> {
    const found: Found[] = []
    for (const { name } of this.#collections.values()) {
      const where = { $or: [{ '_waiting.partition': { $in: partitions } }, { _gone: true }] }
      if (found.length === limit) break
      const options = { projection: { '_waiting.partition': 1 }, limit: limit - found.length }
      const kept = await this.#link.read(() => this.#link.collection(name).find(where, options).toArray())
      for (const each of kept) found.push({ place: { collection: name, id: each._id }, partitions: partitionsIn(each) })
    }
    return found
  }

  /** The list itself goes with its last event, so that the sparse index holds only what waits. */
  async takeOut(documents: readonly WaitingDocument[]): Promise<void> {
    const events = new Map(documents.map(({ place, events }) => [`${place.collection}/${place.id}`, events]))
    const places = documents.map(({ place }) => place)
    await this.#each(places, async (collection, ids) => {
      const writes = ids.flatMap((id) => takingOut(collection, id, events.get(`${collection.name}/${id}`) ?? []))
      await this.#link.write(collection.name, () =>
        this.#link.collection(collection.name).bulkWrite(writes, { ordered: true }),
      )
    })
  }

  async removeGone(places: readonly Place[]): Promise<void> {
    await this.#each(places, async (collection, ids) => {
      const gone = { _gone: true, ...NOTHING_WAITS }
      const writes = ids.map((id) => ({ deleteOne: { filter: all(byId(collection, id) ?? { _id: id }, gone) } }))
      await this.#link.write(collection.name, () =>
        this.#link.collection(collection.name).bulkWrite(writes, { ordered: false }),
      )
    })
  }

  #each<T>(places: readonly Place[], work: (collection: CollectionSpec, ids: string[]) => Promise<T>): Promise<T[]> {
    const grouped = Map.groupBy(places, ({ collection }) => collection)
    return Promise.all(
      [...grouped].flatMap(([name, group]) => {
        const collection = this.#collections.get(name)
        return collection === undefined
          ? []
          : [
              work(
                collection,
                group.map(({ id }) => id),
              ),
            ]
      }),
    )
  }
}

/** Each id with its shard key, unless the id is the key. */
function anyOf(collection: CollectionSpec, ids: readonly string[]): Asked {
  if (collection.shardKey.join() === '_id') return { _id: { $in: ids } }
  return { $or: ids.map((id) => byId(collection, id) ?? { _id: id }) }
}

function waitingDocument(collection: string, partition: number, kept: Kept): WaitingDocument {
  const events = waitingIn(kept).filter((event) => event.partition === partition)
  return { place: { collection, id: kept._id }, events, gone: kept['_gone'] === true }
}

const waitingIn = (kept: Kept): WaitingEvent[] => (kept['_waiting'] ?? []) as WaitingEvent[]

export const partitionsIn = (kept: Kept): number[] => [...new Set(waitingIn(kept).map(({ partition }) => partition))]

/** Without the list where nothing else waits, else without these events; and two who took out the last ones together leave none. */
function takingOut(
  collection: CollectionSpec,
  id: string,
  events: readonly WaitingEvent[],
): AnyBulkWriteOperation<Kept>[] {
  const where = byId(collection, id) ?? { _id: id }
  const ids = events.map(({ _id }) => _id)
  const partition = events[0]?.partition ?? -1
  const another = { $elemMatch: { $or: [{ _id: { $nin: ids } }, { partition: { $ne: partition } }] } }
  const these = { _id: { $in: ids }, partition }
  return [
    { updateOne: { filter: all(where, { _waiting: { $not: another } }), update: { $unset: { _waiting: '' } } } },
    {
      updateOne: {
        filter: all(where, { '_waiting._id': { $in: ids } }),
        update: { $pull: { _waiting: these } as never },
      },
    },
    { updateOne: { filter: all(where, { _waiting: { $size: 0 } }), update: { $unset: { _waiting: '' } } } },
  ]
}
