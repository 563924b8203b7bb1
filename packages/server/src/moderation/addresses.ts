import { createHmac, randomBytes } from 'node:crypto'
import { type Collection, Duplicate } from '@palaver/store'
import { networkOf } from '../api/network.ts'
import { RecentMap } from '../api/recent-map.ts'

type Secret = { _id: string; secret: string }

const ID = 'addresses'
const MOST_RECENT = 10_000

/** Makes of an address what may be kept: the same for the same one, within an org and this installation. */
export class Addresses {
  readonly #secrets: Collection<Secret>
  #secret: Promise<string> | null = null
  readonly #recent = new RecentMap<string>({ capacity: MOST_RECENT })

  constructor(secrets: Collection<Secret>) {
    this.#secrets = secrets
  }

  async hashed(org: string, address: string | null): Promise<string | null> {
    const network = address === null ? null : networkOf(address)
    if (network === null) return null
    const name = JSON.stringify([org, network])
    const known = this.#recent.get(name)
    if (known !== undefined) return known
    const secret = await (this.#secret ??= this.#read())
    const made = createHmac('sha256', secret).update(name).digest('base64url').slice(0, 22)
    this.#recent.set(name, made)
    return made
  }

  /** Made by whoever needs it first; all nodes use the same. */
  async #read(): Promise<string> {
    try {
      const known = await this.#secrets.get(ID)
      if (known !== null) return known.secret
      const secret = randomBytes(32).toString('base64url')
      await this.#secrets.insert({ _id: ID, secret })
      return secret
    } catch (error) {
      this.#secret = null
      if (!(error instanceof Duplicate)) throw error
      return this.#read()
    }
  }
}
