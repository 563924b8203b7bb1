import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { type Collection, Duplicate } from '@palaver/store'

type Secret = { _id: string; secret: string }

const ID = 'addresses'

/** Makes of an address what may be kept: the same for the same one, within an org and this installation. */
export class Addresses {
  readonly #secrets: Collection<Secret>
  #secret: Promise<string> | null = null

  constructor(secrets: Collection<Secret>) {
    this.#secrets = secrets
  }

  async hashed(org: string, address: string | null): Promise<string | null> {
    const network = address === null ? null : networkOf(address)
    if (network === null) return null
    const secret = await (this.#secret ??= this.#read())
    return createHmac('sha256', secret)
      .update(JSON.stringify([org, network]))
      .digest('base64url')
      .slice(0, 22)
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

/** Of IPv6 the first half: whoever has one address there has all of them. Null for what is no address. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const version = isIP(plain)
  if (version === 4) return plain
  if (version === 0) return null
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  return mapped ?? `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - before.length - behind.length
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...behind].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
