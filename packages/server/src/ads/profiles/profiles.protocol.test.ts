import { type CollectionSpec, createStore, type Engine, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import type { UpdateRequest } from '../../../../store/src/engine.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { adCollections, profiles as allProfiles } from '../collections.ts'
import { readShownEntry, shownEntry } from '../entries.ts'
import type { Shown } from '../model.ts'
import { candidateOf, cap, KEY, NOON } from './profiles.fixtures.ts'
import { Profiles } from './profiles.ts'

const MOST = 2
const RARE = candidateOf({ caps: [cap(MOST, 3600)] })
const BEFORE: Shown = {
  nonce: 'before',
  advertiser: 'a1',
  campaign: 'c1',
  creative: 'k1',
  at: NOON - 1,
  confirmed: false,
}

type World = { engine: Engine }
type Acting = World & { sleep: (ms?: number) => Promise<void> }

/** A node of its own; what it names bears its name, so that a run is the same every time. */
function nodeOf({ engine, sleep }: Acting, name: string): Profiles {
  const world = { now: () => NOON, random: () => 0, sleep, newPart: () => name }
  const store = createStore(engine, { ...world, newId: () => name })
  return new Profiles({ profiles: store.collection(allProfiles), key: KEY, world })
}

/** What was shown, and told to whoever asked; `knew`: there was a profile when it began. */
const decides = (name: string) => async (acting: Acting) => {
  const undone: string[] = []
  const found: boolean[] = []
  let tries = 0
  const get: Engine['get'] = async (...asked) => {
    const answer = await acting.engine.get(...asked)
    found.push(answer !== null)
    return answer
  }
  const watched = withMembers(acting, { engine: withMembers(acting.engine, { get }) })
  const answer = await nodeOf(watched, name).decide(
    'ada',
    async ({ isCapped }, now) => {
      if (isCapped(RARE, now)) return { answer: null, shown: [] }
      const nonce = `${name}${++tries}`
      return { answer: nonce, shown: [{ ...BEFORE, nonce, at: now }] }
    },
    (thrown) => undone.push(thrown ?? ''),
  )
  return { answer, undone, tries, knew: found[0] === true }
}
type Told = Awaited<ReturnType<ReturnType<typeof decides>>>

const confirms = async (acting: Acting) => nodeOf(acting, 'tracker').confirm('ada', BEFORE.nonce, NOON + 5)
const forgets = async (acting: Acting) => nodeOf(acting, 'eraser').forget('ada')

let versions = 0
const emptyWorld = async (): Promise<World> => {
  versions = 0
  const firstVersion = (): number => (versions += 1_000)
  return { engine: await openSqlite({ file: ':memory:', collections: adCollections, partitions: 1, firstVersion }) }
}

async function worldWithProfile(): Promise<World> {
  const world = await emptyWorld()
  const expires = '2026-03-01T00:00:00.000Z'
  await world.engine.insert(
    allProfiles,
    { _id: 'ada', shown: [shownEntry({ ...BEFORE, by: 'x' })], over: null, expires },
    [],
  )
  return world
}

async function worldWithoutCompareAndSet(): Promise<World> {
  const { engine } = await worldWithProfile()
  const update = (collection: CollectionSpec, request: UpdateRequest) =>
    engine.update(collection, { ...request, version: null })
  return { engine: withMembers(engine, { update }) }
}

type Actors = Record<string, (acting: Acting) => Promise<unknown>>
type Check = (shown: readonly Shown[] | null, acknowledged: Record<string, unknown>) => void

const protocol = (
  title: string,
  { actors, setUp, check }: { actors: Actors; setUp: () => Promise<World>; check: Check },
) =>
  defineProtocol<World, Record<string, unknown>>({
    title,
    setUp,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    crashes: 1,
    fingerprint: ({ engine }) => contentsOf(engine),
    check: async ({ engine }, { acknowledged }) => {
      const profile = await createStore(engine).collection(allProfiles).get('ada')
      check(profile?.shown.map(readShownEntry) ?? null, acknowledged)
    },
  })

const toldBy = (acknowledged: Record<string, unknown>): Told[] =>
  ['one', 'two'].flatMap((name) => (acknowledged[name] === undefined ? [] : [acknowledged[name] as Told]))

/** What was told to anybody is written down, no more than the cap allows, and what was not is undone. */
const withinCap =
  (before: number): Check =>
  (shown, acknowledged) => {
    const told = toldBy(acknowledged)
    const answers = told.flatMap(({ answer }) => answer ?? [])
    expect(before + answers.length, 'shown too often').toBeLessThanOrEqual(MOST)
    expect(shown?.length ?? 0, 'kept too often').toBeLessThanOrEqual(MOST)
    const kept = (shown ?? []).map(({ nonce }) => nonce)
    expect(kept, 'what is shown is kept').toEqual(expect.arrayContaining(answers))
    for (const { answer, undone, tries } of told)
      expect(undone, 'undone').toHaveLength(tries - (answer === null ? 0 : 1))
    if ('tracker' in acknowledged)
      expect(shown?.find(({ nonce }) => nonce === BEFORE.nonce)).toMatchObject({ confirmed: true, at: NOON + 5 })
  }

const two: Actors = { one: decides('one'), two: decides('two') }
const three: Actors = { ...two, three: decides('three') }

describe('B8.4: caps, in every order of the calls and with a crash at each', { timeout: 120_000 }, () => {
  it.for([
    {
      title: 'two decide while an impression comes',
      actors: { ...two, tracker: confirms },
      setUp: worldWithProfile,
      check: withinCap(1),
    },
    { title: 'three decide, of whom nothing is known', actors: three, setUp: emptyWorld, check: withinCap(0) },
  ])('$title', async ({ title, ...given }, { annotate }) => {
    const explored = await exploreProtocol(protocol(title, given))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('B8.11: who is forgotten while somebody decides, and while an impression comes, stays forgotten', async ({
    annotate,
  }) => {
    const check: Check = (shown, { eraser, one }) => {
      if (eraser === undefined || one === undefined || !(one as Told).knew) return
      expect(shown, 'remembered again').toBeNull()
    }
    const actors = { one: decides('one'), tracker: confirms, eraser: forgets }
    const given = { actors, setUp: worldWithProfile, check }
    const explored = await exploreProtocol(protocol('one is forgotten', given))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('would be passed if the profile were written whatever it is by then', async () => {
    const given = { actors: two, setUp: worldWithoutCompareAndSet, check: withinCap(1) }
    const { schedule } = await expectBroken(protocol('control', given), /shown too often/)
    expect(schedule).toBe('one:get two:get two:update one:update')
  })
})
