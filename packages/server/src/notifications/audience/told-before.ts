import { idOf } from '@palaver/store'
import { notifications as rows } from '../collections.ts'
import { type Audience, type Channel, isOfSocial, type Item, type Notification, type Reason } from '../model.ts'
import { isRepeatable, socialPagesOf } from '../social/stored.ts'
import { tellingIdOf } from '../windows/telling.ts'
import { isRead } from '../centre/row.ts'
import type { AudienceNeeds } from './needs.ts'
import { pagesOf } from './stored.ts'

type Needs = Pick<AudienceNeeds, 'audiences' | 'notifications' | 'inboxes' | 'tellings'> & {
  /** Whether it is known to be the first that was told of its comment. */
  isFirst: (event: string) => boolean
}
type Earlier = Pick<Audience, 'event' | 'op' | 'at'>
type Told = { person: string; event: string; reason: Reason }

/** Who was mentioned, and is so again, is not told again so soon; nor of what was done, undone and done again. */
const AGAIN_MS = 24 * 60 * 60 * 1000
const MOST_EVENTS = 50
const AT_ONCE = 100
const LAST = '\u{10FFFF}'

/** Those of these who were told of the same by an earlier event, on the same channel. */
export async function toldBefore(needs: Needs, items: readonly Item[], channel: Channel): Promise<ReadonlySet<string>> {
  const [first] = items
  if (first === undefined || first.reason === 'moderation' || needs.isFirst(first.event)) return new Set()
  if (isOfSocial(first)) return socialBefore(needs, items, channel)
  if (first.discussion === null) return new Set()
  const from = pagesOf({ discussion: first.discussion, slug: first.slug }, 0)
  return beforeAmong(needs, { items, channel, all: await eventsFrom(needs, from) })
}

/** What can be done again and again tells once a day, as itself: the newest of it come first. */
async function socialBefore(needs: Needs, items: readonly Item[], channel: Channel): Promise<ReadonlySet<string>> {
  const [first] = items
  if (first === undefined) return new Set()
  const all = await eventsFrom(needs, socialPagesOf(first))
  if (!isRepeatable(first)) return beforeAmong(needs, { items, channel, all })
  const since = dayBefore(first.at)
  const earlier = all.filter(({ event, at }) => event !== first.event && at <= first.at && at >= since)
  const told = await toldOf(needs, { items, earlier, channel })
  return new Set(told.filter(({ reason }) => reason === first.reason).map(({ person }) => person))
}

const dayBefore = (at: string): string => new Date(Date.parse(at) - AGAIN_MS).toISOString()

type Among = { items: readonly Item[]; channel: Channel; all: readonly Earlier[] }

async function beforeAmong(needs: Needs, { items, channel, all }: Among): Promise<ReadonlySet<string>> {
  const own = all.find(({ event }) => event === items[0]?.event)
  if (own === undefined || own.op === 'created') return new Set()
  const since = own.op === 'edited' ? dayBefore(own.at) : ''
  const earlier = all.filter(({ event, at }) => event !== own.event && at <= own.at && at >= since)
  const told = await toldOf(needs, { items, earlier, channel })
  // An edit that mentions somebody tells more than that there is a comment.
  return new Set(told.filter(({ reason }) => own.op !== 'edited' || reason === 'mention').map(({ person }) => person))
}

/** What was taken back, unread, because it was gone, comes back with it: nobody would ever see it otherwise. */
const isThere = ({ skip, isShown, retractedFor }: Notification): boolean =>
  skip === null && (isShown || (retractedFor !== 'no-longer-mentioned' && retractedFor !== 'not-there'))

/** Of a post or a person nothing stays that holds no more: who has read it was told all the same. */
const wasSeen = (row: Notification, readTo: number): boolean =>
  row.skip === null && (row.isShown || row.archived !== null || isRead(row, readTo))

/** Those whose names begin like this, the last first. */
async function eventsFrom({ audiences }: Needs, from: string): Promise<Earlier[]> {
  const where = { _id: { $gt: from, $lt: `${from}${LAST}` } }
  return (await audiences.find({ where, sort: { _id: -1 }, limit: MOST_EVENTS, next: false })).docs
}

type Asked = { items: readonly Item[]; earlier: readonly Earlier[]; channel: Channel }

async function toldOf(needs: Needs, { items, earlier, channel }: Asked): Promise<Told[]> {
  const pairs = items.flatMap(({ person }) => earlier.map(({ event }) => ({ person, event })))
  const found: Told[] = []
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE)
    const limit = some.length
    if (channel === 'centre') {
      const where = { _id: { $in: some.map((one) => idOf(rows, one)) } }
      const { docs } = await needs.notifications.find({ where, limit, next: false })
      found.push(...(await thoseTold(needs, docs)))
    } else {
      const where = { _id: { $in: some.map((one) => tellingIdOf(one, channel)) } }
      const { docs } = await needs.tellings.find({ where, limit, next: false })
      found.push(...docs.filter(({ state }) => state !== 'skipped' && state !== 'failed'))
    }
  }
  return found
}

async function thoseTold({ inboxes }: Needs, all: readonly Notification[]): Promise<Notification[]> {
  const bounds = new Map<string, number>()
  for (const row of all)
    if (isOfSocial(row) && !bounds.has(row.person)) bounds.set(row.person, (await inboxes.get(row.person))?.readTo ?? 0)
  return all.filter((row) => (isOfSocial(row) ? wasSeen(row, bounds.get(row.person) ?? 0) : isThere(row)))
}
