import { randomBytes } from 'node:crypto'
import { type Collection, Duplicate } from '@palaver/store'
import { KeyedHash } from '../../api/keyed-hash.ts'
import { SKEW_MS } from '../lifetimes.ts'

type StoredKey = {
  id: string
  secret: string
  /** From when nodes sign with it, in ms. */
  from: number
  /** Nothing that it has signed counts from then on; null while no other has followed. */
  until: number | null
}

/** All keys of a database that may still count, in the order in which they came; `made`: how many there ever were. */
export type SigningKeys = { _id: string; made: number; keys: StoredKey[] }

export type SigningKey = {
  id: string
  secret: KeyedHash
  /** What was decided after this was not signed with it by one of us. */
  signedUntil: number
  until: number
}

type Needs = { keys: Collection<SigningKeys>; now: () => number }

const NAME = 'tracking'
const SECRET_BYTES = 32
const LOOK_MS = 1000
/** Each node has looked before the first of them signs with a new key. */
const LEAD_MS = 5000
/** Longer than a click can still count. */
export const GRACE_MS = 24 * 60 * 60_000

/** The keys that sign the addresses of ads. Nobody looks for new ones while nobody asks. */
export class Keys {
  readonly #needs: Needs
  #stored: readonly StoredKey[] = []
  #known: ReadonlyMap<string, SigningKey> = new Map()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Nothing to wait for where they were looked at within the last second. */
  fresh(): Promise<void> | undefined {
    if (this.#isFresh()) return undefined
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  /** A node that has not looked would sign with what the others have left behind. */
  current(now: number): SigningKey {
    const id = this.#stored.findLast(({ from }) => from <= now)?.id
    const key = this.#isFresh(LEAD_MS) && id !== undefined ? this.#known.get(id) : undefined
    if (key === undefined) throw new Error('Nothing is signed before `fresh` was awaited.')
    return key
  }

  get(id: string): SigningKey | undefined {
    return this.#known.get(id)
  }

  /** What the former keys signed holds for a grace period, and then never. Gives the id of the new key. */
  async rotate(graceMs = GRACE_MS): Promise<string> {
    const { keys, now } = this.#needs
    await stored(keys)
    const { doc } = await keys.change(NAME, (known, to) => {
      if (known === null) throw new Error('The keys of the ads were removed while they were being changed.')
      const from = now() + LEAD_MS
      const made = known.made + 1
      const former = known.keys
        .map((key) => ({ ...key, until: Math.min(key.until ?? Number.POSITIVE_INFINITY, from + graceMs) }))
        .filter(({ until }) => until > now())
      return to.change({ $set: { made, keys: [...former, newKey(made, from)] } })
    })
    this.#lookedAt = Number.NEGATIVE_INFINITY
    return doc?.keys.at(-1)?.id ?? ''
  }

  #isFresh(age = LOOK_MS): boolean {
    const passed = this.#needs.now() - this.#lookedAt
    return passed >= 0 && passed < age
  }

  async #look(): Promise<void> {
    const lookedAt = this.#needs.now()
    const found = await stored(this.#needs.keys)
    this.#known = new Map(found.keys.map((key, at) => [key.id, readKey(key, found.keys[at + 1])]))
    this.#stored = found.keys
    this.#lookedAt = lookedAt
  }
}

const newKey = (made: number, from: number): StoredKey => ({
  id: made.toString(36),
  secret: randomBytes(SECRET_BYTES).toString('base64url'),
  from,
  until: null,
})

const readKey = ({ id, secret, until }: StoredKey, next: StoredKey | undefined): SigningKey => ({
  id,
  secret: new KeyedHash('sha512', Buffer.from(secret, 'base64url')),
  signedUntil: next === undefined ? Number.POSITIVE_INFINITY : next.from + SKEW_MS,
  until: until ?? Number.POSITIVE_INFINITY,
})

/** Made by whoever comes first. */
async function stored(keys: Collection<SigningKeys>): Promise<SigningKeys> {
  const known = await keys.get(NAME)
  if (known !== null) return known
  const made = { _id: NAME, made: 1, keys: [newKey(1, 0)] }
  try {
    await keys.insert(made)
    return made
  } catch (error) {
    const theirs = error instanceof Duplicate ? await keys.get(NAME) : null
    if (theirs === null) throw error
    return theirs
  }
}
