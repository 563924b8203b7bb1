import type { Actor } from '../api/actor.ts'
import type { ProblemCode } from '../api/problem-codes.ts'
import { Refusal } from '../api/refusal.ts'
import type { Kind } from './decision/model.ts'

/** Admins, and the host's servers: what these may do is said by the scopes of their keys. */
export function requireMayAdvertise({ role }: Pick<Actor, 'role'>): void {
  if (role !== 'admin')
    throw new Refusal('forbidden', 'Only admins may look after ads: the token must carry that role.')
}

const CODES = {
  site: 'site-not-found',
  zone: 'zone-not-found',
  advertiser: 'advertiser-not-found',
  campaign: 'campaign-not-found',
  flight: 'flight-not-found',
  creative: 'creative-not-found',
} as const satisfies Record<Kind, ProblemCode>

/** Says the same of what is another org's and of what never was. `path`: where a request named it, in its body. */
export function notThere(kind: Kind, path?: string): Refusal {
  const list = `GET /v1/promo/${kind}s lists those that there are`
  if (path === undefined) return new Refusal(CODES[kind], `There is no such ${kind} in this org: ${list}.`)
  const message = `must be the ${kind === 'site' || kind === 'zone' ? 'key' : 'id'} of ${withArticle(kind)} of this org`
  return new Refusal(CODES[kind], `${path} ${message}: ${list}.`, [{ path, message }])
}

const withArticle = (kind: Kind): string => (kind === 'advertiser' ? `an ${kind}` : `a ${kind}`)

export const isArchived = (kind: Kind): Refusal =>
  new Refusal('archived', `This ${kind} is archived: it is kept for its reports, and takes no changes.`)

export const wrongValue = (path: string, message: string): Refusal =>
  new Refusal('invalid', `${path} ${message}.`, [{ path, message }])

/** Lists are read by one index: what they are asked for comes one at a time. */
export function requireOneFilter(filters: Readonly<Record<string, string | undefined>>): void {
  const [first, second] = Object.keys(filters).filter((name) => filters[name] !== undefined)
  if (second !== undefined) throw wrongValue(`query.${second}`, `does not go with ${first}: leave one of them out`)
}
