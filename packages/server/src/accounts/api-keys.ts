import { timingSafeEqual } from 'node:crypto'
import type { Collection } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { RecentMap } from '../api/recent-map.ts'
import { Refusal } from '../api/refusal.ts'
import {
  type ApiKey,
  type ApiKeyView,
  hashOf,
  type NewApiKey,
  readKey,
  viewOfKey,
  writtenKey,
} from './api-keys-model.ts'
import type { Chance } from './ids.ts'
import { unauthenticated } from './token-head.ts'

/** A key that was revoked on another node stops working here after this. */
const CACHED_MS = 1000
const MOST_CACHED = 1000
/** The last use is noted no more often than this. */
const NOTED_MS = 60_000
const MOST_LIVE = 100

type Needs = {
  apiKeys: Collection<ApiKey>
  now: () => number
  chance: Chance
  /** Told when a use could not be noted, which nobody waits for. */
  onFailure: (error: unknown) => void
}
type Cached = { key: ApiKey; until: number }
export type KeyPage = { keys: ApiKeyView[]; next: string | null }

/** Keys with which servers speak for an org. */
export class ApiKeys {
  readonly #needs: Needs
  readonly #cache = new RecentMap<Cached>({ capacity: MOST_CACHED })
  readonly #noted = new RecentMap<number>({ capacity: MOST_CACHED })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** `key` is shown now, and never again. */
  async create(org: string, { name, scopes }: NewApiKey): Promise<ApiKeyView & { key: string }> {
    const { apiKeys, chance } = this.#needs
    const live = await apiKeys.count({ where: { org, revoked: null }, atMost: MOST_LIVE })
    if (live >= MOST_LIVE)
      throw new Refusal('invalid', `An org has at most ${MOST_LIVE} keys: revoke one that is no longer used.`)
    const secret = chance.newSecret()
    const fresh = { _id: chance.newId(), org, name, hash: hashOf(secret), scopes, created: this.#time() }
    const key: ApiKey = { ...fresh, lastUsed: null, revoked: null }
    await apiKeys.insert(key)
    return { ...viewOfKey(key), key: writtenKey(key._id, secret) }
  }

  /** The newest first; those that were revoked, too. */
  async list(org: string, { limit, cursor }: { limit: number; cursor: string | null }): Promise<KeyPage> {
    const after = positionIn(cursor, ['text', 'text'])
    const { docs, next } = await this.#needs.apiKeys.find({
      where: { org },
      sort: { created: -1 },
      limit,
      after,
    })
    return { keys: docs.map(viewOfKey), next: cursorOf(next) }
  }

  /** It stops working everywhere within a second. */
  async revoke(org: string, id: string): Promise<ApiKeyView> {
    const revoked = this.#time()
    const { doc } = await this.#needs.apiKeys.change(id, (key, to) =>
      key?.org === org && key.revoked === null ? to.change({ $set: { revoked } }) : null,
    )
    this.#cache.delete(id)
    if (doc?.org === org) return viewOfKey(doc)
    throw new Refusal('api-key-not-found', `There is no API key ${id} in this org.`)
  }

  async identify(token: string): Promise<Actor> {
    const parts = readKey(token)
    const key = parts === null ? null : await this.#cached(parts.id)
    // One sentence for all: a stranger does not learn which keys there are.
    if (parts === null || key === null || !isSecretOf(key, parts.secret) || key.revoked !== null)
      throw unauthenticated('There is no such API key, or it was revoked: `palaver key` lists and makes them.')
    this.#noteUse(key)
    const { _id, org, name, scopes } = key
    return { org, id: `key.${_id}`, name, role: 'admin', kind: 'server', scopes }
  }

  async #cached(id: string): Promise<ApiKey | null> {
    const now = this.#needs.now()
    const cached = this.#cache.get(id)
    if (cached !== undefined && now < cached.until) return cached.key
    const key = await this.#needs.apiKeys.get(id)
    if (key !== null) this.#cache.set(id, { key, until: now + CACHED_MS })
    return key
  }

  /** Nobody waits for it, and nothing depends on it. */
  #noteUse({ _id, lastUsed }: ApiKey): void {
    const now = this.#needs.now()
    const noted = Math.max(this.#noted.get(_id) ?? 0, lastUsed === null ? 0 : Date.parse(lastUsed))
    if (now < noted + NOTED_MS) return
    this.#noted.set(_id, now)
    const { apiKeys, onFailure } = this.#needs
    apiKeys.update({ _id }, { $max: { lastUsed: this.#time() } }).catch(onFailure)
  }

  #time(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}

const isSecretOf = ({ hash }: ApiKey, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)))
