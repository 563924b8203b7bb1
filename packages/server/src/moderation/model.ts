import type { Position } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { ProblemCode } from '../api/problem-codes.ts'
import type { Holding, Reason } from '../comments/service.ts'
import type { Rule } from './phases/phases.ts'

/** The phases of an org, in their order. */
export type Rules = { _id: string; phases: Rule[]; rev: number }

export const HELD_STATES = ['waiting', 'approved', 'published', 'rejected', 'spam', 'withdrawn'] as const
export type HeldState = (typeof HELD_STATES)[number]

/** A text that waits for a moderator, or did; `_id` is that of the event by which it is published. */
export type Held = Holding & {
  _id: string
  at: string
  /** `approved`: a moderator has said so, and it is being published. */
  state: HeldState
  /** Who decided, when and why. */
  by: string | null
  decided: string | null
  reason: string | null
  /** Where the log ended when it was approved. */
  since: number
  /** Its author has given it another text meanwhile, as they may where they do not know that it waits. */
  rewritten?: { at: string; times: number }
  /** Its author has deleted it after it was rejected without their knowing. */
  forgotten?: boolean
}

/** Which text it is: the first, or how many came after that. */
export const revOf = ({ rewritten }: Held): number => 1 + (rewritten?.times ?? 0)

export const ACTS = ['reject', 'spam', 'delete', 'publish', 'keep'] as const
export type ActName = (typeof ACTS)[number]

/** A moderator's act on a comment: begun, and done once the comment is as it says. */
export type Act = {
  _id: string
  org: string
  act: ActName
  discussion: string
  slug: string
  reason: string | null
  by: { id: string; name: string }
  at: string
  state: 'begun' | 'done' | 'failed'
  /** Why it could not be done. */
  failure: string | null
  /** What a repeat is refused with; older ones do not know. */
  code?: ProblemCode
}

export const REPORT_REASONS = ['spam', 'abuse', 'off-topic', 'illegal', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What one person has against one comment. */
export type Report = {
  _id: string
  org: string
  /** That of the comment. */
  case: string
  discussion: string
  slug: string
  by: string
  reason: ReportReason
  note: string | null
  at: string
}

/** All reports of one comment; derived. Open until a moderator or its author has done something about it. */
export type Case = {
  _id: string
  org: string
  discussion: string
  slug: string
  reports: number
  reasons: Partial<Record<ReportReason, number>>
  state: 'open' | 'closed'
  /** When it was opened. */
  at: string
  counted: number
}

/** How many comments of an author are published; derived. */
export type Author = { _id: string; org: string; published: number; counted: number }

/** What a bulk act is about: all of these at once. Times are those of posting, `until` is not included. */
export type Where = { user?: string; word?: string; address?: string; from?: string; until?: string }

/** Enough to ask the host again what they may. */
type Bulker = Pick<Actor, 'org' | 'id' | 'name' | 'role' | 'kind' | 'hostId'>

/** An act on many comments, carried out step by step. */
export type Bulk = {
  _id: string
  org: string
  act: Exclude<ActName, 'keep'>
  where: Where
  reason: string | null
  by: Bulker
  at: string
  state: 'running' | 'done'
  /** Number of the step that is next, what it goes through, and where it begins. */
  step: number
  through: 'comments' | 'held'
  cursor: Position | null
  /** What was looked at, and of these changed; of how many, of which at most 10,000 published ones are counted before. */
  done: number
  changed: number
  of: number
  /** The discussion of each that could not be looked at, because the host did not say who may. */
  leftIn?: string[]
  /** A hash of what was asked for, where a repeat may come. */
  request?: string
}

/** One line of the audit log. `hash` covers all the rest and the hash of the line before. */
export type AuditEntry = {
  _id: string
  org: string
  /** From 1, without gaps. */
  n: number
  act: string
  at: string
  by: string | null
  person: string | null
  discussion: string | null
  slug: string | null
  held: string | null
  reason: string | null
  detail: string | null
  prev: string
  hash: string
}

export const reasonsInWords = (why: readonly Reason[]): string =>
  why.map(({ phase, reason }) => `${phase}: ${reason}`).join(' ')
