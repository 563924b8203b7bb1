import { type Collection, Duplicate, type NewEvent } from '@palaver/store'
import type { Follow, FollowState, Mark, Post } from '../model.ts'
import { postEvent } from '../posts/event.ts'
import { givenOf, markId } from '../posts/marking.ts'
import { socialEvent, type World } from '../world.ts'

export type QuietNeeds = {
  follows: Collection<Follow>
  posts: Collection<Post>
  marks: Collection<Mark>
  world: World
}

/** What is there already stays as it is. */
async function once(insert: () => Promise<void>): Promise<void> {
  try {
    await insert()
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}

const quiet = (event: NewEvent): NewEvent => ({ ...event, quiet: true })

type NewFollow = { org: string; follower: string; followee: string; at: string; state?: FollowState }

/** As if they had been there all along: what follows from them follows, and nobody is notified. */
export const addFollow = (
  { follows, world }: Pick<QuietNeeds, 'follows' | 'world'>,
  { org, follower, followee, at, state = 'follows' }: NewFollow,
): Promise<void> =>
  once(() => {
    const [before, after] = [
      { follower, followee, state: null },
      { follower, followee, state },
    ]
    const op = state === 'asked' ? 'asked' : 'followed'
    const event = socialEvent(world, 'follow', { org, subject: follower, op, at, before, after })
    return follows.insert(
      { _id: `${follower}~${followee}`, org, follower, followee, state, at },
      { events: [quiet(event)] },
    )
  })

export const addPost = ({ posts, world }: Pick<QuietNeeds, 'posts' | 'world'>, post: Post): Promise<void> =>
  once(() => {
    const { _id: id, posted: at } = post
    const happened = { _id: `${id}.created`, op: 'created', at, before: null, after: post, by: null } as const
    return posts.insert(post, { events: [quiet(postEvent(world, happened))] })
  })

type Given = Pick<Mark, 'reaction' | 'votes'>
const NOTHING: Given = { reaction: null, votes: null }

type NewMark = Partial<Pick<Mark, 'reaction' | 'repost' | 'votes'>> & { person: string; post: Post; at: string }

export const addMark = ({ marks, world }: Pick<QuietNeeds, 'marks' | 'world'>, given: NewMark): Promise<void> =>
  once(() => {
    const { person, post, at, reaction = null, repost = null, votes = null } = given
    const { org, _id: subject } = post
    const [nothing, reacted, all] = [NOTHING, { ...NOTHING, reaction }, { reaction, votes }]
    const told = (op: string, before: Given, after: Given): NewEvent => {
      const change = { before: givenOf(post, before), after: givenOf(post, after) }
      return quiet(socialEvent(world, 'post', { org, subject, op, at, ...change }))
    }
    const events = [
      ...(reaction === null ? [] : [told('reacted', nothing, reacted)]),
      ...(votes === null ? [] : [told('voted', reacted, all)]),
    ]
    return marks.insert(
      { _id: markId(person, subject), org, person, post: subject, reaction, repost, votes, at },
      { events },
    )
  })
