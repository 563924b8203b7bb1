import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { consumerStates } from '../../../store/src/system.ts'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import type { Sleep } from './again.ts'
import { queueTrials } from './collections.ts'
import { grounds, noting, ORG, soon } from './testing/world.ts'

/** For processes that do nothing any more, until their test is over. */
let over = Promise.withResolvers<void>()
beforeEach(() => {
  over = Promise.withResolvers()
})
const still: Sleep = (_ms, signal) =>
  Promise.race([
    over.promise,
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  ])

describeEngines('a queue whose process ends or stands still', (engine) => {
  const ground = grounds(engine)
  // Runs before the nodes are stopped, which would wait for those that stand still.
  afterEach(() => over.resolve())

  it('A5, A6: does again what was done between its last position and the end, and nothing else', async () => {
    const { node, tell, store } = await ground()
    const gate = Promise.withResolvers<void>()
    const stuck = noting('q', ({ event }) => (event._id === 'c' ? gate.promise : undefined), { timeoutMs: 60_000 })
    const first = node()
    await tell('a')
    first.start([stuck])
    await first.drained()
    await tell('b', 'c', 'd')
    await vi.waitFor(() => expect(stuck.seen).toContain('c'), { timeout: 10_000 })
    const partition = store.events.partitionOf(ORG)
    const noted = await store.events.positionOf('q', partition)
    expect(noted).toBeLessThan(3)
    // What is under way is cut off once the grace is over: its effects are there, its position is not.
    await first.stop()
    gate.resolve()
    const second = node()
    const next = noting('q')
    second.start([next])
    await second.drained()
    expect(next.seen).toEqual(['a', 'b', 'c', 'd'].slice(noted))
    expect(await store.events.positionOf('q', partition)).toBe(4)
  })

  it('A16: held up past its lease it can only repeat: its late position is refused', async () => {
    const { node, tell, store, clock } = await ground()
    const gate = Promise.withResolvers<void>()
    const frozen = noting('q', ({ event }) => (event._id === 'a' ? gate.promise : undefined), { timeoutMs: 60_000 })
    // It does not get to renew its lease.
    const sleep: Sleep = (ms, signal) => (ms === 5_000 ? still(ms, signal) : soon(ms, signal))
    const one = node({ sleep })
    one.start([frozen])
    await tell('a')
    await vi.waitFor(() => expect(frozen.seen).toEqual(['a']), { timeout: 10_000 })
    clock.pass(16_000)
    const two = node()
    const other = noting('q')
    two.start([other])
    await vi.waitFor(() => expect(other.seen).toEqual(['a']), { timeout: 10_000 })
    await tell('b')
    await two.drained()
    gate.resolve()
    await one.drained()
    expect(other.seen).toEqual(['a', 'b'])
    expect(frozen.seen).toEqual(['a'])
    expect(await store.events.positionOf('q', store.events.partitionOf(ORG))).toBe(2)
  })

  it('keeps its partition for as long as it lives, however long an event takes', async () => {
    const { node, tell, clock, store } = await ground()
    const gate = Promise.withResolvers<void>()
    const place = `q~${store.events.partitionOf(ORG)}`
    const lease = async () => (await store.collection(consumerStates).get(place))?.until
    const slow = noting('q', () => gate.promise, { timeoutMs: 60_000 })
    const [one, two] = [node(), node()]
    const other = noting('q')
    one.start([slow])
    await tell('a')
    await vi.waitFor(() => expect(slow.seen).toEqual(['a']), { timeout: 10_000 })
    two.start([other])
    for (let passed = 0; passed < 60_000; passed += 5_000) {
      clock.pass(5_000)
      const renewed = new Date(clock.now() + 10_001).toISOString()
      const isKept = async () => expect(((await lease()) ?? '') >= renewed).toBe(true)
      await vi.waitFor(isKept, { timeout: 10_000 })
    }
    gate.resolve()
    await Promise.all([one.drained(), two.drained()])
    expect([slow.seen, other.seen]).toEqual([['a'], []])
  })

  it('B4: an event that ends the process three times is a dead letter, and the rest flows', async () => {
    const { node, tell, items, store, clock } = await ground()
    await tell('a', 'deadly', 'b')
    const trial = `q~${store.events.partitionOf(ORG)}`
    const dead: string[][] = []
    for (let life = 1; life <= 3; life++) {
      const spec = noting('q', ({ event }) => (event._id === 'deadly' ? new Promise(() => {}) : undefined), {
        timeoutMs: 60_000,
      })
      // It is left as a process leaves what it did when it is killed.
      node({ sleep: still }, { sleep: still }).start([spec])
      await vi.waitFor(() => expect(spec.seen).toContain('deadly'), { timeout: 10_000 })
      expect(await store.collection(queueTrials).get(trial)).toMatchObject({ seq: 2, tries: life })
      dead.push(spec.seen)
      clock.pass(16_000)
    }
    const queues = node()
    const spec = noting('q')
    queues.start([spec])
    await queues.drained()
    expect(dead).toEqual([
      ['a', 'deadly'],
      ['a', 'deadly'],
      ['a', 'deadly'],
    ])
    expect(spec.seen).toEqual(['a', 'b'])
    expect(await items()).toMatchObject([
      { event: 'deadly', state: 'dead', error: 'Hopeless: The process ended while it was handled.' },
    ])
  })
})
