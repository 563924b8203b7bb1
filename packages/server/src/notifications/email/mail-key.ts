import { createHmac, randomBytes } from 'node:crypto'
import { type Collection, Duplicate } from '@palaver/store'
import type { MailKey } from './model.ts'

const NAME = 'mail'

/** Signs; the key is made once, by whoever needs it first, and kept in the database. */
export class Signer {
  readonly #keys: Collection<MailKey>
  #key: Promise<Buffer> | null = null

  constructor(keys: Collection<MailKey>) {
    this.#keys = keys
  }

  async sign(purpose: string, text: string): Promise<Buffer> {
    this.#key ??= this.#read()
    try {
      return createHmac('sha256', await this.#key)
        .update(`${purpose}\n${text}`)
        .digest()
    } catch (error) {
      this.#key = null
      throw error
    }
  }

  async #read(): Promise<Buffer> {
    const found = (await this.#keys.get(NAME)) ?? (await this.#made())
    return Buffer.from(found.key, 'base64url')
  }

  async #made(): Promise<MailKey> {
    const made = { _id: NAME, key: randomBytes(32).toString('base64url') }
    try {
      await this.#keys.insert(made)
      return made
    } catch (error) {
      const theirs = error instanceof Duplicate ? await this.#keys.get(NAME) : null
      if (theirs === null) throw error
      return theirs
    }
  }
}
