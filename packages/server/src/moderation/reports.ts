import { createHash } from 'node:crypto'
import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'
import { requireNotBanned } from './bans.ts'
import { moderationEvent } from './events.ts'
import type { Report, ReportReason } from './model.ts'
import { instant, type Needs } from './needs.ts'
import { requireModerator } from './policy.ts'

type ReportNeeds = Pick<Needs, 'reports' | 'comments' | 'world' | 'people'>
type Ref = Parameters<Needs['comments']['situation']>[1]
export type Reporting = { ref: Ref; slug: string; reason: ReportReason; note: string | null }

const hash = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export const caseId = (discussion: string, slug: string): string => hash(discussion, slug)

/** One a person and comment: a second one takes the place of the first. */
export async function report(needs: ReportNeeds, actor: Actor, { ref, slug, reason, note }: Reporting): Promise<void> {
  const { discussion } = await needs.comments.situation(actor, ref)
  await requireNotBanned({ people: needs.people, now: needs.world.now }, actor)
  const comment = await needs.comments.shownComment(actor, discussion, slug)
  if (comment.status !== 'published')
    throw new Refusal('comment-not-found', 'There is no comment of that slug in this discussion.')
  if (comment.author.id === actor.id)
    throw new Refusal('forbidden', 'Nobody reports what they wrote themselves: delete it.')
  const { _id: id, org } = discussion
  const at = instant(needs)
  const event = needs.world.newId()
  const about = { discussion: id, slug, person: comment.author.id, reason }
  const told = (before: ReportReason | null) =>
    moderationEvent({ id: event, org, op: 'reported', at, by: actor, about: { ...about, before } })
  await needs.reports.change(hash(id, slug, actor.id), (now, to) => {
    if (now?.reason === reason) return now.note === note ? null : to.change({ $set: { note } })
    const events = [told(now?.reason ?? null)]
    if (now !== null) return to.change({ $set: { reason, note, at } }, { events })
    const fresh = { org, case: caseId(id, slug), discussion: id, slug, by: actor.id, reason, note, at }
    return to.insert({ _id: hash(id, slug, actor.id), ...fresh }, { events })
  })
}

type Listing = { ref: Ref; slug: string; cursor: string | null; limit: number }

/** What people have against a comment, for moderators. */
export async function reportsOf(
  needs: ReportNeeds,
  actor: Actor,
  { ref, slug, cursor, limit }: Listing,
): Promise<{ reports: Report[]; next: string | null }> {
  const { discussion, actor: here } = await needs.comments.situation(actor, ref)
  requireModerator(here)
  const where = { case: caseId(discussion._id, slug) }
  const after = positionIn(cursor, ['text', 'text'])
  const { docs, next } = await needs.reports.find({ where, sort: { at: 1, _id: 1 }, limit, after })
  return { reports: docs, next: cursorOf(next) }
}
