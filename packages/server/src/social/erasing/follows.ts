import type { Collection, Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import { type FollowNeeds, part } from '../graph/follows.ts'
import { type Follow, FOLLOW_STATES, type Follower } from '../model.ts'
import { type Item, namerOf, type NameNeeds } from './names.ts'

type Needs = NameNeeds &
  Pick<FollowNeeds, 'people' | 'world'> & { follows: Collection<Follow>; followers: Collection<Follower> }

const BATCH = 100
/** Who follows events does not wait for itself. */
const now = async (): Promise<void> => {}

/** Whom somebody follows, and who follows them. */
export const followsPlace = (needs: Needs): PersonalPlace => ({
  name: 'following and followers',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

const WORDS = {
  following: { follows: 'you follow', asked: 'you ask to follow' },
  followers: { follows: 'follows you', asked: 'asks to follow you' },
} as const

async function* items(needs: Needs, whose: Whose): AsyncGenerator<Item> {
  const nameOf = namerOf(needs, whose.org)
  for await (const { followee, state, at } of following(needs, whose.id))
    yield { how: WORDS.following[state], person: await nameOf(followee), since: at }
  for await (const { follower, state, at } of followedBy(needs, whose.id))
    yield { how: WORDS.followers[state], person: await nameOf(follower), since: at }
}

/** Each end is told of, so lists and numbers of the others follow. */
async function erase(needs: Needs, { org, id }: Whose): Promise<void> {
  const parting = { ...needs, followed: now }
  for await (const { followee } of following(needs, id)) await part(parting, { org, a: id, b: followee })
  for await (const { follower } of followedBy(needs, id)) await part(parting, { org, a: id, b: follower })
}

async function* following({ follows }: Needs, follower: string): AsyncGenerator<Follow> {
  for (const state of FOLLOW_STATES)
    for (let after: Position | null = null, isMore = true; isMore;) {
      const page: Page<Follow> = await follows.find({
        where: { follower, state },
        sort: { at: -1, followee: 1 },
        limit: BATCH,
        after,
      })
      yield* page.docs
      after = page.next
      isMore = after !== null
    }
}

async function* followedBy({ followers }: Needs, followee: string): AsyncGenerator<Follower> {
  for (const state of FOLLOW_STATES)
    for (let last = '', isMore = true; isMore;) {
      const where = { followee, state, follower: { $gt: last } }
      const { docs } = await followers.find({ where, sort: { follower: 1 }, limit: BATCH, next: false })
      yield* docs
      last = docs.at(-1)?.follower ?? last
      isMore = docs.length === BATCH
    }
}
