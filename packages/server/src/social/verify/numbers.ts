import type { Collection, Page, Position } from '@palaver/store'
import { postsOf } from '../news/filling.ts'
import type { Follow, Follower, FollowState, Mark, PersonNumbers, Post, PostNumbers } from '../model.ts'
import { NO_PERSON, NO_POST, peopleCountedBy, postsCountedBy } from '../numbers.ts'
import { isOpenPost } from '../policy.ts'
import type { Place, Walls } from '../walls/walls.ts'
import { countAnew, type Counting, type CountingNeeds } from './counting.ts'
import { type Named, named, type Step } from './step.ts'

export type NumberNeeds = CountingNeeds & {
  follows: Collection<Follow>
  followers: Collection<Follower>
  posts: Collection<Post>
  marks: Collection<Mark>
  walls: Walls
  personNumbers: Collection<PersonNumbers>
  postNumbers: Collection<PostNumbers>
  /** All people there are. */
  everybody: Pick<Collection<Named>, 'scan' | 'count'>
}

const BATCH = 500

type OfPerson = Omit<PersonNumbers, '_id' | 'org' | 'seq'>
type OfPost = Omit<PostNumbers, '_id' | 'org' | 'seq'>

export const personNumbersStep = (needs: NumberNeeds): Step => ({
  name: 'person-numbers',
  documents: needs.everybody,
  look: (org, ids) => countAnew(needs, ofPeople(needs, org), { org, ids }),
})

const ofPeople = (needs: NumberNeeds, org: string): Counting<OfPerson> => ({
  kind: 'person-numbers',
  stored: (id) => needs.personNumbers.get(id),
  count: (id) => countPerson(needs, id),
  write: (_id, set, seen) =>
    needs.personNumbers.change(_id, (now, to) => {
      if ((now?.seq ?? 0) !== seen) return null
      return now === null ? to.insert({ _id, org, ...set }) : to.change({ $set: set })
    }),
  concerns: peopleCountedBy,
  plain: ({ followers, following, asked, posts, open }) => ({ followers, following, asked, posts, open }),
  none: NO_PERSON,
})

async function countPerson(needs: NumberNeeds, id: string): Promise<OfPerson> {
  const { follows, followers } = needs
  const followersIn = (state: FollowState): Promise<number> =>
    sizeOf((after) => followers.find({ where: { followee: id, state }, sort: { follower: 1 }, limit: BATCH, after }))
  const where = { follower: id, state: 'follows' as const }
  const [of, asked, following, written] = await Promise.all([
    followersIn('follows'),
    followersIn('asked'),
    sizeOf((after) => follows.find({ where, sort: { at: -1, followee: 1 }, limit: BATCH, after })),
    countWritten(needs, id),
  ])
  return { followers: of, asked, following, ...written }
}

/** Of all pages there are. */
async function sizeOf(read: (after: Position | null) => Promise<Page<unknown>>): Promise<number> {
  let size = 0
  for (let after: Position | null = null, isMore = true; isMore;) {
    const page: Page<unknown> = await read(after)
    size += page.docs.length
    after = page.next
    isMore = after !== null
  }
  return size
}

async function countWritten({ walls, posts }: NumberNeeds, id: string): Promise<Pick<OfPerson, 'posts' | 'open'>> {
  const sum = { posts: NO_PERSON.posts, open: NO_PERSON.open }
  for (let before: Place | null = null, isMore = true; isMore;) {
    const rows: Place[] = await walls.page(id, 'own', { before, limit: BATCH })
    const found = await postsOf(
      { posts },
      rows.map(({ post }) => post),
    )
    for (const post of found.values()) {
      if (post.status === 'published') sum.posts++
      if (isOpenPost(post)) sum.open++
    }
    const last = rows.at(-1)
    before = last === undefined ? null : { posted: last.posted, post: last.post }
    isMore = rows.length === BATCH
  }
  return sum
}

export const postNumbersStep = (needs: NumberNeeds): Step => ({
  name: 'post-numbers',
  documents: named(needs.posts),
  look: (org, ids) => countAnew(needs, ofPosts(needs, org), { org, ids }),
})

const ofPosts = (needs: NumberNeeds, org: string): Counting<OfPost> => ({
  kind: 'post-numbers',
  stored: (id) => needs.postNumbers.get(id),
  count: (id) => countPost(needs, id),
  write: (_id, set, seen) =>
    needs.postNumbers.change(_id, (now, to) => {
      if ((now?.seq ?? 0) !== seen) return null
      return now === null ? to.insert({ _id, org, ...set }) : to.change({ $set: set })
    }),
  concerns: postsCountedBy,
  plain: plainPost,
  none: NO_POST,
})

/** A choice that nobody has voted for may be missing where it is the last. */
const plainPost = ({ reactions, reposts, quotes, votes, voters }: OfPost): object => ({
  reactions,
  reposts,
  quotes,
  votes: votes.slice(0, votes.findLastIndex((count) => count > 0) + 1),
  voters,
})

async function countPost(needs: NumberNeeds, id: string): Promise<OfPost> {
  const sum: OfPost = { reactions: {}, reposts: 0, quotes: 0, votes: [], voters: 0 }
  for await (const { reaction, votes } of marksOf(needs, id)) {
    if (reaction !== null) sum.reactions[reaction] = (sum.reactions[reaction] ?? 0) + 1
    if (votes === null) continue
    sum.voters++
    for (const choice of votes) {
      while (sum.votes.length <= choice) sum.votes.push(0)
      sum.votes[choice] = (sum.votes[choice] ?? 0) + 1
    }
  }
  for await (const post of passingOn(needs, id))
    if (isOpenPost(post)) sum[post.kind === 'repost' ? 'reposts' : 'quotes']++
  return sum
}

async function* marksOf({ marks }: NumberNeeds, post: string): AsyncGenerator<Mark> {
  for (let after: Position | null = null, isMore = true; isMore;) {
    const page: Page<Mark> = await marks.find({ where: { post }, sort: { person: 1 }, limit: BATCH, after })
    yield* page.docs
    after = page.next
    isMore = after !== null
  }
}

async function* passingOn({ posts }: NumberNeeds, of: string): AsyncGenerator<Post> {
  for (let after: Position | null = null, isMore = true; isMore;) {
    const page: Page<Post> = await posts.find({ where: { of }, sort: { _id: 1 }, limit: BATCH, after })
    yield* page.docs
    after = page.next
    isMore = after !== null
  }
}
