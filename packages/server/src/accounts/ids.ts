import { createHash, randomBytes, randomInt } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Names and secrets that nobody can guess; a test gives its own. */
export type Chance = { newId: () => string; newSecret: () => string }

const word = (length: number): string => Array.from({ length }, () => BASE58[randomInt(BASE58.length)]).join('')

export const realChance: Chance = {
  newId: () => word(8),
  newSecret: () => randomBytes(32).toString('base64url'),
}

/** A person's id here: what the host calls them, within their org, does not show in it. */
export const personId = (org: string, hostId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([org, hostId]))
    .digest('base64url')
    .slice(0, 22)
