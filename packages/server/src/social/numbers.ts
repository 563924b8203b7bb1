import type { Collection, LoggedEvent } from '@palaver/store'
import type { FollowState, PersonNumbers, PostNumbers } from './model.ts'
import type { ToldPost } from './posts/event.ts'

export type NumberNeeds = { personNumbers: Collection<PersonNumbers>; postNumbers: Collection<PostNumbers> }

type Counted = 'followers' | 'following' | 'asked' | 'posts' | 'open'
type Addition = { seq: number; org: string; person: string; of: Counted; by: number }
type Edge = { follower: string; followee: string; state: FollowState | null }

/** What events add to the numbers of people: each tells how it was before and is afterwards. */
export async function countPeople({ personNumbers }: NumberNeeds, events: readonly LoggedEvent[]): Promise<void> {
  const additions = events.flatMap((event) => [...additionsOf(event, 'before', -1), ...additionsOf(event, 'after', 1)])
  const byPerson = Map.groupBy(additions, ({ person }) => person)
  await Promise.all(
    [...byPerson].map(([person, some]) =>
      personNumbers.change(person, (now, to) => {
        const { seq, ...numbers } = now ?? { _id: person, org: some[0]?.org ?? '', ...NO_PERSON }
        const fresh = some.filter((one) => one.seq > seq)
        if (fresh.length === 0) return null
        for (const { of, by } of fresh) numbers[of] += by
        const counted = { ...numbers, seq: Math.max(...fresh.map((one) => one.seq)) }
        if (now === null) return to.insert(counted)
        const { followers, following, asked, posts, open, seq: counts } = counted
        return to.change({ $set: { followers, following, asked, posts, open, seq: counts } })
      }),
    ),
  )
}

export const NO_PERSON = { followers: 0, following: 0, asked: 0, posts: 0, open: 0, seq: 0 }
export const NO_POST = { reactions: {}, reposts: 0, quotes: 0, votes: [] as number[], voters: 0, seq: 0 }

/** What people give a post, or take back: the post itself is as it was. */
const GIVING = new Set(['reacted', 'voted', 'unmarked'])

function additionsOf(event: LoggedEvent, side: 'before' | 'after', by: 1 | -1): Addition[] {
  const { type, op, seq, org } = event
  const told = event[side]
  if (told === null || told === undefined) return []
  const add = (person: string, of: Counted): Addition => ({ seq, org, person, of, by })
  if (type === 'follow') {
    const { follower, followee, state } = told as Edge
    if (state === null) return []
    return state === 'asked' ? [add(followee, 'asked')] : [add(followee, 'followers'), add(follower, 'following')]
  }
  if (type !== 'post' || GIVING.has(op)) return []
  const { author, status, isOpen } = told as ToldPost
  if (status !== 'published') return []
  return isOpen ? [add(author, 'posts'), add(author, 'open')] : [add(author, 'posts')]
}

/** Those whose numbers an event changes. */
export const peopleCountedBy = (event: LoggedEvent): string[] =>
  [...additionsOf(event, 'before', -1), ...additionsOf(event, 'after', 1)].map(({ person }) => person)

/** The same of posts. */
export const postsCountedBy = (event: LoggedEvent): string[] => changesIn(event).map(({ post }) => post)

type Change = {
  seq: number
  org: string
  post: string
  apply: (numbers: Omit<PostNumbers, '_id' | 'org' | 'seq'>) => void
}

/** The same for posts: reactions, votes, and how often they are passed on and quoted. */
export async function countPosts({ postNumbers }: NumberNeeds, events: readonly LoggedEvent[]): Promise<void> {
  const byPost = Map.groupBy(events.flatMap(changesIn), ({ post }) => post)
  await Promise.all(
    [...byPost].map(([post, some]) =>
      postNumbers.change(post, (now, to) => {
        const numbers = structuredClone(now ?? { _id: post, org: some[0]?.org ?? '', ...NO_POST })
        const fresh = some.filter((one) => one.seq > numbers.seq)
        if (fresh.length === 0) return null
        for (const { apply } of fresh) apply(numbers)
        numbers.seq = Math.max(...fresh.map((one) => one.seq))
        if (now === null) return to.insert(numbers)
        const { reactions, reposts, quotes, votes, voters, seq } = numbers
        return to.change({ $set: { reactions, reposts, quotes, votes, voters, seq } })
      }),
    ),
  )
}

type Given = { reaction: string | null; votes: number[] | null; choices: number }

function changesIn(event: LoggedEvent): Change[] {
  if (event.type !== 'post') return []
  const { op, seq, org, subject } = event
  if (GIVING.has(op))
    return [{ seq, org, post: subject, apply: given(event.before as Given | null, event.after as Given) }]
  const passedOn = (told: unknown, by: 1 | -1): Change[] => {
    const { of, kind, isOpen } = (told ?? {}) as Partial<ToldPost>
    // Whoever sees what was passed on would learn of those that are for others.
    if (of === null || of === undefined || isOpen !== true) return []
    return [{ seq, org, post: of, apply: (numbers) => (numbers[kind === 'repost' ? 'reposts' : 'quotes'] += by) }]
  }
  return [...passedOn(event.before, -1), ...passedOn(event.after, 1)]
}

const given =
  (before: Given | null, after: Given): Change['apply'] =>
  (numbers) => {
    if (typeof before?.reaction === 'string') bump(numbers.reactions, before.reaction, -1)
    if (after.reaction !== null) bump(numbers.reactions, after.reaction, 1)
    const voted = before?.votes ?? null
    if (voted !== null && after.votes === null) return takeBack(numbers, voted)
    if (voted !== null || after.votes === null) return
    numbers.votes = Array.from({ length: after.choices }, (_, at) => numbers.votes[at] ?? 0)
    for (const choice of after.votes) numbers.votes[choice] = (numbers.votes[choice] ?? 0) + 1
    numbers.voters += 1
  }

/** Of somebody who was erased: no other vote is ever taken back. */
function takeBack(numbers: Pick<PostNumbers, 'votes' | 'voters'>, votes: readonly number[]): void {
  for (const choice of votes) numbers.votes[choice] = Math.max(0, (numbers.votes[choice] ?? 0) - 1)
  numbers.voters = Math.max(0, numbers.voters - 1)
}

function bump(counts: Record<string, number>, name: string, by: number): void {
  const count = (counts[name] ?? 0) + by
  if (count > 0) counts[name] = count
  else delete counts[name]
}
