import { merged } from '../merge.ts'
import { pulled, wrote } from '../pull.ts'
import { isNewer, type NewsSource } from '../source.ts'
import { dayOf } from './building.ts'
import { entriesOf } from './entries.ts'
import { type Feed, feedKey } from './model.ts'
import type { PushNeeds } from './needs.ts'

/** What is kept, down to where it is complete; behind that, news are merged as they are read. */
export function kept(needs: PushNeeds, feed: Feed): NewsSource {
  const near = merged([entriesOf(needs, feedKey(feed)), ...feed.pulls.map((person) => wrote(needs, person))])
  const far = pulled(needs, feed._id)
  return async (before, limit) => {
    const rows = await near(before, limit)
    // It may have been trimmed or built anew while it was read.
    const now = await needs.feeds.get(feed._id)
    if (now === null || now.build !== feed.build || now.state !== 'live') return far(before, limit)
    const { from } = now
    if (from === null) return rows
    const whole = rows.filter((row) => !isNewer(from, row))
    if (whole.length === limit) return whole
    const start = before !== null && isNewer(from, before) ? before : from
    return [...whole, ...(await far(start, limit - whole.length))]
  }
}

/** Notes that somebody came for their news, once a day. */
export async function touch({ feeds, world }: PushNeeds, { _id, active }: Feed): Promise<void> {
  const today = dayOf(world.now())
  if (active !== today) await feeds.update({ _id }, { $set: { active: today } })
}
