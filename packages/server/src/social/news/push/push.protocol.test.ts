import { createStore } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { expectBroken, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../../store/src/testing/protocol/stepped.ts'
import { posts } from '../../collections.ts'
import { allOf } from '../../testing/recounting.ts'
import {
  type Acting,
  type Actor,
  type Alter,
  atOnce,
  atTheSameTime,
  type Case,
  follow,
  NOON,
  processOn,
  unlessRefused,
  type World,
} from '../../testing/stepped.ts'
import { actorOf, ORG, toAll } from '../../testing/village.ts'
import { pulled } from '../pull.ts'
import { build } from './building.ts'
import { feedEntries } from './collections.ts'
import { kept } from './reading.ts'
import { work } from './walking.ts'
import type { Social } from '../../service.ts'

const [ADA, BOB, CY] = [actorOf('ada'), actorOf('bob'), actorOf('cy')]
const MINUTE_MS = 60_000
const SMALL = { cap: 4, kept: 2, backfilled: 2 }

/** News are kept for everybody; `late`: so many minutes after the others, when their leases are over. */
const pushing =
  (late = 0): Alter =>
  ({ world }) => ({
    news: { pullFrom: 1000, keepFrom: 0, sizes: SMALL },
    world: { ...world, now: () => NOON + late * MINUTE_MS },
  })

const on = (acting: Acting, name: string, late = 0): Social => processOn(acting, name, pushing(late))
const consumes = (acting: Acting, name: string): Promise<void> => follow(acting, name, { alter: pushing() })
const writes = (acting: Acting, name: string, actor = ADA): Promise<unknown> =>
  on(acting, name).write({ actor }, { text: 'hello', audience: toAll })

/** The first post that a process of this name writes. */
const firstOf = (name: string): string => `${name}P1`

const walks =
  (name: string, late = 0): Actor =>
  (acting) =>
    on(acting, name, late).pusher.drain()

const deletes: Actor = async (acting) => {
  await unlessRefused(on(acting, 'deleter').delete(ADA, firstOf('ada')))
  await consumes(acting, 'consumer')
}

/** Two who follow, whose news are kept, and a post that is on its way to them. */
const before: Actor = async (acting) => {
  for (const one of [BOB, CY]) await on(acting, one.name).follow(one, ADA.id)
  for (const one of [BOB, CY]) await build(on(acting, `${one.name}B`).pusher.needs, { org: ORG, id: one.id })
  await writes(acting, 'ada')
  await consumes(acting, 'before')
}

async function finish(world: World): Promise<Social> {
  const acting = { ...world, sleep: atOnce }
  await consumes(acting, 'late')
  await on(acting, 'late', 5).pusher.drain()
  return on(acting, 'look', 5)
}

const WALKED: Case = {
  title: 'C8.6: two walk to the followers of an author who deletes the post',
  before,
  actors: { one: walks('one'), two: walks('two', 1), deleter: deletes },
  check: async (world) => {
    await finish(world)
    const store = createStore(world.engine)
    const [post] = await allOf(store, posts)
    const entries = await allOf(store, feedEntries)
    expect(
      entries.map(({ post: id }) => id),
      'entries',
    ).toEqual(post?.status === 'published' ? Array.from({ length: entries.length }, () => firstOf('ada')) : [])
    if (post?.status === 'published') expect(entries.length, 'all are reached').toBeGreaterThanOrEqual(2)
  },
}

const REACHED: Case = {
  ...WALKED,
  title: 'C8.6: two walk to the followers of an author, and one dies',
  actors: { one: walks('one'), two: walks('two', 1) },
}

/** What is kept is what would be merged. */
async function expectSame(world: World): Promise<void> {
  const { pusher, needs } = await finish(world)
  const feed = await pusher.needs.feeds.get(BOB.id)
  if (feed?.state !== 'live') return
  const read = async (source: ReturnType<typeof pulled>): Promise<string[]> =>
    (await source(null, 50)).map(({ post }) => post)
  expect(await read(kept(pusher.needs, feed)), 'kept').toEqual(await read(pulled(needs, BOB.id)))
}

const BUILT: Case = {
  title: 'C8.1: news are built while somebody posts and somebody is followed',
  before: async (acting) => {
    await on(acting, 'bob').follow(BOB, ADA.id)
    for (const name of ['a', 'b', 'c']) await writes(acting, name)
    await writes(acting, 'd', CY)
  },
  actors: {
    builder: (acting) => build(on(acting, 'builder').pusher.needs, { org: ORG, id: BOB.id }),
    writer: async (acting) => {
      await writes(acting, 'writer')
      await consumes(acting, 'consumer')
      await walks('walker')(acting)
    },
    follower: async (acting) => {
      await on(acting, 'follower').follow(BOB, CY.id)
      await consumes(acting, 'consumer2')
    },
  },
  check: expectSame,
}

describe('news that are kept, in any order of the calls and with a crash anywhere', () => {
  it.for([REACHED, WALKED, BUILT])('$title', async (each, { annotate }) => {
    const { report } = await exploreProtocol(atTheSameTime(each, pushing()))
    await annotate(report)
  })

  it('would have a post that was deleted, if who was overtaken did not take back what they put there', async () => {
    const heedless: Actor = (acting) => {
      const { needs } = on(acting, 'one').pusher
      const get: typeof needs.posts.get = async (id) => {
        const post = await needs.posts.get(id)
        return post && { ...post, status: 'published' }
      }
      return work({ ...needs, posts: withMembers(needs.posts, { get }) }, firstOf('ada'), new AbortController().signal)
    }
    const actors = { ...WALKED.actors, one: heedless }
    await expectBroken(atTheSameTime({ ...WALKED, actors, crashes: 0, simplest: 3_000 }, pushing()), /entries/)
  })
})
