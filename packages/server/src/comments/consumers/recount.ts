import { isDeepStrictEqual } from 'node:util'
import { changeEvent } from '../events.ts'
import { atHome } from '../home.ts'
import type { Discussion, Ranked } from '../model.ts'
import type { Needs } from '../needs.ts'
import { type Numbers, shows } from './counters-tally.ts'
import { changeSeen, countedEvents, latestOf, numbersOf, whereSeen, writeNumbers } from './counters-write.ts'
import { rankAnew, ranked } from './ranking.ts'
import { carryLateWrites } from './recount-late.ts'
import { Later, type Moment } from './recount-later.ts'
import { standsOf, votesThen } from './recount-votes.ts'
import { commentsThen, type Replied, withReplies } from './recount-walk.ts'
import { rankedOf } from './score.ts'

type RecountNeeds = Pick<Needs, 'homes' | 'votes' | 'rankings' | 'log' | 'world'>

/** What has been counted so far. `isAhead`: something here has counted events that are yet to come again. */
type Sum = { comments: number; activity: string; top: Ranked[]; isAhead: boolean }

/**
 * Counts all that a flagged discussion has, as it was at a place in the log up to which its events are counted, so
 * that what lies behind is added as ever. Only the consumer of counters may do this, at its own position.
 */
export async function recount(needs: RecountNeeds, moment: Moment): Promise<void> {
  const { discussions } = needs.homes
  const flagged = await numbersOf(discussions, moment.discussion)
  if (flagged?.recount === undefined) return
  await carryLateWrites(needs, moment, flagged.epoch)
  const discussion = await discussions.get(moment.discussion)
  if (discussion?.recount === undefined) return
  const later = new Later(needs.log, moment)
  const sum: Sum = { comments: 0, activity: discussion.created, top: [], isAhead: false }
  for await (const some of withReplies(commentsThen(atHome(needs.homes, discussion), later)))
    await countSome(needs, { moment, later, sum, some })
  const { discussion: _id, position: seq } = moment
  const isRanked = await rankAnew(needs, { discussion: _id, top: sum.top, seq })
  await finish(needs, discussion, { ...sum, isAhead: sum.isAhead || !isRanked, position: seq })
}

type Counting = { moment: Moment; later: Later; sum: Sum; some: readonly Replied[] }

async function countSome(needs: RecountNeeds, { moment, later, sum, some }: Counting): Promise<void> {
  const { discussion, position } = moment
  const stands = await Promise.all(some.map(({ comment }) => standsOf(needs, discussion, comment.slug)))
  await later.readOn()
  const places = new Map<string, Ranked | null>()
  const writes = some.map(async ({ comment, wasThere, replies }, at) => {
    const { slug } = comment
    const numbers = { replies, ...votesThen(stands[at] ?? new Map(), later.votesOf(slug)) }
    const counts = wasThere ? shows(comment) : 0
    sum.comments += counts
    if (counts > 0) sum.activity = latestOf([sum.activity, comment.posted])
    places.set(slug, rankedOf({ ...comment, ...numbers }))
    await writeNumbers(needs.homes, { discussion, slug }, (found) => {
      if (found.counted > position) sum.isAhead = true
      return found.counted > position || isSame(found, numbers) ? null : { ...numbers, counted: position }
    })
  })
  await Promise.all(writes)
  sum.top = ranked(sum.top, places)
}

/** Also of one that lacks some of them, or has something else there. */
const isSame = ({ replies, votes, reactions }: Numbers, numbers: Numbers): boolean =>
  isDeepStrictEqual({ replies, votes, reactions }, numbers)

type Finished = Sum & { position: number }

/**
 * Its own number, and the flag goes: unless it was flagged anew meanwhile, or something is ahead, whose events come
 * again and bring it to be counted then. Not where it has moved: some of what was read may have been swept away.
 */
async function finish(
  { homes: { discussions }, world }: RecountNeeds,
  discussion: Discussion,
  { comments, activity: found, isAhead, position }: Finished,
): Promise<void> {
  const { _id, epoch, recount: flag } = discussion
  const now = await numbersOf(discussions, _id)
  if (now === null || now.counted > position) return
  const where = { ...whereSeen(now), epoch }
  const activity = latestOf([found, now.activity ?? now.created])
  const set = { comments, activity, counted: position }
  const at = new Date(world.now()).toISOString()
  const counted = countedEvents(now, set, { id: world.newId(), at })
  if (isAhead || flag === undefined || now.recount !== flag)
    return changeSeen(discussions, where, { change: { $set: set }, events: counted })
  // Comments have changed without an event for each: who copies them has to know.
  const told = changeEvent(discussion, { id: world.newId(), type: 'discussion', op: 'recounted', at })
  const change = { $set: set, $unset: { recount: '' } } as const
  await changeSeen(discussions, { ...where, recount: flag }, { change, events: [...counted, told] })
}
