import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type Scope, SCOPES } from '../api/actor.ts'
import { shownName } from './names.ts'

/** Lets a server of the host speak for its org. The secret is known to that server alone: here is only its hash. */
export type ApiKey = {
  _id: string
  org: string
  name: string
  hash: string
  scopes: Scope[]
  created: string
  /** To the minute. */
  lastUsed: string | null
  revoked: string | null
}

export type ApiKeyView = Omit<ApiKey, '_id' | 'org' | 'hash'> & { id: string }

export const newApiKeySchema = z.strictObject({
  name: shownName(100),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .overwrite((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
})
export type NewApiKey = z.output<typeof newApiKeySchema>

export const viewOfKey = ({ _id: id, name, scopes, created, lastUsed, revoked }: ApiKey): ApiKeyView => ({
  id,
  name,
  scopes,
  created,
  lastUsed,
  revoked,
})

/** A secret has 256 bits of chance, so nobody finds it by trying, and a slow hash would protect nothing. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** A token begins otherwise: what a JWT begins with is never a `p`. */
const PREFIX = 'pk_'
const WRITTEN = /^pk_([0-9A-Za-z]{1,32})_([\w-]{32,100})$/

export const isWrittenKey = (token: string): boolean => token.startsWith(PREFIX)

export const writtenKey = (id: string, secret: string): string => `${PREFIX}${id}_${secret}`

/** Its parts; null where it is none. */
export function readKey(token: string): { id: string; secret: string } | null {
  const [, id, secret] = WRITTEN.exec(token) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}
