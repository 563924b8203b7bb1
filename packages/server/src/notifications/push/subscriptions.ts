import { createHash } from 'node:crypto'
import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { refusalOf } from '../../hooks/outbound.ts'
import type { Whose } from '../../personal/service.ts'
import { requirePerson } from '../preferences/preferences.ts'
import type { Keys } from './keys.ts'
import type { Subscribing, Subscription } from './model.ts'

const MOST_OF_A_PERSON = 20
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MOST_FAILURES = 3

type Needs = {
  subscriptions: Collection<Subscription>
  keys: Keys
  /** As it is at this moment: nothing is kept of who was erased. */
  isErased: (whose: Whose) => Promise<boolean>
  now: () => number
  allowPrivate: boolean
}

/** The browsers in which people want to be told. */
export class Subscriptions {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Whoever signed in last in a browser has it: what is meant for who was there before no longer goes there. */
  async subscribe(actor: Actor, subscribing: Subscribing): Promise<Subscription> {
    requirePerson(actor)
    const { subscriptions } = this.#needs
    const { endpoint, keys, language = 'en' } = subscribing
    this.#requireAllowed(endpoint)
    const _id = idOfEndpoint(actor.org, endpoint)
    const refreshed = this.#time()
    const said = { person: actor.id, ...keys, key: await this.#keyOf(subscribing), language, refreshed, failures: null }
    const { doc } = await subscriptions.change(_id, (known, to) =>
      known === null
        ? to.insert({ _id, org: actor.org, endpoint, created: refreshed, ...said })
        : to.change({ $set: said }),
    )
    // Who was erased meanwhile was looked through before this came: it must not stay.
    if (await this.#needs.isErased(actor)) await this.eraseAll(actor)
    await this.#dropOldest(actor)
    return doc ?? { _id, org: actor.org, endpoint, created: refreshed, ...said }
  }

  /** Those of a person, the one that was heard of last first. */
  async of({ org, id }: Whose): Promise<Subscription[]> {
    const where = { org, person: id }
    // One more may be there while another process takes the oldest away.
    const limit = MOST_OF_A_PERSON * 2
    const { docs } = await this.#needs.subscriptions.find({ where, sort: { refreshed: -1 }, limit, next: false })
    return docs
  }

  /** Gone afterwards, unless it is somebody else's. */
  async unsubscribe({ org, id }: Whose, subscription: string): Promise<void> {
    await this.#needs.subscriptions.remove({ _id: subscription, org, person: id })
  }

  async eraseAll(whose: Whose): Promise<void> {
    for (;;) {
      const all = await this.of(whose)
      if (all.length === 0) return
      for (const { _id } of all) await this.unsubscribe(whose, _id)
    }
  }

  /** The push service says that it is no more, unless the browser came with new keys meanwhile. */
  async forget({ _id, refreshed }: Subscription): Promise<void> {
    await this.#needs.subscriptions.remove({ _id, refreshed })
  }

  async succeeded({ _id, failures }: Subscription): Promise<void> {
    if (failures !== null) await this.#needs.subscriptions.update({ _id }, { $set: { failures: null } })
  }

  /** One that fails again and again, for more than a day, is forgotten. */
  async failed({ _id }: Subscription): Promise<{ isForgotten: boolean }> {
    const now = this.#needs.now()
    const at = this.#time()
    const { doc } = await this.#needs.subscriptions.change(_id, (known, to) => {
      if (known === null) return null
      const { count, first, last } = known.failures ?? { count: 0, first: at, last: '' }
      if (last !== '' && now - Date.parse(last) < HOUR_MS) return null
      if (count + 1 >= MOST_FAILURES && now - Date.parse(first) > DAY_MS) return to.remove()
      return to.change({ $set: { failures: { count: count + 1, first, last: at } } })
    })
    return { isForgotten: doc === null }
  }

  /** The name may lead elsewhere by the time something is sent, so it is looked at again then. */
  #requireAllowed(endpoint: string): void {
    const isHttps = endpoint.startsWith('https:')
    const flaw = isHttps ? refusalOf(endpoint, this.#needs.allowPrivate) : 'It is not https.'
    if (flaw !== undefined)
      throw new Refusal('invalid', `Nothing can be sent to this endpoint. ${flaw}`, [
        { path: 'endpoint', message: 'must be an address of a push service' },
      ])
  }

  async #keyOf({ key }: Subscribing): Promise<string> {
    const { keys } = this.#needs
    if (key === undefined) return (await keys.current()).publicKey
    if ((await keys.find(key)) !== null) return key
    throw new Refusal('invalid', 'The browser subscribed with a key that is not in use here: subscribe again.', [
      { path: 'key', message: 'must be the key that this service gives' },
    ])
  }

  async #dropOldest(actor: Actor): Promise<void> {
    const { org, id } = actor
    const surplus = (await this.of({ org, id })).slice(MOST_OF_A_PERSON)
    for (const { _id, refreshed } of surplus)
      await this.#needs.subscriptions.remove({ _id, org, person: id, refreshed })
  }

  #time(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}

const idOfEndpoint = (org: string, endpoint: string): string =>
  createHash('sha256')
    .update(JSON.stringify([org, endpoint]))
    .digest('base64url')
    .slice(0, 32)
