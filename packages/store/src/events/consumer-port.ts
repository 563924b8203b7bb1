import type { Collection } from '../collection-api.ts'
import type { Engine } from '../engine.ts'
import type { Surroundings } from '../store.ts'
import type { ConsumerState } from '../system.ts'
import type { ConsumerPort } from './partition-reader.ts'

type Wiring = { name: string; states: Collection<ConsumerState>; world: Surroundings }

/** Positions and leases of a consumer are documents like any other. */
export function consumerPort(engine: Engine, { name, states, world }: Wiring): ConsumerPort {
  const holder = world.newId()
  const idOf = (partition: number): string => `${name}~${partition}`
  const instant = (ms: number): string => new Date(ms).toISOString()
  return {
    name,
    holder,
    partitions: engine.partitions,
    now: world.now,
    sleep: world.sleep,
    random: world.random,
    read: (query) => engine.readEvents(query),
    lastSeq: (partition) => engine.lastSeq(partition),
    onAppend: (wake) => engine.onAppend(wake),
    position: async (partition) => (await states.get(idOf(partition)))?.position ?? 0,
    async claim(partition, until) {
      const fresh: ConsumerState = { _id: idOf(partition), name, partition, position: 0, holder, until: instant(until) }
      const { doc } = await states.change(fresh._id, (state) => {
        if (state === null) return { insert: fresh }
        const taken = state.holder !== holder && state.until > instant(world.now())
        return taken ? null : { change: { $set: { holder, until: instant(until) } } }
      })
      return doc?.holder === holder ? doc : null
    },
    async advance(seen, position, until) {
      const mine = { _id: seen._id, holder, position: seen.position }
      const { outcome } = await states.update(mine, { $set: { position, until: instant(until) } })
      return outcome === 'updated'
    },
  }
}
