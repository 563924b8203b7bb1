import { Refusal } from '../api/refusal.ts'
import type { Actor } from '../api/actor.ts'
import { refusalOf } from '../hooks/outbound.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { endpointEvent } from './events.ts'
import { MOST_ENDPOINTS, ROTATION_MS } from './limits.ts'
import {
  type Endpoint,
  type EndpointChange,
  type EndpointView,
  NEVER,
  type NewEndpoint,
  NOBODY,
  viewOfEndpoint,
} from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { noWebhook, requireAdmin } from './policy.ts'
import { send } from './sending.ts'

export type Pinged = { event: string; status: number | null; ms: number; error: string | null }
type Decided = { change: { [Field in keyof Endpoint]?: Endpoint[Field] | undefined }; op: string }

/** Where the services of an org want to be told; for its admins. */
export class Endpoints {
  readonly #needs: Needs & { nudge: () => void }

  constructor(needs: Needs & { nudge: () => void }) {
    this.#needs = needs
  }

  /** `secret` is shown now, and never again. */
  async create(
    actor: Actor,
    { url, description = null, types = null }: NewEndpoint,
  ): Promise<EndpointView & { secret: string }> {
    requireAdmin(actor)
    this.#requireAskable(url)
    const { org } = actor
    const there = await this.#needs.endpoints.count({ where: { org }, atMost: MOST_ENDPOINTS })
    if (there >= MOST_ENDPOINTS)
      throw new Refusal('invalid', `An org has at most ${MOST_ENDPOINTS} webhooks: remove one that is no longer used.`)
    const secret = this.#needs.newSecret()
    const created = timeOf(this.#needs)
    const endpoint: Endpoint = {
      _id: this.#needs.newId(),
      org,
      url,
      description,
      types,
      created,
      disabled: null,
      failing: null,
      secrets: [{ secret, until: null }],
      next: NEVER,
      planned: 0,
      notBefore: '',
      ...NOBODY,
    }
    const told = endpointEvent(endpoint, { id: this.#needs.newId(), op: 'created', at: created, by: actor.id })
    await this.#needs.endpoints.insert(endpoint, { events: [told] })
    return { ...this.#shown(endpoint), secret }
  }

  /** The newest first. */
  async list(actor: Actor, { limit, cursor }: { limit: number; cursor: string | null }) {
    requireAdmin(actor)
    const after = positionIn(cursor, ['text', 'text'])
    const page = { where: { org: actor.org }, sort: { created: -1 }, limit, after } as const
    const { docs, next } = await this.#needs.endpoints.find(page)
    return { webhooks: docs.map((endpoint) => this.#shown(endpoint)), next: cursorOf(next) }
  }

  async get(actor: Actor, id: string): Promise<EndpointView> {
    return this.#shown(await this.require(actor, id))
  }

  /** Switched on again it is as new, and what waited goes on at once. */
  async change(actor: Actor, id: string, { disabled, ...rest }: EndpointChange): Promise<EndpointView> {
    if (rest.url !== undefined) this.#requireAskable(rest.url)
    const at = timeOf(this.#needs)
    const doc = await this.#change(actor, id, (endpoint) => {
      if (disabled === undefined) return { change: rest, op: 'changed' }
      if (disabled)
        return { change: { ...rest, disabled: endpoint.disabled ?? { at, reason: 'owner' } }, op: 'changed' }
      const again = { disabled: null, failing: null, notBefore: '', next: at, planned: endpoint.planned + 1 }
      return { change: { ...rest, ...again }, op: 'changed' }
    })
    this.#needs.nudge()
    return this.#shown(doc)
  }

  /** The one before signs along for a day, so that receivers can take the new one over in their own time. */
  async rotate(actor: Actor, id: string): Promise<EndpointView & { secret: string }> {
    const secret = this.#needs.newSecret()
    const until = timeOf(this.#needs, ROTATION_MS)
    const doc = await this.#change(actor, id, ({ secrets: [newest] }) => {
      const former = newest === undefined ? [] : [{ ...newest, until }]
      return { change: { secrets: [{ secret, until: null }, ...former] }, op: 'rotated' }
    })
    return { ...this.#shown(doc), secret }
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const endpoint = await this.require(actor, id)
    const told = { id: this.#needs.newId(), op: 'removed', at: timeOf(this.#needs), by: actor.id }
    await this.#needs.endpoints.remove({ _id: id, org: actor.org }, { events: [endpointEvent(endpoint, told)] })
  }

  /** Sends a message that means nothing, also where it is disabled: to try it out. */
  async ping(actor: Actor, id: string, signal: AbortSignal): Promise<Pinged> {
    const endpoint = await this.require(actor, id)
    const event = this.#needs.newId()
    const body = JSON.stringify({ type: 'ping', timestamp: timeOf(this.#needs), data: { webhook: id } })
    const { status, ms, error } = await send(this.#needs, endpoint, { id: event, body, signal })
    return { event, status, ms, error }
  }

  async require(actor: Actor, id: string): Promise<Endpoint> {
    requireAdmin(actor)
    const endpoint = await this.#needs.endpoints.get(id)
    if (endpoint?.org !== actor.org) throw noWebhook()
    return endpoint
  }

  async #change(actor: Actor, id: string, decide: (endpoint: Endpoint) => Decided): Promise<Endpoint> {
    requireAdmin(actor)
    const told = { id: this.#needs.newId(), at: timeOf(this.#needs), by: actor.id }
    const { doc } = await this.#needs.endpoints.change(id, (endpoint, to) => {
      if (endpoint?.org !== actor.org) return null
      const { change, op } = decide(endpoint)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return to.change({ $set: given as Partial<Endpoint> }, { events: [endpointEvent(endpoint, { ...told, op })] })
    })
    if (doc?.org !== actor.org) throw noWebhook()
    return doc
  }

  #shown(endpoint: Endpoint): EndpointView {
    return viewOfEndpoint(endpoint, timeOf(this.#needs))
  }

  #requireAskable(url: string): void {
    const refusal = refusalOf(url, this.#needs.allowPrivate)
    if (refusal !== undefined)
      throw new Refusal('invalid', 'Nothing can be sent to this url.', [{ path: 'url', message: refusal }])
  }
}
