import { type ById, type Change, type Collection, Conflict, type NewEvent } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
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

type Seen = Pick<Discussion, 'comments' | 'counted' | 'recount' | 'epoch'>

/** Without the comments that it may hold. */
export async function numbersOf(discussions: Collection<Discussion>, _id: string): Promise<Seen | null> {
  const project = { comments: 1, counted: 1, recount: 1, epoch: 1 } as const
  const { docs } = await discussions.find({ where: { _id }, limit: 1, project })
  return (docs[0] as Seen | undefined) ?? null
}

/** Counts a discussion's comments, and flags it where something cannot be counted. Says whether it is flagged. */
export async function countDiscussion(
  discussions: Collection<Discussion>,
  { discussion: _id, comments, last }: Tally,
  isOdd: boolean,
): Promise<boolean> {
  const seen = await numbersOf(discussions, _id)
  if (seen === null) return false
  const numbers = commentsIn(seen, comments)
  const isFlagged = isOdd || numbers === 'uncountable'
  const set = { ...(numbers !== 'uncountable' && numbers), ...(isFlagged && { recount: last.id }) }
  if (Object.keys(set).length > 0)
    await changeSeen(discussions, { _id, counted: seen.counted }, { change: { $set: set } })
  return isFlagged || seen.recount !== undefined
}

function commentsIn(
  { comments, counted }: Seen,
  additions: Tally['comments'],
): Partial<Pick<Discussion, 'comments' | 'counted'>> | 'uncountable' {
  const fresh = additions.filter(({ seq }) => seq > counted)
  const last = fresh.at(-1)
  if (last === undefined) return {}
  const sum = fresh.reduce((total, { by }) => total + by, comments)
  return isCount(sum) ? { comments: sum, counted: last.seq } : 'uncountable'
}

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
