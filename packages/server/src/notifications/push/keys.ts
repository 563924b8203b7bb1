import { createECDH } from 'node:crypto'
import type { Collection } from '@palaver/store'
import { CURVE } from './encrypt.ts'
import type { PushKey, PushKeys } from './model.ts'

const ID = 'vapid'
/** A pair that was made on another node is known here after this. */
const CACHED_MS = 10_000
const MOST_KEPT = 10

type Pair = Pick<PushKey, 'publicKey' | 'privateKey'>
type Needs = { keys: Collection<PushKeys>; now: () => number; newPair?: () => Pair }

/** The keys by which push services know this installation: made once, all nodes use the same. */
export class Keys {
  readonly #keys: Collection<PushKeys>
  readonly #now: () => number
  readonly #newPair: () => Pair
  #cached: { keys: PushKey[]; until: number } | null = null

  constructor({ keys, now, newPair = freshPair }: Needs) {
    this.#keys = keys
    this.#now = now
    this.#newPair = newPair
  }

  /** What browsers subscribe with from now on. */
  async current(): Promise<PushKey> {
    const [newest] = await this.#all()
    return newest ?? this.#make({ isFirst: true, dropOthers: false })
  }

  /** The pair with this public key; null where it is not ours, or not any more. */
  async find(publicKey: string): Promise<PushKey | null> {
    const known = (await this.#all()).find((key) => key.publicKey === publicKey)
    if (known !== undefined) return known
    this.#cached = null
    return (await this.#all()).find((key) => key.publicKey === publicKey) ?? null
  }

  /**
   * New subscriptions are made with a new pair; older ones keep theirs until their browser comes by and subscribes
   * again. With `dropOthers`, for a private key that somebody else may have, they end at once.
   */
  rotate({ dropOthers = false }: { dropOthers?: boolean } = {}): Promise<PushKey> {
    return this.#make({ isFirst: false, dropOthers })
  }

  async #make({ isFirst, dropOthers }: { isFirst: boolean; dropOthers: boolean }): Promise<PushKey> {
    const made = { ...this.#newPair(), created: new Date(this.#now()).toISOString() }
    const { doc } = await this.#keys.change(ID, (known, to) => {
      if (known === null) return to.insert({ _id: ID, keys: [made] })
      if (isFirst && known.keys.length > 0) return null
      return to.change({ $set: { keys: dropOthers ? [made] : [made, ...known.keys].slice(0, MOST_KEPT) } })
    })
    this.#cached = null
    return doc?.keys[0] ?? made
  }

  async #all(): Promise<PushKey[]> {
    const now = this.#now()
    if (this.#cached !== null && now < this.#cached.until) return this.#cached.keys
    const keys = (await this.#keys.get(ID))?.keys ?? []
    if (keys.length > 0) this.#cached = { keys, until: now + CACHED_MS }
    return keys
  }
}

function freshPair(): Pair {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  // A number that begins with zero bits comes out shorter than it is written in a key.
  const privateKey = Buffer.alloc(32)
  const number = pair.getPrivateKey()
  number.copy(privateKey, 32 - number.length)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
