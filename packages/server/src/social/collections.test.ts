import type { CollectionSpec } from '@palaver/store'
import { expect, it } from 'vitest'
import { parseFilter } from '../../../store/src/dialect/filter.ts'
import { planQuery } from '../../../store/src/plan/planner.ts'
import { routeOf } from '../../../store/src/mongo/route.ts'
import {
  circles,
  followers,
  follows,
  marks,
  memberships,
  mutedWords,
  personNumbers,
  postNumbers,
  posts,
  walls,
} from './collections.ts'
import { feedEntries, feeds, pulledAuthors, walks } from './news/push/collections.ts'

type Asked = readonly [name: string, collection: CollectionSpec, where: Parameters<typeof parseFilter>[0]]

/** What news, walls and lists are made of, what decides who sees a post, and what follows a single post. */
const OFTEN: readonly Asked[] = [
  ['the posts of a page', posts, { _id: { $in: ['p', 'q'] } }],
  ['their numbers', postNumbers, { _id: { $in: ['p', 'q'] } }],
  ['what somebody gave them', marks, { _id: { $in: ['me~p', 'me~q'] } }],
  ['whom somebody follows', follows, { follower: 'me', state: 'follows' }],
  ['whom of some people somebody follows', follows, { _id: { $in: ['me~a', 'me~b'] } }],
  ['a page of followers', followers, { followee: 'a', state: 'follows' }],
  [
    'a piece of the followers, for a post that is sent to each',
    followers,
    { followee: 'a', state: 'follows', follower: { $gt: 'b' } },
  ],
  ['the numbers of a person', personNumbers, { _id: 'a' }],
  ['a page of a wall', walls, { owner: 'a', state: 'shown' }],
  ['what waits on a wall', walls, { owner: 'a', state: 'waiting' }],
  ['what somebody wrote', walls, { owner: 'a', isOwn: true }],
  ['the circles of somebody', circles, { _id: 'a' }],
  ['in whose circles somebody is', memberships, { _id: { $in: ['a~me', 'b~me'] } }],
  ['who is in a circle', memberships, { owner: 'a', circles: 'c' }],
  ['the words that somebody muted', mutedWords, { _id: 'me' }],
  ['the feeds of some followers', feeds, { _id: { $in: ['a', 'b'] } }],
  ['a page of a feed', feedEntries, { feed: 'me.1' }],
  ['an entry of a feed', feedEntries, { _id: 'me.1~p' }],
  ['what somebody wrote in a feed', feedEntries, { feed: 'me.1', author: 'a' }],
  ['how far a post was sent', walks, { _id: 'p' }],
  ['whether somebody is pulled from', pulledAuthors, { _id: 'a' }],
]

const PAGE = { sort: [], limit: 20, skip: 0, after: null, examineAtMost: null }

it.each(OFTEN)('each walk for %s goes to one shard', (_, collection, where) => {
  const { walks: found } = planQuery(collection, { where: parseFilter(where), ...PAGE })
  expect(found.map((walk) => routeOf(collection, walk.where).to)).toEqual(found.map(() => 'one shard'))
})
