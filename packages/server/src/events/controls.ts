import type { Collection } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { QueueControl } from './item-model.ts'
import { EVERY_ORG, queueEvent } from './queue-events.ts'

const MOST_QUEUES = 100

type Needs = { controls: Collection<QueueControl>; now: () => number; newId: () => string }

/** What was decided for each queue, on all nodes. */
export class QueueControls {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Every queue that was ever started, by name. */
  async all(): Promise<QueueControl[]> {
    const { docs } = await this.#needs.controls.find({ sort: { _id: 1 }, limit: MOST_QUEUES, next: false })
    return docs
  }

  async register(queue: string): Promise<void> {
    const fresh = { paused: false, by: null, at: this.#now() }
    await this.#needs.controls.update({ _id: queue }, { $setOnInsert: fresh }, { upsert: true })
  }

  async require(queue: string): Promise<void> {
    if ((await this.#needs.controls.get(queue)) === null) throw noQueue(queue)
  }

  async set(queue: string, { paused, by }: { paused: boolean; by: string }): Promise<void> {
    const at = this.#now()
    const op = paused ? 'paused' : 'resumed'
    const events = [queueEvent({ id: this.#needs.newId(), op, queue, org: EVERY_ORG, at, by })]
    await this.#needs.controls.change(queue, (control, to) => {
      if (control === null) throw noQueue(queue)
      return control.paused === paused ? null : to.change({ $set: { paused, by, at } }, { events })
    })
  }

  #now(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}

const noQueue = (queue: string): Refusal => new Refusal('queue-not-found', `There is no queue ${queue}.`)
