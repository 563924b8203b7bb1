import { type ById, type Change, type Collection, Conflict, type NewEvent } from '@palaver/store'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../api/refusal.ts'
import { changeEvent } from '../events.ts'
import { filingOf } from '../filing.ts'
import { type Homes, writeAtHome } from '../home.ts'
import type { Comment, Discussion } from '../model.ts'
import { failsForGood } from './failures.ts'
import { isCount, type Numbers, type Tally } from './counters-tally.ts'

type Target = { discussion: string; slug: string }
type DecideNumbers = (comment: Comment) => (Numbers & Pick<Comment, 'counted'>) | null

/** Writes the numbers of one comment, wherever it is stored; gives it as it is afterwards, null where it is gone. */
export async function writeNumbers(
  homes: Homes,
  { discussion, slug }: Target,
  decide: DecideNumbers,
): Promise<Comment | 'uncountable' | null> {
  try {
    const { comment } = await writeAtHome(homes, discussion, ({ layout, place }) =>
      layout.change(place, slug, (found) => {
        const set = decide(found)
        return set === null ? null : { set, events: [] }
      }),
    )
    return comment
  } catch (error) {
    if (error instanceof Refusal && error.code === 'discussion-not-found') return null
    if (failsForGood(error)) return 'uncountable'
    throw error
  }
}

export type Seen = Pick<
  Discussion,
  '_id' | 'org' | 'comments' | 'counted' | 'recount' | 'epoch' | 'topic' | 'activity' | 'title' | 'created'
>

/** Without the comments that it may hold. */
export async function numbersOf(discussions: Collection<Discussion>, _id: string): Promise<Seen | null> {
  const own = { org: 1, topic: 1, activity: 1, title: 1, created: 1 } as const
  const project = { comments: 1, counted: 1, recount: 1, epoch: 1, ...own } as const
  const { docs } = await discussions.find({ where: { _id }, limit: 1, project })
  return (docs[0] as Seen | undefined) ?? null
}

/** Counts a discussion's comments, and flags it where something cannot be counted. Says whether it is flagged. */
export async function countDiscussion(
  discussions: Collection<Discussion>,
  tally: Tally,
  isOdd: boolean,
): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const seen = await numbersOf(discussions, tally.discussion)
    if (seen === null) return false
    try {
      return await countSeen(discussions, { seen, tally, isOdd })
    } catch (error) {
      if (!(error instanceof Conflict) || attempt >= MOST_ATTEMPTS) throw error
    }
  }
}

/** It may have gone to another topic meanwhile, which happens once in a while. */
const MOST_ATTEMPTS = 3

type Counting = { seen: Seen; tally: Tally; isOdd: boolean }

async function countSeen(discussions: Collection<Discussion>, { seen, tally, isOdd }: Counting): Promise<boolean> {
  const { discussion: _id, comments, last } = tally
  const numbers = commentsIn(seen, comments)
  const isFlagged = isOdd || numbers === 'uncountable'
  const set = { ...(numbers !== 'uncountable' && numbers), ...(isFlagged && { recount: last.id }) }
  if (Object.keys(set).length > 0) {
    const told = { id: `${_id}.counted.${last.seq}`, at: last.at }
    const events = numbers === 'uncountable' ? [] : countedEvents(seen, numbers, told)
    await changeSeen(discussions, whereSeen(seen), { change: { $set: set }, events })
  }
  return isFlagged || seen.recount !== undefined
}

/** What is told with the numbers is said of the topic that it was in: so it must still be there, and its title as well. */
export const whereSeen = ({ _id, counted, title, topic }: Seen): ById<Discussion> => ({
  _id,
  counted,
  title,
  topic: topic ?? null,
})

type Recounted = Partial<Pick<Discussion, 'comments' | 'activity'>>

/** The lists and numbers of topics follow these; of what is in none, nobody needs to know. */
export function countedEvents(seen: Seen, numbers: Recounted, named: { id: string; at: string }): NewEvent[] {
  const [before, after] = [filingOf(seen), filingOf({ ...seen, ...numbers })]
  if (before.topic === null || isDeepStrictEqual(before, after)) return []
  const { comments, activity } = after
  const told = { before: { filing: before }, after: { comments, activity, filing: after } }
  return [changeEvent(seen, { ...named, type: 'discussion', op: 'counted', ...told })]
}

function commentsIn(
  { comments, counted, activity, created }: Seen,
  additions: Tally['comments'],
): Partial<Pick<Discussion, 'comments' | 'counted' | 'activity'>> | 'uncountable' {
  const fresh = additions.filter(({ seq }) => seq > counted)
  const last = fresh.at(-1)
  if (last === undefined) return {}
  const sum = fresh.reduce((total, { by }) => total + by, comments)
  const said = fresh.filter(({ by }) => by > 0).map(({ posted }) => posted)
  const latest = latestOf([activity ?? created, ...said])
  return isCount(sum) ? { comments: sum, counted: last.seq, activity: latest } : 'uncountable'
}

/** Of times as they are written. */
export const latestOf = (times: readonly string[]): string => times.reduce((a, b) => (a < b ? b : a))

/**
 * Nobody but this consumer changes `counted`, so that comparing it is enough, and people who post meanwhile are not in
 * the way. Where it differs, another node has taken over: these events come again, or need not.
 */
export async function changeSeen(
  discussions: Collection<Discussion>,
  where: ById<Discussion>,
  { change, events = [] }: { change: Change<Discussion>; events?: readonly NewEvent[] },
): Promise<void> {
  const { outcome } = await discussions.update(where, change, { events })
  if (outcome === 'unmatched')
    throw new Conflict(`The discussion "${where._id}" was counted elsewhere, or has moved: these events come again.`)
}
