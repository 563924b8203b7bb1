import type { LoggedEvent } from '@palaver/store'
import type { Comment } from '../model.ts'
import { Uncountable } from './failures.ts'
import { type CommentFact, type Counted, type Fact, factOf, type Stand, type VoteFact } from './counters-facts.ts'

/** What one event adds to the numbers of a comment. */
export type Addition = { seq: number; replies: number; vote: { before: Stand; after: Stand } | null }

/** What some events of one discussion add up to, by what it is added to. */
export type Tally = {
  discussion: string
  partition: number
  /** The last event that counts. */
  last: { id: string; seq: number; at: string }
  /** To the number of its comments. */
  comments: { seq: number; by: number; posted: string }[]
  ofComments: Map<string, Addition[]>
  /** Roots whose votes changed. */
  voted: Set<string>
  /** Roots that are not shown any more. */
  gone: Set<string>
  /** Some event among them cannot be counted. */
  isOdd: boolean
}

/** Sorts events by discussion, and by what each adds to. */
export function tallied(events: readonly LoggedEvent[]): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const event of events) {
    const fact = factOf(event)
    if (fact === null) continue
    const tally = tallies.get(event.subject) ?? blank(event)
    tally.last = { id: event._id, seq: event.seq, at: event.at }
    tallies.set(event.subject, tally)
    add(tally, event.seq, fact)
  }
  return [...tallies.values()]
}

const blank = ({ subject, partition, _id, seq, at }: LoggedEvent): Tally => ({
  discussion: subject,
  partition,
  last: { id: _id, seq, at },
  comments: [],
  ofComments: new Map(),
  voted: new Set(),
  gone: new Set(),
  isOdd: false,
})

function add(tally: Tally, seq: number, fact: Fact): void {
  if (fact.about === 'comment') addComment(tally, seq, fact)
  if (fact.about === 'vote') addVote(tally, seq, fact)
  if (fact.about === 'nothing legible') tally.isOdd = true
}

export const shows = (comment: Counted | null): number => (comment?.status === 'published' ? 1 : 0)
const isThere = (comment: Counted | null): number => (comment === null ? 0 : 1)

function addComment(tally: Tally, seq: number, { comment, before, after }: CommentFact): void {
  const { slug, parentSlug, posted } = comment
  const by = shows(after) - shows(before)
  const replies = isThere(after) - isThere(before)
  if (by !== 0) tally.comments.push({ seq, by, posted })
  if (parentSlug !== null && replies !== 0) addTo(tally, parentSlug, { seq, replies, vote: null })
  if (parentSlug === null && shows(after) === 0) tally.gone.add(slug)
}

function addVote(tally: Tally, seq: number, { before, after }: VoteFact): void {
  const { slug } = before
  const isRoot = !slug.includes('/')
  if (isRoot && before.value !== after.value) tally.voted.add(slug)
  addTo(tally, slug, { seq, replies: 0, vote: { before, after } })
}

function addTo({ ofComments }: Tally, slug: string, addition: Addition): void {
  const others = ofComments.get(slug)
  if (others === undefined) ofComments.set(slug, [addition])
  else others.push(addition)
}

export type Numbers = Pick<Comment, 'replies' | 'votes' | 'reactions'>

/** The numbers of a comment with what is new to it, and the last event that is in them; null when nothing is new. */
export function countedIn(
  comment: Numbers & Pick<Comment, 'counted'>,
  additions: readonly Addition[],
): (Numbers & Pick<Comment, 'counted'>) | null {
  const fresh = additions.filter(({ seq }) => seq > comment.counted)
  const last = fresh.at(-1)
  if (last === undefined) return null
  const replies = demandCount(fresh.reduce((sum, addition) => sum + addition.replies, comment.replies))
  const votes = fresh.flatMap(({ vote }) => vote ?? [])
  return { replies, ...votedIn(comment, votes), counted: last.seq }
}

export function votedIn(
  { votes, reactions }: Pick<Comment, 'votes' | 'reactions'>,
  changes: readonly { before: Stand; after: Stand }[],
): Pick<Comment, 'votes' | 'reactions'> {
  let { up, down } = votes
  const given = new Map(Object.entries(reactions))
  for (const { before, after } of changes) {
    up += Number(after.value === 1) - Number(before.value === 1)
    down += Number(after.value === -1) - Number(before.value === -1)
    for (const name of after.reactions) given.set(name, (given.get(name) ?? 0) + 1)
    for (const name of before.reactions) given.set(name, (given.get(name) ?? 0) - 1)
  }
  const left = [...given].filter(([, count]) => demandCount(count) > 0)
  return { votes: { up: demandCount(up), down: demandCount(down) }, reactions: Object.fromEntries(left) }
}

/** Less than none shows that something was not counted before. */
export const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

function demandCount(count: number): number {
  if (isCount(count)) return count
  throw new Uncountable(`There cannot be ${count}.`)
}
