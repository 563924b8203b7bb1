import type { EventLogApi } from '@palaver/store'
import type { Comments } from '../comments/service.ts'
import type { Company } from './company.ts'
import { framesOf, toldIn, votedIn } from './discussion-frames.ts'
import { batchOf } from './frame.ts'
import type { Stream } from './stream.ts'

/** Who has missed more reads everything anew, which is less work. */
export const MOST_MISSED = 2000
const BATCH = 200

type Needs = { log: Pick<EventLogApi, 'read'>; comments: Pick<Comments, 'numbers' | 'current'>; company: Company }
type Missed = { discussion: { id: string; org: string }; partition: number; after: number; upTo: number }

/** Sends what a client has missed of a discussion; false where that is too much. */
export async function sendMissed(needs: Needs, stream: Stream, missed: Missed): Promise<boolean> {
  const { discussion, partition, upTo } = missed
  let { after } = missed
  for (let count = 0; after < upTo && !stream.isOver;) {
    const read = await needs.log.read({ partition, subject: discussion.id, after, limit: BATCH })
    const events = read.filter(({ seq }) => seq <= upTo)
    count += events.length
    if (count > MOST_MISSED) return false
    const [numbers, current] = await Promise.all([
      needs.comments.numbers(discussion, votedIn(events)),
      needs.comments.current(discussion.id, toldIn(events)),
    ])
    const batch = batchOf(framesOf(events, { numbers, current }))
    if (stream.listener.viewer !== null)
      await needs.company.know(batch.authors.map((id) => ({ org: discussion.org, id })))
    if (batch.frames.length > 0) await stream.sendPatiently(batch)
    if (events.length < BATCH) return true
    after = events.at(-1)?.seq ?? upTo
  }
  return true
}
