import { createStore } from '@palaver/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { actorOf, idOf, ORG, type Village, villageIn } from '../testing/village.ts'
import type { PostView } from '../views/post-view.ts'
import type { Place } from '../walls/walls.ts'
import { build } from './push/building.ts'

const AUTHORS = ['ada', 'cy', 'dee']
const happening = fc.oneof(
  fc.record({
    act: fc.constant('say' as const),
    by: fc.constantFrom(...AUTHORS),
    skew: fc.integer({ min: -400, max: 400 }),
  }),
  fc.record({ act: fc.constant('delete' as const), at: fc.nat(60) }),
  fc.record({ act: fc.constant('walk' as const) }),
)
/** What was there before, and what happens between the pages. */
const story = fc.record({
  before: fc.array(fc.record({ by: fc.constantFrom(...AUTHORS), skew: fc.integer({ min: -400, max: 400 }) }), {
    minLength: 8,
    maxLength: 25,
    size: 'max',
  }),
  between: fc.array(fc.array(happening, { maxLength: 4 }), { minLength: 3, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  isKept: fc.boolean(),
})
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never
type Known = { id: string; by: string; isDeleted: boolean }

async function happen(v: Village, known: Known[], one: Happening): Promise<void> {
  if (one.act === 'say') {
    v.clock.now += one.skew
    known.push({ id: await v.say(one.by, 'text'), by: one.by, isDeleted: false })
  } else if (one.act === 'walk') {
    await v.drained()
    await v.social.pusher.drain()
  } else {
    const post = known[one.at % known.length]
    if (post === undefined || post.isDeleted) return
    post.isDeleted = true
    await v.social.delete(actorOf(post.by), post.id)
  }
}

const SMALL = { cap: 60, kept: 5, backfilled: 3 }

describeEngines('pages of news', (engine) => {
  it(
    'C8.1: have no gap and no repeat while posts come and go, and clocks are wrong',
    { timeout: 300_000 },
    async () => {
      const numRuns = Number(process.env['PAGING_RUNS'] ?? (engine.kind === 'sqlite' ? 20 : 3))
      const property = fc.asyncProperty(story, async ({ before, between, limit, isKept }) => {
        const store = createStore(await engine.open(collections))
        try {
          const news = { news: { pullFrom: 1000, keepFrom: isKept ? 0 : 1000, sizes: SMALL } }
          const v = await villageIn(store, ['bob', ...AUTHORS], news)
          const known: Known[] = []
          for (const name of AUTHORS) await v.follow('bob', name)
          for (const one of before) await happen(v, known, { act: 'say', ...one })
          if (isKept) await build(v.social.pusher.needs, { org: ORG, id: idOf('bob') })
          const there = [...known]
          const read: PostView[] = []
          const rounds = [...between]
          for (let place: Place | null = null; ;) {
            const page: Awaited<ReturnType<typeof v.social.news>> = await v.social.news(actorOf('bob'), {
              before: place,
              limit,
            })
            read.push(...page.posts)
            if (page.next === null) break
            place = page.next
            for (const one of rounds.shift() ?? []) await happen(v, known, one)
          }
          const ids = read.map(({ id }) => id)
          const ordered = read.toSorted((a, b) =>
            a.posted === b.posted ? (a.id < b.id ? 1 : -1) : a.posted < b.posted ? 1 : -1,
          )
          expect(ids, 'in order').toEqual(ordered.map(({ id }) => id))
          expect(new Set(ids).size, 'once').toBe(ids.length)
          const stayed = there.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
          expect(
            stayed.filter((id) => !ids.includes(id)),
            'no gap',
          ).toEqual([])
        } finally {
          await store.close()
        }
      })
      await fc.assert(property, { numRuns, endOnFailure: true })
    },
  )
})
