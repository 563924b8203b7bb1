import { expect, it } from 'vitest'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { profiles as allProfiles } from '../collections.ts'
import { IMPRESSION_MS, SKEW_MS } from '../lifetimes.ts'
import {
  candidateOf,
  cap,
  DAY_MS,
  filling,
  fills,
  HOUR_MS,
  MINUTE_MS,
  nodeAlone,
  nodeOn,
  NOON,
  nothingToUndo,
  ORG,
  shownOf,
  shows,
  storeOn,
} from './profiles.fixtures.ts'

const MANY = Array.from({ length: 12 })

describeEngines('caps', (engine) => {
  it('B8.4: hold for two zones of one page', async () => {
    const { node } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(2, 3600)] })
    const open = candidateOf({ campaign: 'c2', creative: 'k2' })
    const shown = await fills(node, 'ada', { of: [rare, open], places: 5 })
    expect(shown.map(({ campaign }) => campaign)).toEqual(['c1', 'c1', 'c2', 'c2', 'c2'])
  })

  it('B8.4: hold for tabs that ask at the same time, and for nodes that do', async () => {
    const store = await storeOn(engine)
    const clock = { now: NOON }
    const nodes = [nodeOn(store, clock), nodeOn(store, clock), nodeOn(store, clock)]
    const rare = candidateOf({ caps: [cap(3, 3600)] })
    const all = await Promise.all(
      MANY.flatMap(() => nodes.map((node) => fills(node, 'ada', { of: [rare], places: 2 }))),
    )
    expect(all.flat()).toHaveLength(3)
    expect((await store.collection(allProfiles).get('ada'))?.shown).toHaveLength(3)
  })

  it('B8.4: hold for each person alone', async () => {
    const { node } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(1, 3600)] })
    const people = MANY.map((_, at) => `p${at}`)
    const all = await Promise.all(people.map((person) => shows(node, person, rare)))
    expect(all.map(({ length }) => length)).toEqual(people.map(() => 1))
  })

  it('B8.4: are exact at the edge of their window', async () => {
    const { node, clock } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(1, 60)] })
    const [first] = await shows(node, 'ada', rare)
    const seen = NOON + 5_000
    await node.confirm('ada', first?.nonce ?? '', seen)
    clock.now = seen + 59_999
    expect(await shows(node, 'ada', rare)).toEqual([])
    clock.now = seen + 60_000
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
  })

  it.for([-SKEW_MS, SKEW_MS])('B8.4: hold where the clock of another node differs by %i ms', async (skew) => {
    const store = await storeOn(engine)
    const [here, there] = [{ now: NOON }, { now: NOON + skew }]
    const [one, other] = [nodeOn(store, here), nodeOn(store, there)]
    const rare = candidateOf({ caps: [cap(1, 120)] })
    const [first] = await shows(one, 'ada', rare)
    await one.confirm('ada', first?.nonce ?? '', here.now)
    for (const passed of [0, 60_000, 119_999]) {
      there.now = NOON + skew + passed
      expect(await shows(other, 'ada', rare), `${passed} ms later`).toEqual([])
    }
    there.now = NOON + skew + 120_000 + SKEW_MS + Math.max(0, -skew)
    expect(await shows(other, 'ada', rare)).toHaveLength(1)
  })

  it('count by advertiser, by campaign and by creative, each for itself', async () => {
    const { node } = await nodeAlone(engine)
    const first = { advertiser: 'a1', campaign: 'c1', creative: 'k1' }
    await shows(node, 'ada', candidateOf({ ...first, caps: [cap(9, 60)] }))
    const isShown = async (named: Parameters<typeof candidateOf>[0]): Promise<boolean> => {
      const asked: boolean[] = []
      await node.decide(
        'ada',
        async ({ isCapped }, now) => {
          asked.push(!isCapped(candidateOf(named), now))
          return { answer: null, shown: [] }
        },
        nothingToUndo,
      )
      return asked[0] ?? false
    }
    for (const per of ['advertiser', 'campaign', 'creative'] as const) {
      expect(await isShown({ ...first, caps: [cap(1, 60, per)] })).toBe(false)
      expect(await isShown({ ...first, [per]: 'other', caps: [cap(1, 60, per)] })).toBe(true)
      expect(await isShown({ ...first, caps: [cap(2, 60, per)] })).toBe(true)
    }
    expect(await isShown({ ...first, caps: [cap(5, 60), cap(1, 60, 'advertiser')] }), 'the strictest').toBe(false)
  })

  it('count what was not confirmed while its impression may still come, and no longer', async () => {
    const { node, clock } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(1, 60)] })
    await shows(node, 'ada', rare)
    clock.now = NOON + IMPRESSION_MS + SKEW_MS
    expect(await shows(node, 'ada', rare)).toEqual([])
    clock.now++
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
  })

  it('B-4: know nobody at first, and no advertiser: that is no error', async () => {
    const { node } = await nodeAlone(engine)
    expect(await shows(node, 'ada', candidateOf({ caps: [cap(1, 60)] }))).toHaveLength(1)
    const other = candidateOf({ advertiser: 'a2', campaign: 'c2', creative: 'k2', caps: [cap(1, 60, 'advertiser')] })
    expect(await shows(node, 'ada', other)).toHaveLength(1)
    expect((await node.shownTo('ada')).map(({ advertiser }) => advertiser)).toEqual(['a1', 'a2'])
  })

  it('write nothing where nothing is shown that counts', async () => {
    const { node, kept, store } = await nodeAlone(engine)
    const open = candidateOf({})
    const run = async () => ({ answer: open, shown: [] })
    expect(await node.decide('ada', run, nothingToUndo)).toBe(open)
    expect(await kept('ada')).toBeNull()
    await shows(node, 'bob', candidateOf({ caps: [cap(1, 60)] }))
    const before = await store.collection(allProfiles).getVersioned('bob')
    await node.decide('bob', run, nothingToUndo)
    expect(await store.collection(allProfiles).getVersioned('bob')).toEqual(before)
  })

  it('are confirmed once, at the moment of the impression', async () => {
    const { node } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(2, 3600)] })
    const [one, two] = await fills(node, 'ada', { of: [rare], places: 2 })
    await node.confirm('ada', one?.nonce ?? '', NOON + 7)
    await node.confirm('ada', one?.nonce ?? '', NOON + 9)
    const shown = await node.shownTo('ada')
    expect(shown).toMatchObject([
      { nonce: one?.nonce, at: NOON + 7, confirmed: true },
      { nonce: two?.nonce, at: NOON, confirmed: false },
    ])
  })

  it('are not changed by an impression that nobody knows', async () => {
    const { node, store, kept } = await nodeAlone(engine)
    await node.confirm('nobody', 'n', NOON)
    expect(await kept('nobody')).toBeNull()
    await shows(node, 'ada', candidateOf({ caps: [cap(2, 3600)] }))
    const before = await store.collection(allProfiles).getVersioned('ada')
    await node.confirm('ada', 'n', NOON)
    expect(await store.collection(allProfiles).getVersioned('ada')).toEqual(before)
  })

  it('do not count what was decided and given to nobody', async () => {
    const { node, kept } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(2, 3600)] })
    const [one, two] = await fills(node, 'ada', { of: [rare], places: 2 })
    await node.confirm('ada', one?.nonce ?? '', NOON)
    await node.takeBack('ada', [one?.nonce ?? '', two?.nonce ?? '', 'unknown'])
    expect(await node.shownTo('ada')).toMatchObject([{ nonce: one?.nonce, confirmed: true }])
    expect(await fills(node, 'ada', { of: [rare], places: 2 })).toHaveLength(1)
    await node.takeBack('nobody', ['n'])
    expect(await kept('nobody')).toBeNull()
  })

  it('do not hold up one person behind another', async () => {
    const { node } = await nodeAlone(engine)
    const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = async () => {
      entered.resolve()
      await held.promise
      return { answer: 'slow', shown: [] }
    }
    const first = node.decide('ada', slow, nothingToUndo)
    await entered.promise
    const order: string[] = []
    const second = node.decide('ada', async () => ({ answer: order.push('ada'), shown: [] }), nothingToUndo)
    await node.decide('bob', async () => ({ answer: order.push('bob'), shown: [] }), nothingToUndo)
    held.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['bob', 'ada'])
  })

  it('are decided again where another node was first, and what was thrown away is undone', async () => {
    const store = await storeOn(engine)
    const clock = { now: NOON }
    const [here, there] = [nodeOn(store, clock), nodeOn(store, clock)]
    const rare = candidateOf({ caps: [cap(2, 3600)] })
    await shows(here, 'ada', rare)
    const [tried, undone]: [string[], string[]] = [[], []]
    const answer = await here.decide(
      'ada',
      async (capping, now) => {
        if (tried.length === 0) expect(await shows(there, 'ada', rare)).toHaveLength(1)
        const made = await filling([rare])(capping, now)
        tried.push(...made.shown.map(({ nonce }) => nonce))
        return made
      },
      (thrown) => undone.push(...thrown.map(({ nonce }) => nonce)),
    )
    expect(answer).toEqual([])
    expect(undone).toEqual(tried)
    expect(undone).toHaveLength(1)
  })

  it('let nothing through that has one, where others are first again and again', async () => {
    const store = await storeOn(engine)
    const [clock, collection] = [{ now: NOON }, store.collection(allProfiles)]
    await shows(nodeOn(store, clock), 'ada', candidateOf({ campaign: 'c9', caps: [cap(9, 60)] }))
    let writes = 0
    const update: typeof collection.update = async (where, change, options) => {
      if (options?.version === undefined) return collection.update(where, change, options)
      writes++
      return { outcome: 'unmatched', doc: null }
    }
    const node = nodeOn(store, clock, { profiles: withMembers(collection, { update }) })
    const rare = candidateOf({ caps: [cap(99, 3600)] })
    const open = candidateOf({ campaign: 'c2', creative: 'k2' })
    let undone = 0
    const run = async ({ isCapped }: { isCapped: (one: typeof rare, now: number) => boolean }, now: number) => {
      const found = isCapped(rare, now) ? open : rare
      return { answer: found, shown: found === rare ? [shownOf(rare, now)] : [] }
    }
    expect(await node.decide('ada', run, () => undone++)).toBe(open)
    expect(undone).toBe(writes)
    expect(writes).toBeGreaterThan(3)
    expect(writes).toBeLessThan(50)
  })

  it('give back what a decision took where the database fails', async () => {
    const store = await storeOn(engine)
    const insert = () => Promise.reject(new Error('no disk'))
    const node = nodeOn(store, { now: NOON }, { profiles: withMembers(store.collection(allProfiles), { insert }) })
    let undone = 0
    const deciding = node.decide('ada', filling([candidateOf({ caps: [cap(1, 60)] })]), () => undone++)
    await expect(deciding).rejects.toThrow('no disk')
    expect(undone).toBe(1)
  })
})

describeEngines('what a node remembers of a profile', (engine) => {
  const rare = candidateOf({ caps: [cap(3, 3600)] })

  it('lets nobody see more than the cap allows, whoever has shown it', async () => {
    const { node, store, clock } = await nodeAlone(engine)
    const other = nodeOn(store, clock)
    for (const from of [node, node, other]) expect(await shows(from, 'ada', rare)).toHaveLength(1)
    for (const from of [node, other]) expect(await shows(from, 'ada', rare)).toEqual([])
    expect(await node.shownTo('ada')).toHaveLength(3)
  })

  it('keeps nothing from anybody that another node has freed', async () => {
    const { node, store, clock } = await nodeAlone(engine)
    const other = nodeOn(store, clock)
    const shown = [await shows(node, 'ada', rare), await shows(node, 'ada', rare), await shows(node, 'ada', rare)]
    await other.takeBack('ada', [shown[2]?.[0]?.nonce ?? ''])
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
  })

  it('is forgotten with who was forgotten elsewhere', async () => {
    const { node, store, clock } = await nodeAlone(engine)
    for (let time = 0; time < 3; time++) await shows(node, 'ada', rare)
    await nodeOn(store, clock).forget('ada')
    expect(await shows(node, 'ada', rare), 'it began with what was there before').toEqual([])
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
    expect(await node.shownTo('ada')).toHaveLength(1)
  })

  it('confirms what another node has confirmed before only once', async () => {
    const { node, store, clock } = await nodeAlone(engine)
    await shows(node, 'ada', rare)
    const [one] = await shows(node, 'ada', rare)
    await nodeOn(store, clock).confirm('ada', one?.nonce ?? '', NOON + 3)
    await node.confirm('ada', one?.nonce ?? '', NOON + 9)
    const confirmed = (await node.shownTo('ada')).filter(({ nonce }) => nonce === one?.nonce)
    expect(confirmed).toMatchObject([{ confirmed: true, at: NOON + 3 }])
  })
})

describeEngines('what a profile holds', (engine) => {
  it('B-6: is bounded; where it is full nothing that has a cap is shown, and nothing that counts goes', async () => {
    const { node, clock, kept } = await nodeAlone(engine)
    const common = candidateOf({ caps: [cap(100_000, 3600)] })
    const open = candidateOf({ advertiser: 'a2', campaign: 'c2', creative: 'k2' })
    for (let page = 0; page < 30; page++) await fills(node, 'ada', { of: [common], places: 20 })
    const full = await kept('ada')
    expect(full?.shown).toHaveLength(500)
    expect(full?.over).toBeNull()
    expect(await shows(node, 'ada', common)).toEqual([])
    clock.now += IMPRESSION_MS + SKEW_MS + 1
    expect(await fills(node, 'ada', { of: [common, open], places: 20 })).toHaveLength(20)
    expect((await kept('ada'))?.shown, 'what never came has gone').toHaveLength(20)
  })

  it('B-6: notes that something found no room: then nothing that has a cap is shown for as long as it counts', async () => {
    const { node, clock, kept } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(100_000, 60)] })
    // Of an advertiser that has caps elsewhere: it counts there, and has none itself.
    const open = candidateOf({ campaign: 'c2', creative: 'k2' })
    for (let page = 0; page < 26; page++) await fills(node, 'ada', { of: [open], places: 20 })
    expect((await kept('ada'))?.shown).toHaveLength(500)
    expect((await kept('ada'))?.over).toBe(NOON)
    clock.now = NOON + 30 * DAY_MS
    expect(await shows(node, 'ada', rare)).toEqual([])
    clock.now = NOON + 30 * DAY_MS + SKEW_MS + 1
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
    expect((await kept('ada'))?.over).toBeNull()
    expect(await node.shownTo('ada')).toMatchObject([{ campaign: 'c1' }])
  })

  it('goes when it is older than any cap, and as a whole within a day after that', async () => {
    const { node, clock, kept } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(5, 3600)] })
    for (const [shown] of [await shows(node, 'ada', rare), await shows(node, 'ada', rare)])
      await node.confirm('ada', shown?.nonce ?? '', clock.now)
    clock.now = NOON + 30 * DAY_MS - 1
    await shows(node, 'ada', rare)
    expect((await kept('ada'))?.shown).toHaveLength(3)
    clock.now++
    await shows(node, 'ada', rare)
    expect((await kept('ada'))?.shown).toHaveLength(2)
    const expires = Date.parse((await kept('ada'))?.expires ?? '')
    expect(expires).toBeGreaterThanOrEqual(clock.now + 30 * DAY_MS)
    expect(expires).toBeLessThanOrEqual(clock.now + 31 * DAY_MS)
  })

  it('is remembered by the longest cap', async () => {
    const { node, clock } = await nodeAlone(engine)
    const rare = candidateOf({ caps: [cap(1, (30 * DAY_MS) / 1000)] })
    const [first] = await shows(node, 'ada', rare)
    await node.confirm('ada', first?.nonce ?? '', NOON)
    for (const passed of [HOUR_MS, DAY_MS, 30 * DAY_MS - 1]) {
      clock.now = NOON + passed
      expect(await shows(node, 'ada', rare), `${passed / MINUTE_MS} minutes later`).toEqual([])
    }
    clock.now = NOON + 30 * DAY_MS
    expect(await shows(node, 'ada', rare)).toHaveLength(1)
  })

  it('is named by what nobody can guess: another for each org, name and key', async () => {
    const { node } = await nodeAlone(engine)
    const ids = [node.idOf(ORG, 'p:1'), node.idOf('org2', 'p:1'), node.idOf(ORG, 'r:1'), node.idOf(ORG, 'p:2')]
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
    expect(node.idOf(ORG, 'p:1')).toBe(ids[0])
  })
})
