import type { Collection } from '../collection-api.ts'
import type { Engine } from '../engine.ts'
import { hasDied, holderName } from '../holder.ts'
import type { Surroundings } from '../store.ts'
import type { ConsumerState } from '../system.ts'
import { type ConsumerPort, LEASE_MS } from './partition-reader.ts'

export const stateId = (name: string, partition: number): string => `${name}~${partition}`

type Wiring = { name: string; states: Collection<ConsumerState>; world: Surroundings }

/** Positions and leases of a consumer are documents like any other. */
export function consumerPort(engine: Engine, { name, states, world }: Wiring): ConsumerPort {
  const holder = holderName(world.newId())
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
    position: async (partition) => (await states.get(stateId(name, partition)))?.position ?? 0,
    async claim(partition, until) {
      const fresh: ConsumerState = {
        _id: stateId(name, partition),
        name,
        partition,
        position: 0,
        holder,
        until: instant(until),
      }
      let isNew = true
      const { doc } = await states.change(fresh._id, (state, to) => {
        isNew = state?.holder !== holder
        if (state === null) return to.insert(fresh)
        const now = world.now()
        // A lease that ends later than one can is of a clock that was set back.
        const isLeased = state.until > instant(now) && state.until <= instant(now + LEASE_MS)
        const taken = state.holder !== holder && isLeased && !hasDied(state.holder)
        return taken ? null : to.change({ $set: { holder, until: instant(until) } })
      })
      return doc?.holder === holder ? { state: doc, isNew } : null
    },
    async renew(seen, until) {
      const { outcome } = await states.update({ _id: seen._id, holder }, { $set: { until: instant(until) } })
      return outcome === 'updated'
    },
    async advance(seen, position, until) {
      const mine = { _id: seen._id, holder, position: seen.position }
      const { outcome } = await states.update(mine, { $set: { position, until: instant(until) } })
      return outcome === 'updated'
    },
    async release(seen) {
      await states.update({ _id: seen._id, holder }, { $set: { until: instant(world.now()) } })
    },
  }
}
