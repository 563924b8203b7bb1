import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { type Collection, defineCollection } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'

/** Lets a browser open one stream, which cannot send header fields of its own. */
export type StreamTicket = {
  /** A hash of the ticket: what is kept opens nothing. */
  _id: string
  org: string
  /** What it is for: `me`, or the id of a discussion. */
  target: string
  /** The token that it was given for, which nobody but the holder of the ticket can read. */
  sealed: string
  expires: string
}

export const streamTickets = defineCollection<StreamTicket>({ name: 'streamTickets', expires: 'expires' })

const GOOD_FOR_MS = 30_000
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
/** Each ticket has a key of its own, with which one thing is sealed. */
const NONCE = Buffer.alloc(12)

type Needs = { tickets: Collection<StreamTicket>; now: () => number; newSecret: () => string }
type Issue = { token: string; org: string; target: string }

export class Tickets {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async issue({ token, org, target }: Issue): Promise<{ ticket: string; expires: string }> {
    const { tickets, now, newSecret } = this.#needs
    const ticket = newSecret()
    const expires = new Date(now() + GOOD_FOR_MS).toISOString()
    await tickets.insert({ _id: idOf(ticket), org, target, sealed: sealed(token, ticket), expires })
    return { ticket, expires }
  }

  /** Once, and for a moment: whoever removes it has it. */
  async redeem(ticket: string): Promise<{ token: string; target: string }> {
    const { tickets, now } = this.#needs
    const _id = idOf(ticket)
    const found = await tickets.get(_id)
    const isMine = found !== null && (await tickets.remove({ _id }))
    if (!isMine || found.expires <= new Date(now()).toISOString())
      throw new Refusal('unauthenticated', 'There is no such ticket: it is good for 30 seconds, and once. Get another.')
    return { token: opened(found.sealed, ticket), target: found.target }
  }
}

const idOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

const keyOf = (ticket: string): Buffer => Buffer.from(hkdfSync('sha256', ticket, '', 'palaver stream ticket', 32))

function sealed(token: string, ticket: string): string {
  const cipher = createCipheriv(CIPHER, keyOf(ticket), NONCE)
  const bytes = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([cipher.getAuthTag(), bytes]).toString('base64url')
}

function opened(text: string, ticket: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(CIPHER, keyOf(ticket), NONCE)
  decipher.setAuthTag(bytes.subarray(0, TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
}
