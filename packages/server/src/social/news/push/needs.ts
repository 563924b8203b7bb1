import type { Collection } from '@palaver/store'
import type { Follow, Follower, PersonNumbers, Post } from '../../model.ts'
import type { Walls } from '../../walls/walls.ts'
import type { World } from '../../world.ts'
import type { Feed, FeedEntry, Pulled, Sizes, Walk } from './model.ts'

export type PushNeeds = {
  feeds: Collection<Feed>
  entries: Collection<FeedEntry>
  walks: Collection<Walk>
  pulledAuthors: Collection<Pulled>
  follows: Collection<Follow>
  followers: Collection<Follower>
  personNumbers: Collection<PersonNumbers>
  posts: Collection<Post>
  walls: Walls
  world: World
  /** From so many followers on, what somebody writes is merged as it is read. */
  pullFrom: number
  /** From so many followed people on, somebody has news that are kept. */
  keepFrom: number
  sizes: Sizes
  holder: string
  /** There is something to do. */
  nudge: () => void
}
