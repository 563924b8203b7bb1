import { createHash } from 'node:crypto'
import { type Collection, defineCollection } from '@palaver/store'
import type { Accounts } from '../accounts/service.ts'
import type { Role } from '../api/actor.ts'
import { nameKey } from '../api/name-key.ts'
import { Refusal } from '../api/refusal.ts'

/** Lets somebody in without a host app that knows them, once. */
export type LoginCode = {
  /** A hash of the code: what is kept opens nothing. */
  _id: string
  org: string
  name: string
  role: Role
  used: string | null
  expires: string
}

export const loginCodes = defineCollection<LoginCode>({ name: 'loginCodes', expires: 'expires' })

type Needs = {
  codes: Collection<LoginCode>
  accounts: Pick<Accounts, 'issue'>
  now: () => number
  /** Text of at least 128 bits that nobody can guess. */
  newCode: () => string
}

export type Login = Pick<LoginCode, 'org' | 'name' | 'role'>
export type Session = { org: string; token: string; expires: string }

const GOOD_FOR_MS = 15 * 60_000
const SESSION_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** Links with which an owner signs in. */
export class Logins {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async create(login: Login): Promise<{ code: string; expires: string }> {
    const { codes, now, newCode } = this.#needs
    const code = newCode()
    const expires = new Date(now() + GOOD_FOR_MS).toISOString()
    await codes.insert({ _id: idOf(code), ...login, used: null, expires })
    return { code, expires }
  }

  /** A token for the code; whoever is first to mark it as used has it. */
  async redeem(code: string): Promise<Session> {
    const { codes, accounts, now } = this.#needs
    const at = new Date(now()).toISOString()
    const { doc } = await codes.change(idOf(code), (known, to) => {
      if (known === null || known.used !== null || known.expires <= at) throw noCode()
      return to.change({ $set: { used: at } })
    })
    if (doc === null) throw noCode()
    const { org, name, role } = doc
    const token = await accounts.issue(org, { id: hostIdOf(name), username: name, role }, SESSION_DAYS)
    return { org, token, expires: new Date(now() + SESSION_DAYS * DAY_MS).toISOString() }
  }
}

/** The same name is the same person the next time; no host is likely to call anybody so. */
const hostIdOf = (name: string): string => `palaver-login:${nameKey(name)}`

const idOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

const noCode = (): Refusal =>
  new Refusal('unauthenticated', 'This link is not good any more: it is for one use, within 15 minutes. Get another.')
