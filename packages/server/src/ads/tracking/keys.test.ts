import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { adCollections, signingKeys } from '../collections.ts'
import { CLICK_MS, IMPRESSION_MS } from '../lifetimes.ts'
import { GRACE_MS } from './keys.ts'
import { decided, NOON, signing } from './tracking.fixtures.ts'

const HOUR_MS = 60 * 60_000

test('nothing is signed by a node that has not looked, or not for long', async () => {
  const { clock, node } = await signing()
  const { keys, tokens } = node()
  expect(() => tokens.issue(decided())).toThrow('fresh')
  await tokens.ready()
  expect(tokens.ready(), 'within a second there is nothing to wait for').toBeUndefined()
  tokens.issue(decided())
  clock.now += 5000
  expect(() => keys.current(clock.now)).toThrow('fresh')
  await tokens.ready()
  expect(keys.current(clock.now).id).toBe('1')
})

test('nobody looks while nobody asks, and many at once look once', async () => {
  const { store, clock, node } = await signing()
  const { tokens } = node()
  await tokens.ready()
  clock.now += 1000
  const [one, other] = [tokens.ready(), tokens.ready()]
  expect(one).toBe(other)
  await one
  await store.collection(signingKeys).remove({ _id: 'tracking' })
  expect(tokens.ready()).toBeUndefined()
})

test('a look that failed is made again', async () => {
  const { store, clock, node } = await signing()
  const { tokens } = node()
  await tokens.ready()
  clock.now += 1000
  await store.close()
  await expect(tokens.ready()).rejects.toThrow('closed')
  await expect(tokens.ready()).rejects.toThrow('closed')
})

describeEngines('the keys of ads', (engine) => {
  const nodes = async () => signing(await engine.open(adCollections))

  test('are the same for all nodes, whoever comes first', async () => {
    const { node } = await nodes()
    const all = Array.from({ length: 8 }, node)
    await Promise.all(all.map(async ({ tokens }) => tokens.ready()))
    const texts = new Set(all.map(({ tokens }) => tokens.issue(decided()).i))
    expect(texts.size).toBe(1)
  })

  test('B8.3: a rotation is known everywhere before anybody signs with it', async () => {
    const { clock, node } = await nodes()
    const [one, other] = [node(), node()]
    await Promise.all([one.tokens.ready(), other.tokens.ready()])
    expect(await one.keys.rotate()).toBe('2')
    await one.tokens.ready()
    expect(one.keys.current(clock.now).id, 'at first the former still signs').toBe('1')
    clock.now += 1000
    await other.tokens.ready()
    expect(other.keys.get('2')).toBeDefined()
    clock.now = NOON + 5000
    await Promise.all([one.tokens.ready(), other.tokens.ready()])
    const token = one.tokens.issue(decided({ at: clock.now })).i
    expect(token.startsWith('2.')).toBe(true)
    expect(other.tokens.read('i', token, clock.now)).toEqual(decided({ at: clock.now }))
  })

  test('B8.3: what the former signed holds for the grace period, and never after it', async () => {
    const { clock, node } = await nodes()
    const { keys, tokens } = node()
    await tokens.ready()
    const old = tokens.issue(decided())
    const conversion = tokens.issueConversion(decided(), clock.now)
    await keys.rotate()
    clock.now = NOON + IMPRESSION_MS - 1
    await tokens.ready()
    expect(tokens.read('i', old.i, clock.now)).toEqual(decided())
    expect(tokens.read('c', old.c, NOON + CLICK_MS - 1)).toEqual(decided())
    const end = NOON + 5000 + GRACE_MS
    expect(tokens.open('c', old.c, end - 1)).toEqual({ decided: decided(), isLate: true })
    expect(tokens.read('a', conversion, end - 1)).toEqual(decided({ person: '', topic: '' }))
    for (const [kind, token] of [
      ['c', old.c],
      ['a', conversion],
    ] as const)
      expect(tokens.open(kind, token, end)).toBeNull()
  })

  test('B8.3: a key that was left behind signs nothing that is newer than it', async () => {
    const { clock, node } = await nodes()
    const { keys, tokens } = node()
    // A node that stands still for an hour, or somebody who has the former key.
    const thief = node()
    await Promise.all([tokens.ready(), thief.tokens.ready()])
    const stolen = thief.keys.get('1')
    await keys.rotate()
    clock.now = NOON + HOUR_MS
    await tokens.ready()
    thief.keys.current = () => stolen ?? expect.fail()
    const forged = thief.tokens.issue(decided({ at: clock.now }))
    expect(tokens.open('i', forged.i, clock.now)).toBeNull()
    expect(tokens.open('c', forged.c, clock.now)).toBeNull()
    const early = thief.tokens.issue(decided({ at: NOON + 5000 }))
    expect(tokens.open('c', early.c, clock.now), 'signed while the others changed').not.toBeNull()
  })

  test('a rotation without grace ends all former keys', async () => {
    const { clock, node } = await nodes()
    const { keys, tokens } = node()
    await tokens.ready()
    const first = tokens.issue(decided())
    await keys.rotate()
    clock.now = NOON + 10_000
    await tokens.ready()
    const second = tokens.issue(decided({ at: clock.now }))
    await keys.rotate(0)
    clock.now += 5000
    await tokens.ready()
    expect([first, second].map(({ i }) => tokens.open('i', i, clock.now))).toEqual([null, null])
    expect(tokens.issue(decided({ at: clock.now })).i.startsWith('3.')).toBe(true)
  })

  test('a later rotation gives no former key more time than it had', async () => {
    const { clock, node } = await nodes()
    const { keys, tokens } = node()
    await tokens.ready()
    const old = tokens.issue(decided())
    await keys.rotate(0)
    await keys.rotate(GRACE_MS)
    clock.now += 5000
    await tokens.ready()
    expect(tokens.open('i', old.i, clock.now)).toBeNull()
  })

  test('former keys go once they hold no longer, and many rotations at once are that many keys', async () => {
    const { store, clock, node } = await nodes()
    const ids = await Promise.all(Array.from({ length: 5 }, () => node().keys.rotate()))
    expect(new Set(ids).size).toBe(5)
    const stored = async () => (await store.collection(signingKeys).get('tracking'))?.keys.map(({ id }) => id)
    expect(await stored()).toHaveLength(6)
    clock.now += 2 * GRACE_MS
    await node().keys.rotate()
    expect(await stored()).toEqual(['6', '7'])
  })
})
