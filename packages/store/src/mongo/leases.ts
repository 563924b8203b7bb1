import type { Link } from './link.ts'

export type LeaseOptions = { owner: string; partitions: number; now: () => number }

const LEASE_MS = 5_000

/** One document a partition says who searches it for what was left. It saves work; nothing depends on it. */
export class Leases {
  readonly #link: Link
  readonly #options: LeaseOptions

  constructor(link: Link, options: LeaseOptions) {
    this.#link = link
    this.#options = options
  }

  async make(): Promise<void> {
    const ids = Array.from({ length: this.#options.partitions }, (_, partition) => `lease~${partition}`)
    await Promise.all(ids.map((id) => this.#link.ensure(id, { owner: null, until: 0 })))
  }

  async take(): Promise<number[]> {
    const { owner, now } = this.#options
    const at = now()
    const free = { until: { $exists: true }, $or: [{ owner }, { until: { $lt: at } }] }
    await this.#link.write('_store', () => this.#leases().updateMany(free, { $set: { owner, until: at + LEASE_MS } }))
    const held = await this.#link.read(() =>
      this.#leases()
        .find({ owner, until: { $gt: at } })
        .toArray(),
    )
    return held.map(({ _id }) => Number(_id.split('~')[1])).toSorted((a, b) => a - b)
  }

  async release(): Promise<void> {
    const { owner } = this.#options
    await this.#link.write('_store', () => this.#leases().updateMany({ owner }, { $set: { owner: null, until: 0 } }))
  }

  #leases() {
    return this.#link.collection('_store')
  }
}
