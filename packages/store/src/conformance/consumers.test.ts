import { expect, it } from 'vitest'
import type { LoggedEvent } from '../index.ts'
import { describeEngines } from '../testing/suite.ts'
import { event, note, quiet, type World, worlds } from './world.ts'

async function write({ notes }: World, from: number, until: number): Promise<void> {
  for (let at = from; at < until; at++)
    await notes.insert(note(`s${at}`), { events: [event('h', { _id: `e${at}`, org: `org${at % 3}` })] })
}

const inOrder = (events: readonly LoggedEvent[]): boolean =>
  events.every(
    ({ partition, seq }, at) => !events.slice(0, at).some((other) => other.partition === partition && other.seq >= seq),
  )

describeEngines('consumers', (engine) => {
  const world = worlds(engine)

  it('get every event in the order of its partition', async () => {
    const w = await world()
    const seen: LoggedEvent[] = []
    await write(w, 0, 10)
    const consumer = w.store.consume('all', async (events) => void seen.push(...events), { ...quiet, batch: 3 })
    await write(w, 10, 20)
    await w.store.events.settle()
    await consumer.drained()
    expect(seen.map(({ _id }) => _id).toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `e${at}`).toSorted())
    expect(inOrder(seen)).toBe(true)
  })

  it('go on where they were after a restart', async () => {
    const w = await world()
    await write(w, 0, 5)
    await w.store.events.settle()
    const first = w.store.consume('again', async () => {}, quiet)
    await first.drained()
    await first.stop()
    await write(w, 5, 8)
    await w.store.events.settle()
    const seen: string[] = []
    const now = w.store.consume('again', async (events) => void seen.push(...events.map(({ _id }) => _id)), quiet)
    await now.drained()
    expect(seen.toSorted()).toEqual(['e5', 'e6', 'e7'])
  })

  it('are forgotten by the store once they have stopped: it does not stop them again', async () => {
    const w = await world()
    const ended: string[] = []
    const begin = (name: string) => w.store.consume(name, async () => {}, { ...quiet, onStop: () => ended.push(name) })
    await begin('one').stop()
    begin('two')
    expect(ended).toEqual(['one'])
    await w.store.close()
    expect(ended).toEqual(['one', 'two'])
  })

  it('see the same events again after a failure, and are told of it', async () => {
    const w = await world()
    await write(w, 0, 1)
    await w.store.events.settle()
    const calls: string[][] = []
    const errors: unknown[] = []
    const consumer = w.store.consume(
      'failing',
      async (events) => {
        calls.push(events.map(({ _id }) => _id))
        if (calls.length < 3) throw new Error('not yet')
      },
      { onError: (error) => void errors.push(error) },
    )
    await consumer.drained()
    expect(calls).toEqual([['e0'], ['e0'], ['e0']])
    expect(errors).toHaveLength(2)
  })

  it('of one name share the work: each partition is read by one at a time', async () => {
    const w = await world()
    const seen: string[] = []
    const handler = async (events: readonly LoggedEvent[]): Promise<void> =>
      void seen.push(...events.map(({ _id }) => _id))
    const consumers = [w.store.consume('shared', handler, quiet), w.store.consume('shared', handler, quiet)]
    await write(w, 0, 20)
    await w.store.events.settle()
    await Promise.all(consumers.map((consumer) => consumer.drained()))
    expect(seen.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `e${at}`).toSorted())
  })

  it('of different names each get all', async () => {
    const w = await world()
    const counts = { a: 0, b: 0 }
    const consumers = (['a', 'b'] as const).map((name) =>
      w.store.consume(name, async (events) => void (counts[name] += events.length), quiet),
    )
    await write(w, 0, 7)
    await w.store.events.settle()
    await Promise.all(consumers.map((consumer) => consumer.drained()))
    expect(counts).toEqual({ a: 7, b: 7 })
  })

  it('are not stopped by whoever is told of a failure', async () => {
    const w = await world()
    await write(w, 0, 1)
    await w.store.events.settle()
    let calls = 0
    const consumer = w.store.consume(
      'clumsy',
      async () => {
        if (++calls < 3) throw new Error('not yet')
      },
      {
        onError: () => {
          throw new Error('nor this')
        },
      },
    )
    await consumer.drained()
    expect(calls).toBe(3)
  })

  it('leave their partitions to others when they stop, and go on after a clock was set back', async () => {
    let now = Date.parse('2026-06-01T12:00:00.000Z')
    const w = await world({ now: () => now })
    const seen: string[] = []
    const handler = async (events: readonly LoggedEvent[]): Promise<void> =>
      void seen.push(...events.map(({ _id }) => _id))
    await write(w, 0, 1)
    await w.store.events.settle()
    const first = w.store.consume('restarted', handler, quiet)
    await first.drained()
    await first.stop()
    await write(w, 1, 2)
    await w.store.events.settle()
    const second = w.store.consume('restarted', handler, quiet)
    await second.drained()
    now -= 3_600_000
    await write(w, 2, 3)
    await w.store.events.settle()
    const third = w.store.consume('restarted', handler, quiet)
    await third.drained()
    expect(new Set(seen)).toEqual(new Set(['e0', 'e1', 'e2']))
  })

  it('tell how far they have come, which is no further than what was handled', async () => {
    const w = await world()
    const partition = w.store.events.partitionOf('org0')
    expect(await w.store.events.positionOf('telling', partition)).toBe(0)
    await write(w, 0, 1)
    await w.store.events.settle()
    const positions: number[] = []
    const consumer = w.store.consume(
      'telling',
      async () => void positions.push(await w.store.events.positionOf('telling', partition)),
      quiet,
    )
    await consumer.drained()
    positions.push(await w.store.events.positionOf('telling', partition))
    expect(positions).toEqual([0, 1])
    expect(await w.store.events.positionOf('telling', partition)).toBe(await w.store.events.lastSeq(partition))
  })

  it('can be forgotten, and then begin anew', async () => {
    const w = await world()
    await write(w, 0, 2)
    await w.store.events.settle()
    const seen: string[] = []
    for (let round = 0; round < 2; round++) {
      const consumer = w.store.consume(
        'fleeting',
        async (events) => void seen.push(...events.map(({ _id }) => _id)),
        quiet,
      )
      await consumer.drained()
      await consumer.stop()
      await w.store.forgetConsumer('fleeting')
    }
    expect(seen.toSorted()).toEqual(['e0', 'e0', 'e1', 'e1'])
  })

  it('can read from elsewhere, and are woken for it', async () => {
    const w = await world()
    await write(w, 0, 3)
    await w.store.events.settle()
    const [seen, asked]: [string[], number[]] = [[], []]
    let isOpen = false
    const consumer = w.store.consume('elsewhere', async (events) => void seen.push(...events.map(({ _id }) => _id)), {
      ...quiet,
      read: async (query) => {
        asked.push(query.partition)
        return isOpen ? w.store.events.read(query) : []
      },
    })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    isOpen = true
    consumer.wake()
    await expect.poll(() => seen.toSorted()).toEqual(['e0', 'e1', 'e2'])
  })

  it('that are enlisted keep what is in the log from being trimmed before they begin', async () => {
    const w = await world({ now: () => Date.parse('2030-01-01T00:00:00.000Z') })
    await w.store.enlist('later')
    await w.store.enlist('later')
    await write(w, 0, 3)
    await w.store.events.settle()
    expect((await w.store.events.behind()).get('later')).toBe(3)
    await w.store.events.trim({ keepMs: 0 })
    const seen: string[] = []
    const consumer = w.store.consume('later', async (events) => void seen.push(...events.map(({ _id }) => _id)), quiet)
    await consumer.drained()
    expect(seen.toSorted()).toEqual(['e0', 'e1', 'e2'])
    const partition = w.store.events.partitionOf('org0')
    const [one] = await w.store.events.progress(partition)
    expect(one).toMatchObject({ consumer: 'later', partition, position: one?.last })
  })
})
