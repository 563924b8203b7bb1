import { type CryptoKey, errors, type LocalJWKSet } from 'jose'
import { RecentMap } from '../api/recent-map.ts'
import { Refusal } from '../api/refusal.ts'
import { fetchKeySet } from './jwks-fetch.ts'

/** A key that the host has taken out of its set stops working after this. */
const KEPT_MS = 10 * 60_000
/** While the host cannot be reached, the keys that were known go on working for so long. */
const KEPT_IN_NEED_MS = 60 * 60_000
/** Anyone can send a token with a key id of their own invention: that makes us ask the host no more often than this. */
const ROTATION_PAUSE_MS = 30_000
const RETRY_PAUSE_MS = 5_000
const MOST_SETS = 1000
/** Shorter ones are not safe any more. */
const LEAST_RSA_BITS = 2048

type Wanted = { alg: string; kid: string | undefined }
type Place = { known: { set: LocalJWKSet; at: number } | null; tried: number; fetching: Promise<void> | null }
type Needs = {
  now: () => number
  /** Told when a set cannot be fetched: the operator may have to mend that. */
  onFailure: (url: string, error: unknown) => void
}

/** The public keys of hosts, by the address of their set (JWKS). */
export class KeySets {
  readonly #needs: Needs
  readonly #places = new RecentMap<Place>({ capacity: MOST_SETS })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Those that may have signed such a token; refused while nobody can know. */
  async find(url: string, wanted: Wanted): Promise<CryptoKey[]> {
    const place = this.#placeOf(url)
    if (place.known !== null && this.#needs.now() < place.known.at + KEPT_MS) {
      const found = await keysIn(place.known.set, wanted)
      if (found.length > 0) return found
      await this.#refetch(url, place, ROTATION_PAUSE_MS)
    } else await this.#refetch(url, place, RETRY_PAUSE_MS)
    if (place.known === null || this.#needs.now() >= place.known.at + KEPT_IN_NEED_MS)
      throw new Refusal('host-unavailable', 'The keys of the site cannot be fetched: try again in a moment.')
    return keysIn(place.known.set, wanted)
  }

  #placeOf(url: string): Place {
    const place = this.#places.get(url) ?? { known: null, tried: -Infinity, fetching: null }
    this.#places.set(url, place)
    return place
  }

  /** One at a time: who comes meanwhile waits for the same. */
  async #refetch(url: string, place: Place, pauseMs: number): Promise<void> {
    const now = this.#needs.now()
    if (place.fetching === null && now < place.tried + pauseMs) return
    if (place.fetching === null) {
      place.tried = now
      place.fetching = this.#fetch(url, place)
    }
    await place.fetching
  }

  async #fetch(url: string, place: Place): Promise<void> {
    try {
      place.known = { set: await fetchKeySet(url), at: this.#needs.now() }
    } catch (error) {
      this.#needs.onFailure(url, error)
    } finally {
      place.fetching = null
    }
  }
}

/** None where there is none, or one that cannot be read as a key: that fits no token. */
async function keysIn(set: LocalJWKSet, { alg, kid }: Wanted): Promise<CryptoKey[]> {
  const found: CryptoKey[] = []
  try {
    found.push(await set({ alg, ...(kid !== undefined && { kid }) }))
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) for await (const key of error) found.push(key)
  }
  return found.filter(isStrong)
}

function isStrong({ algorithm }: CryptoKey): boolean {
  return !('modulusLength' in algorithm) || Number(algorithm.modulusLength) >= LEAST_RSA_BITS
}
