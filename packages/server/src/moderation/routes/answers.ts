import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import {
  ACTS,
  type Act,
  type AuditEntry,
  type Held,
  HELD_STATES,
  type Report,
  REPORT_REASONS,
  revOf,
} from '../model.ts'
import type { BulkShown } from '../bulk-left.ts'
import { isModerator } from '../policy.ts'
import type { CaseView } from '../queue.ts'

const instant = z.iso.datetime()
const count = z.int().min(0)
const text = z.string().nullable()
export const nextField = z
  .string()
  .nullable()
  .meta({ description: 'For the query parameter `cursor`; null at the end.' })
const person = z.object({ id: z.string(), name: z.string() })
const reasons = z.array(z.object({ phase: z.string(), reason: z.string() }))

export const heldItemSchema = z
  .object({
    id: z.string(),
    discussion: z.string(),
    kind: z.enum(['post', 'edit']),
    parent: text,
    slug: text.meta({ description: 'Of an edit: the comment.' }),
    author: person,
    text: z.string(),
    html: z.string(),
    opens: z
      .object({ title: z.string(), url: text, tags: z.array(z.string()) })
      .nullable()
      .meta({ description: 'Of a first comment: what it brings to its discussion, and what is published with it.' }),
    at: instant,
    state: z.enum(HELD_STATES),
    why: reasons.meta({ description: 'Which phases held it, and why.' }),
    reason: text.meta({ description: 'Of who has decided.' }),
    by: text,
    address: text.meta({ description: 'For moderators: the same for all from one address; it is not the address.' }),
    secretly: z.boolean(),
    rev: count.meta({ description: 'Which text it is; to be named when one that was changed is approved.' }),
  })
  .meta({ id: 'HeldItem' })

/** Its author is not told who decided. What is held secretly is shown to moderators alone. */
export function heldView(held: Held, viewer: Actor): z.output<typeof heldItemSchema> {
  const { _id: id, discussion, kind, parent, slug, author, text: said, html, opens = null, at } = held
  const what = { id, discussion, kind, parent, slug, author, text: said, html, opens, at, rev: revOf(held) }
  const { state, why, reason, by, from: address, secretly } = held
  if (isModerator(viewer)) return { ...what, state, why, reason, by, address, secretly }
  return { ...what, state, why, reason, by: null, address: null, secretly: false }
}

export const caseSchema = z
  .object({
    discussion: z.string(),
    slug: z.string(),
    reports: count,
    reasons: z.object(Object.fromEntries(REPORT_REASONS.map((name) => [name, count]))),
    state: z.enum(['open', 'closed']),
    at: instant,
    comment: z
      .object({
        author: person,
        text: z.string(),
        html: z.string(),
        posted: instant,
        status: z.string(),
        address: text,
      })
      .nullable(),
  })
  .meta({ id: 'Case', description: 'A comment that was reported.' })

export function caseView({ discussion, slug, reports, reasons: counted, state, at, comment }: CaseView) {
  const byReason = Object.fromEntries(REPORT_REASONS.map((name) => [name, counted[name] ?? 0]))
  return {
    discussion,
    slug,
    reports,
    reasons: byReason,
    state,
    at,
    comment: comment === null ? null : shownOf(comment),
  }
}

const shownOf = ({ author, text: said, html, posted, status, from }: NonNullable<CaseView['comment']>) => ({
  author: { id: author.id, name: author.name },
  text: said,
  html,
  posted,
  status,
  address: from,
})

export const reportSchema = z
  .object({ by: z.string(), reason: z.enum(REPORT_REASONS), note: text, at: instant })
  .meta({ id: 'Report' })

export const reportView = ({ by, reason, note, at }: Report): z.output<typeof reportSchema> => ({
  by,
  reason,
  note,
  at,
})

export const actSchema = z
  .object({
    id: z.string(),
    act: z.enum(ACTS),
    discussion: z.string(),
    slug: z.string(),
    reason: text,
    by: z.string(),
    at: instant,
    state: z.enum(['begun', 'done', 'failed']),
  })
  .meta({ id: 'Act' })

export const actView = ({
  _id: id,
  act,
  discussion,
  slug,
  reason,
  by,
  at,
  state,
}: Act): z.output<typeof actSchema> => ({
  id,
  act,
  discussion,
  slug,
  reason,
  by: by.id,
  at,
  state,
})

export const whereSchema = z.strictObject({
  user: z.string().min(1).max(64).optional(),
  word: z.string().trim().min(1).max(100).optional(),
  address: z.string().min(1).max(64).optional().meta({ description: 'An address, or what stands for one in a queue.' }),
  from: instant.optional(),
  until: instant.optional(),
})

export const bulkSchema = z
  .object({
    id: z.string(),
    act: z.enum(['reject', 'spam', 'delete', 'publish']),
    where: whereSchema,
    reason: text,
    by: z.string(),
    at: instant,
    state: z.enum(['running', 'done']),
    done: count,
    changed: count,
    of: count,
    left: count.meta({
      description: 'Could not be looked at, because the host did not say who may: begin another act for these.',
    }),
  })
  .meta({ id: 'Bulk' })

export const bulkView = (bulk: BulkShown): z.output<typeof bulkSchema> => {
  const { _id: id, act, where, reason, by, at, state, done, changed, of, left } = bulk
  return { id, act, where, reason, by: by.id, at, state, done, changed, of, left }
}

export const entrySchema = z
  .object({
    id: z.string(),
    n: count,
    act: z.string(),
    at: instant,
    by: text,
    person: text,
    discussion: text,
    slug: text,
    held: text,
    reason: text,
    detail: text,
    prev: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'A line that is never changed: `hash` covers it and the line before.' })

export const entryView = ({ _id: id, org: _org, ...rest }: AuditEntry): z.output<typeof entrySchema> => ({
  id,
  ...rest,
})
