import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import type { Endpoints } from './endpoints.ts'
import type { Endpoint, Replay, WebhookDelivery } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { noDelivery } from './policy.ts'

export type DeliveryView = Pick<WebhookDelivery, 'event' | 'type' | 'at' | 'state' | 'attempts' | 'log'> & {
  next: string | null
}
export type Replayed = { replayed: number; next: string | null }
type Paging = { limit: number; cursor: string | null }

/** Looked at in one request; whoever wants more goes on where it ended. */
const REPLAYED_AT_ONCE = 200

/** What was sent to an endpoint, and sending it again; for admins. */
export class Deliveries {
  readonly #needs: Needs & { nudge: () => void }
  readonly #endpoints: Pick<Endpoints, 'require'>

  constructor(needs: Needs & { nudge: () => void }, endpoints: Pick<Endpoints, 'require'>) {
    this.#needs = needs
    this.#endpoints = endpoints
  }

  /** The newest first. */
  async list(actor: Actor, id: string, { limit, cursor }: Paging) {
    const { _id: endpoint } = await this.#endpoints.require(actor, id)
    const after = positionIn(cursor, ['text', 'text'])
    const page = { where: { endpoint }, sort: { at: -1, event: 1 }, limit, after } as const
    const { docs, next } = await this.#needs.deliveries.find(page)
    return { deliveries: docs.map(viewOf), next: cursorOf(next) }
  }

  async replay(actor: Actor, id: string, wanted: Replay): Promise<Replayed> {
    const endpoint = await this.#endpoints.require(actor, id)
    if ('event' in wanted) {
      if (!(await this.#again(endpoint, wanted.event))) throw noDelivery()
      await this.#due(endpoint)
      return { replayed: 1, next: null }
    }
    const { since, only = 'failed', cursor = null } = wanted
    const after = positionIn(cursor, ['text', 'text'])
    const where = { endpoint: id, at: { $gte: new Date(since).toISOString() } }
    const page = { where, sort: { at: 1, event: -1 }, limit: REPLAYED_AT_ONCE, after } as const
    const { docs, next } = await this.#needs.deliveries.find(page)
    const chosen = docs.filter(({ state }) => only === 'all' || state === 'failed' || state === 'skipped')
    for (const { event } of chosen) await this.#again(endpoint, event)
    await this.#due(endpoint)
    return { replayed: chosen.length, next: cursorOf(next) }
  }

  /** It begins again with all its tries, under the same id. */
  async #again({ _id }: Endpoint, event: string): Promise<boolean> {
    const now = timeOf(this.#needs)
    const again = { state: 'waiting', tries: 0, runAt: now, asked: now } as const
    const { outcome } = await this.#needs.deliveries.update({ _id: `${_id}~${event}` }, { $set: again })
    return outcome === 'updated'
  }

  async #due({ _id }: Endpoint): Promise<void> {
    await this.#needs.endpoints.update({ _id }, { $min: { next: timeOf(this.#needs) }, $inc: { planned: 1 } })
    this.#needs.nudge()
  }
}

const viewOf = ({ event, type, at, state, attempts, log, runAt }: WebhookDelivery): DeliveryView => ({
  event,
  type,
  at,
  state,
  attempts,
  next: state === 'waiting' ? runAt : null,
  log,
})
