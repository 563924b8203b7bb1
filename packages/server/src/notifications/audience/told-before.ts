import { idOf } from '@palaver/store'
import { notifications as rows } from '../collections.ts'
import type { Audience, Channel, Item, Notification, Reason } from '../model.ts'
import { tellingIdOf } from '../windows/telling.ts'
import type { AudienceNeeds } from './needs.ts'
import { pagesOf } from './stored.ts'

type Needs = Pick<AudienceNeeds, 'audiences' | 'notifications' | 'tellings'> & {
  /** Whether it is known to be the first that was told of its comment. */
  isFirst: (event: string) => boolean
}
type Earlier = Pick<Audience, 'event' | 'op' | 'at'>
type Told = { person: string; event: string; reason: Reason }

/** Who was mentioned, and is so again, is not told again so soon. */
const AGAIN_MS = 24 * 60 * 60 * 1000
const MOST_EVENTS = 50
const AT_ONCE = 100
const LAST = '\u{10FFFF}'

/** Those of these who were told of the same comment by an earlier event, on the same channel. */
export async function toldBefore(needs: Needs, items: readonly Item[], channel: Channel): Promise<ReadonlySet<string>> {
  const [first] = items
  if (first === undefined || first.discussion === null || first.reason === 'moderation') return new Set()
  if (needs.isFirst(first.event)) return new Set()
  const all = await eventsOf(needs, { discussion: first.discussion, slug: first.slug })
  const own = all.find(({ event }) => event === first.event)
  if (own === undefined || own.op === 'created') return new Set()
  const since = own.op === 'edited' ? new Date(Date.parse(own.at) - AGAIN_MS).toISOString() : ''
  const earlier = all.filter(({ event, at }) => event !== own.event && at <= own.at && at >= since)
  const told = await toldOf(needs, { items, earlier, channel })
  // An edit that mentions somebody tells more than that there is a comment.
  return new Set(told.filter(({ reason }) => own.op !== 'edited' || reason === 'mention').map(({ person }) => person))
}

/** What was taken back, unread, because it was gone, comes back with it: nobody would ever see it otherwise. */
const isThere = ({ skip, isShown, retractedFor }: Notification): boolean =>
  skip === null && (isShown || (retractedFor !== 'no-longer-mentioned' && retractedFor !== 'not-there'))

async function eventsOf({ audiences }: Needs, about: { discussion: string; slug: string | null }): Promise<Earlier[]> {
  const from = pagesOf(about, 0)
  const where = { _id: { $gt: from, $lt: `${from}${LAST}` } }
  return (await audiences.find({ where, limit: MOST_EVENTS, next: false })).docs
}

type Asked = { items: readonly Item[]; earlier: readonly Earlier[]; channel: Channel }

async function toldOf({ notifications, tellings }: Needs, { items, earlier, channel }: Asked): Promise<Told[]> {
  const pairs = items.flatMap(({ person }) => earlier.map(({ event }) => ({ person, event })))
  const found: Told[] = []
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE)
    const limit = some.length
    if (channel === 'centre') {
      const where = { _id: { $in: some.map((one) => idOf(rows, one)) } }
      const { docs } = await notifications.find({ where, limit, next: false })
      found.push(...docs.filter(isThere))
    } else {
      const where = { _id: { $in: some.map((one) => tellingIdOf(one, channel)) } }
      const { docs } = await tellings.find({ where, limit, next: false })
      found.push(...docs.filter(({ state }) => state !== 'skipped' && state !== 'failed'))
    }
  }
  return found
}
