import { createStore } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { collections } from '../../../collections.ts'
import {
  actorOf,
  idOf,
  toAll,
  toCircles,
  toFollowers,
  toPeople,
  type Village,
  villageIn,
} from '../../testing/village.ts'
import { fill } from '../filling.ts'
import { pulled } from '../pull.ts'
import type { NewsSource } from '../source.ts'
import { build } from './building.ts'
import { kept } from './reading.ts'

const NAMES = ['p0', 'p1', 'p2', 'p3', 'p4']
const who = fc.constantFrom(...NAMES)
const audience = fc.constantFrom(toAll, toFollowers, toCircles, toPeople('p1', 'p2'))

/** What happens among people who know each other; numbers of posts are taken from those that there are. */
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('say'), by: who, audience }) },
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constantFrom('follow', 'unfollow', 'block', 'unblock', 'circle'),
        by: who,
        to: who,
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete'), post: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('audience'), post: fc.nat(30), audience }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('repost'), by: who, post: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('build', 'sweep', 'walk', 'walk', 'walk'), by: who }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('days'), days: fc.integer({ min: 1, max: 9 }) }) },
  ),
  { minLength: 5, maxLength: 60 },
)
type Act = (typeof acts extends fc.Arbitrary<(infer A)[]> ? A : never) & Record<string, unknown>

/** So small that it matters. */
const SMALL = { cap: 12, kept: 4, backfilled: 2 }
const DAY_MS = 86_400_000

type Posted = { id: string; by: string }
type Happening = { v: Village; posts: Posted[]; by: string; to: string; at: Posted | undefined; audience: typeof toAll }

/** What may be refused is: somebody follows themselves, or a post is gone. */
const tried = async (work: Promise<unknown> | undefined): Promise<void> => void (await work?.catch(() => {}))

const ACTS: Record<string, (happening: Happening, act: Act) => Promise<unknown>> = {
  say: async ({ v, posts, by, audience }) => posts.push({ id: await v.say(by, `n${posts.length}`, audience), by }),
  follow: ({ v, by, to }) => tried(v.follow(by, to)),
  unfollow: ({ v, by, to }) => v.unfollow(by, to),
  block: async ({ v, by, to }) => (by === to ? null : v.block(by, to)),
  unblock: ({ v, by, to }) => v.unblock(by, to),
  circle: async ({ v, by, to }) => {
    await v.social.circles.create(actorOf(by), { key: 'k', name: 'k' })
    await tried(v.social.circles.add(actorOf(by), 'k', idOf(to)))
  },
  delete: ({ v, at }) => tried(at && v.social.delete(actorOf(at.by), at.id)),
  audience: ({ v, at, audience }) => tried(at && v.social.revise(actorOf(at.by), at.id, { audience })),
  repost: ({ v, by, at }) => tried(at && v.social.repost(actorOf(by), at.id, toAll)),
  build: ({ v, by }) => build(v.social.pusher.needs, { org: 'org1', id: idOf(by) }),
  walk: ({ v }) => v.social.pusher.drain(),
  sweep: ({ v }) => v.social.pusher.sweep(),
  days: async ({ v }, act) => (v.clock.now += (act['days'] as number) * DAY_MS),
}

async function play(v: Village, posts: Posted[], act: Act): Promise<void> {
  const { by = 'p0', to = 'p1', post = 0, audience: meant = toAll } = act as Partial<Happening> & { post?: number }
  const at = posts[post % Math.max(1, posts.length)]
  await ACTS[act.act]?.({ v, posts, by, to, at, audience: meant }, act)
}

/** All that somebody reads from a source, page by page. */
async function read(v: Village, name: string, source: NewsSource): Promise<string[]> {
  const found: string[] = []
  const viewer = v.viewerOf(name)
  for (let before = null; ;) {
    const wants = ({ post }: { post: { author: string } }, sight: { follows: (id: string) => boolean }): boolean =>
      post.author === idOf(name) || sight.follows(post.author)
    const page = await fill(v.social.needs, { viewer, source, wants }, { before, limit: 3 })
    found.push(...page.found.map(({ post }) => post._id))
    if (page.next === null) return found
    before = page.next as never
  }
}

describeEngines('news that are kept', (engine) => {
  it('C8.1, C8.9: are the news that are merged, once all is followed', { timeout: 300_000 }, async () => {
    const numRuns = engine.kind === 'sqlite' ? 60 : 8
    await fc.assert(
      fc.asyncProperty(acts, fc.boolean(), async (all, hasBig) => {
        const store = createStore(await engine.open(collections))
        try {
          const v = await villageIn(store, NAMES, { news: { pullFrom: hasBig ? 2 : 1000, keepFrom: 0, sizes: SMALL } })
          const posts: Posted[] = []
          for (const name of NAMES.slice(0, 3)) await build(v.social.pusher.needs, { org: 'org1', id: idOf(name) })
          for (const act of all) await play(v, posts, act as Act)
          await v.drained()
          await v.social.pusher.drain()
          await v.drained()
          for (const name of NAMES) {
            const feed = await v.social.pusher.needs.feeds.get(idOf(name))
            const oracle = await read(v, name, pulled(v.social.needs, idOf(name)))
            expect(new Set(oracle).size).toBe(oracle.length)
            if (feed?.state === 'live') expect(await read(v, name, kept(v.social.pusher.needs, feed))).toEqual(oracle)
            const where = { feed: `${idOf(name)}.${feed?.build}` }
            expect(await v.social.pusher.needs.entries.count({ where, atMost: 100 })).toBeLessThanOrEqual(SMALL.cap)
          }
        } finally {
          await store.close()
        }
      }),
      { numRuns },
    )
  })
})
