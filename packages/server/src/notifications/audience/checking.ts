import { idOf } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import type { Comment, Discussion } from '../../comments/service.ts'
import { notifications as rows } from '../collections.ts'
import type { Channel, Item, Skip } from '../model.ts'
import { withDefaults } from '../preferences/preferences.ts'
import type { Checked } from './audience-of.ts'
import { type Regarded, regarded } from './in-the-way.ts'
import type { AudienceNeeds } from './needs.ts'
import { toldBefore } from './told-before.ts'

const HELD = '.held'
const AT_ONCE = 100

/** Whether an event is known to be the first that was told of its comment. */
export type CheckNeeds = AudienceNeeds & { isFirst: (event: string) => boolean }

type There = { discussion: Discussion; comment: Comment | null }

/** Looks at everything again, for items of one event: what has changed since then counts. */
export async function checked(needs: CheckNeeds, items: readonly Item[], channel: Channel): Promise<Checked[]> {
  const [first] = items
  if (first === undefined) return []
  if (await isBeforeRestore(needs, first, channel)) return items.map(() => ({ skip: 'before-restore' }))
  const there = await stillThere(needs, first)
  if (there === null) return items.map(() => ({ skip: 'not-there' }))
  const { discussion, comment } = there
  const words = [comment?.author.id, first.actor?.id].filter((id) => id !== undefined)
  const authors = [...new Set(words)]
  const scene = { org: first.org, discussion, doers: [], authors, seq: Infinity }
  const [looked, again, read] = await Promise.all([
    regarded(needs, scene, items),
    toldBefore(needs, items, channel),
    channel === 'centre' ? new Set<string>() : readBy(needs, items),
  ])
  return looked.map((one): Checked => {
    const skip =
      one.skip ??
      unmentioned(one, comment) ??
      (again.has(one.person) ? 'told-before' : null) ??
      (read.has(one.person) ? 'already-read' : null) ??
      unwanted(needs, one, { channel, discussion })
    if (skip !== null) return { skip }
    return one.who === null ? { skip: 'unknown-person' } : { skip: null, person: one.who, discussion, comment }
  })
}

/** What a backup brings back was told of before; the centre has it as it was. */
export async function isBeforeRestore({ restoredAt }: AudienceNeeds, { at }: Item, channel: Channel): Promise<boolean> {
  const restored = channel === 'centre' ? null : await restoredAt()
  return restored !== null && at < restored
}

async function stillThere(needs: AudienceNeeds, item: Item): Promise<There | null> {
  const { discussion: id, slug, org, event, reason } = item
  if (id === null) return null
  const discussion = await unlessGone(needs.comments.discussion({ discussion: id }))
  if (discussion === null || discussion.org !== org) return null
  if (reason === 'moderation' && event.endsWith(HELD))
    return (await needs.isWaiting(org, event.slice(0, -HELD.length))) ? { discussion, comment: null } : null
  const comment = slug === null ? null : await unlessGone(needs.comments.comment(discussion, slug))
  return comment?.status === 'published' ? { discussion, comment } : null
}

const GONE = new Set<Refusal['code']>(['discussion-not-found', 'comment-not-found'])

export async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && GONE.has(error.code)) return null
    throw error
  }
}

const unmentioned = ({ person, reason }: Regarded, comment: Comment | null): Skip | null =>
  reason === 'mention' && comment !== null && !comment.mentions.some(({ id }) => id === person)
    ? 'no-longer-mentioned'
    : null

type Way = { channel: Channel; discussion: Discussion | null }

export function unwanted(
  { preferences: book }: AudienceNeeds,
  { reason, preferences }: Pick<Regarded, 'reason' | 'preferences'>,
  { channel, discussion }: Way,
): Skip | null {
  if (!book.wants(withDefaults(preferences?.choices ?? {}), channel, reason)) return 'preference'
  if (channel !== 'email' || preferences === null) return null
  return book.isUnsubscribed(preferences.unsubscribed, { reason, discussion: discussion?._id ?? null })
    ? 'unsubscribed'
    : null
}

/** Those who have read it in the centre, one by one or with all before it. */
export async function readBy(
  { notifications, inboxes }: AudienceNeeds,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  const read = new Set<string>()
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE)
    const ids = some.map(({ person, event }) => idOf(rows, { person, event }))
    const [written, all] = await Promise.all([
      notifications.find({ where: { _id: { $in: ids } }, limit: ids.length, next: false }),
      inboxes.find({ where: { _id: { $in: some.map(({ person }) => person) } }, limit: some.length, next: false }),
    ])
    const readTo = new Map(all.docs.map((inbox) => [inbox._id, inbox.readTo]))
    for (const row of written.docs)
      if (row.read !== null || row.archived !== null || row.position <= (readTo.get(row.person) ?? 0))
        read.add(row.person)
  }
  return read
}
