import type { ProblemCode } from '../../api/problem-codes.ts'
import type { Caller } from './ground.ts'
import type { Ids } from './ids.ts'

/** How an operation is called, and by whom. */
export type Example = {
  /** Who gets what was asked for; everyone else is refused. */
  may: readonly Caller[]
  /** With what, where somebody is not to know that it is there. */
  refused?: ProblemCode | Partial<Record<Caller, ProblemCode>>
  /** Whoever calls it can do nothing afterwards. */
  endsCaller?: boolean
  /** What stands in its path, where that is not what stands there elsewhere. */
  params?: (ids: Ids) => Record<string, string>
  query?: (ids: Ids) => Record<string, string | string[]>
  body?: (ids: Ids) => Record<string, unknown>
  /** Instead of JSON. */
  bytes?: { type: string; content: Buffer }
}

export const ALL: readonly Caller[] = ['nobody', 'guest', 'member', 'moderator', 'admin', 'key']
export const KNOWN = ALL.filter((one) => one !== 'nobody')
export const PEOPLE = KNOWN.filter((one) => one !== 'key')
export const USERS = PEOPLE.filter((one) => one !== 'guest')
export const STAFF = ['moderator', 'admin', 'key'] as const
export const ADMINS = ['admin', 'key'] as const
