import { Refusal } from '../api/refusal.ts'
import { changedMeanwhile, changesWith } from './editing.ts'
import { changeEvent, commentEvent } from './events.ts'
import { endOfLog, eventsSince } from './events-since.ts'
import { writeAtHome } from './home.ts'
import type { Changed, CommentDecision } from './layouts/layout.ts'
import type { Names, Reserved } from './keys-of-requests.ts'
import type { Comment, Cut, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayDelete, type Situation } from './policy.ts'
import type { Command } from './posting.ts'
import { removedEvent } from './replying.ts'
import { onceDecided, secretAt } from './secret.ts'
import { findComment, requireComment, situationAt } from './situation.ts'

export type Deleted = { discussion: string; slug: string; event: string }

/** A deletion under way; `event` tells of it. */
type Deletion = {
  discussion: Discussion
  slug: string
  /** The revision that it must still have; null for any. */
  rev: number | null
  event: string
  at: string
  actor: { id: string; name: string }
}

export async function remove(
  needs: Needs,
  command: Command,
  { slug, rev }: Pick<Deletion, 'slug' | 'rev'>,
): Promise<Deleted> {
  const { actor, ref, key = null } = command
  const situation = await situationAt(needs, actor, ref)
  const { discussion } = situation
  const since = (): Promise<number> => endOfLog(needs, discussion)
  const request = ['delete', ref, slug, ...(rev === null ? [] : [rev])]
  const reserved = await needs.keys.reserve({ key, actor, request, since })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Deleted
  const done = reserved.resumed ? await doneBefore(needs, discussion, reserved) : null
  const event = done ?? (await removeByPolicy(needs, situation, { slug, rev, names: reserved.names }))
  needs.changed(discussion._id, event)
  return needs.keys.note(reserved, { discussion: discussion._id, slug, event })
}

/** The event by which an earlier try of the same request told that it is done. */
async function doneBefore(needs: Needs, discussion: Discussion, { names, since }: Reserved): Promise<string | null> {
  for await (const { _id } of eventsSince(needs, discussion, since))
    if (_id === names.event || _id.startsWith(cutBy(names.event, ''))) return _id
  return null
}

type Wanted = Pick<Deletion, 'slug' | 'rev'> & { names: Names }

/** Gives the id of the event that tells of it. */
const removeByPolicy = (needs: Needs, situation: Situation, wanted: Wanted): Promise<string> =>
  onceDecided(needs, () => removeOnce(needs, situation, wanted))

async function removeOnce(needs: Needs, situation: Situation, wanted: Wanted): Promise<string | null> {
  const { slug, names } = wanted
  const { discussion, settings, actor } = situation
  const found = await findComment(needs, discussion, slug)
  const secret = found === null ? await secretAt(needs, situation, slug) : null
  const comment = found ?? secret?.comment ?? (await requireComment(needs, discussion, slug))
  requireMayDelete(situation, comment)
  const rev = await revNow(needs, situation, { comment, rev: wanted.rev })
  requireSeen(comment, rev)
  if (secret !== null) return (await needs.secrets.withdraw(actor, secret.id)) ? names.event : null
  const { id, name } = actor
  const deletion = { discussion, slug, rev, event: names.event, at: names.posted, actor: { id, name } }
  return BY_POLICY[settings.deletion](needs, deletion, comment)
}

/** What was deleted already is deleted, whatever it was. */
function requireSeen(comment: Comment, rev: number | null): void {
  if (rev !== null && rev !== comment.rev && comment.status !== 'deleted') throw changedMeanwhile(comment)
}

/** Who does not know that an edit is held was shown it as a revision, which is not there: they mean what is. */
async function revNow(needs: Needs, { actor }: Situation, { comment, rev }: Compared): Promise<number | null> {
  if (rev === null || rev <= comment.rev) return rev
  for await (const { slug } of needs.secrets.all(actor, 'edit')) if (slug === comment.slug) return comment.rev
  return rev
}

type Compared = { comment: Comment; rev: number | null }

const BY_POLICY = { tombstone: leaveTombstone, cascade: cut, refuse: removeUnlessReplied } as const

export const BLANK: Pick<Comment, 'status' | 'text' | 'html' | 'mentions' | 'history'> = {
  status: 'deleted',
  text: '',
  html: '',
  mentions: [],
  history: [],
}

/** The comment is marked and loses its text; its place stays, and so do its replies. */
async function leaveTombstone(needs: Needs, { discussion, slug, rev, event, at, actor }: Deletion): Promise<string> {
  await writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, (before) => {
      if (before.status === 'deleted') return null
      requireSeen(before, rev)
      const set = { ...BLANK, rev: before.rev + 1, changes: changesWith(before, event) }
      const told = commentEvent(now, { id: event, op: 'deleted', at, before, after: { ...before, ...set }, actor })
      return { set, events: [told] }
    }),
  )
  return event
}

/** Sub-trees whose documents have not followed yet; more at once than anyone would delete by hand. */
const MOST_CUTS = 1_000

/** Each try has its own: one that comes when the documents are gone must be told, or its cut would stay. */
const cutBy = (event: string, attempt: string): string => `${event}.cut.${attempt}`

/**
 * One write: readers leave out all that lies under a cut from now on, and its documents follow. What somebody changes in
 * them at that very moment goes with them.
 */
async function cut(needs: Needs, { discussion, slug, event, at, actor }: Deletion, comment: Comment): Promise<string> {
  const by = cutBy(event, needs.world.newId())
  const isSame = (other: Cut): boolean => other.slug === slug
  const { doc } = await needs.homes.discussions.change(discussion._id, (now, to) => {
    if (now === null || now.cuts.some(isSame)) return null
    if (now.cuts.length >= MOST_CUTS)
      throw new Refusal('busy', 'Too many deletions are under way here: try again later.')
    const entry = { slug, fullSlug: comment.fullSlug, by }
    const after = { ...entry, author: comment.author }
    const told = changeEvent(now, { id: by, type: 'comment', op: 'cut', at, after, actor })
    return to.change({ $push: { cuts: entry } }, { events: [told] })
  })
  return doc?.cuts.find(isSame)?.by ?? by
}

/**
 * Marks it, looks for replies, and finishes only if the mark is still the same: who replies takes a mark back. Rivals
 * share a mark, but once it was taken back it never comes again, not even by a repeat.
 */
async function removeUnlessReplied(needs: Needs, { discussion, slug, rev, event, actor }: Deletion): Promise<string> {
  const change = (decide: (comment: Comment, now: Discussion) => CommentDecision | null): Promise<Changed> =>
    writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
      layout.change(place, slug, (comment) => decide(comment, now)),
    )
  const fresh = needs.world.newId()
  const { comment } = await change((before) => {
    requireSeen(before, rev)
    return before.deleting === null ? { set: { deleting: fresh }, events: [] } : null
  })
  if (comment === null) return event
  const isReplied = await hasReplies(needs, discussion._id, comment)
  const { comment: left } = await change((before, now) => {
    if (before.deleting !== comment.deleting) return null
    if (isReplied || (rev !== null && rev !== before.rev)) return { set: { deleting: null }, events: [] }
    return { remove: true, events: [removedEvent(needs, now, { id: event, before, actor })] }
  })
  if (left === null) return event
  requireSeen(left, rev)
  throw new Refusal('has-replies', 'The comment has replies, and here such comments cannot be deleted.')
}

async function hasReplies(needs: Needs, id: string, comment: Comment): Promise<boolean> {
  let replies: Comment[] = []
  await writeAtHome(needs.homes, id, async ({ layout, place }) => {
    replies = await layout.children(place, comment, { limit: 1 })
    return { written: 'done' as const }
  })
  return replies.length > 0
}
