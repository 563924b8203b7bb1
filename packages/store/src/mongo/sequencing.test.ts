import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseChange } from '../dialect/change.ts'
import type { Engine } from '../engine.ts'
import type { NewEvent } from '../events/event.ts'
import { partitionOf } from '../events/partition.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { defineProtocol, exploreProtocol } from '../testing/protocol.ts'
import { openMongo } from './engine.ts'
import { EventLog } from './event-log.ts'
import type { WaitingEvent } from './hidden.ts'
import { prepareIndexes } from './indexes.ts'
import { Leases } from './leases.ts'
import { type Kept, Link } from './link.ts'
import { type Place, sequence, type SequencePort } from './sequence.ts'
import { WaitingRoom } from './waiting.ts'

const things = defineCollection<{ _id: string }>({ name: 'things' })
const eventOf = (id: string, org = 'acme'): NewEvent => ({
  _id: id,
  org,
  subject: 's',
  type: 't',
  op: 'o',
  at: '2026-01-01T00:00:00.000Z',
})
const waitingOf = (id: string, partition: number): WaitingEvent => ({ ...eventOf(id), partition })
const noBackOff = { backOff: async () => {} }

describeMongo('sequencing on the server', ({ url, database }) => {
  const link = new Link({ url, database })
  const log = new EventLog(link)
  const room = new WaitingRoom(link, [things])
  const kept = () => link.collection(things.name)
  let scenes = 1000

  beforeAll(async () => {
    await link.open()
    await prepareIndexes(link, [things], () => {})
  })
  afterAll(() => link.close())

  const port: SequencePort = {
    waiting: (partition, places) => room.waiting(partition, places),
    lastSeq: (partition) => log.lastSeq(partition),
    append: (seq, events) => log.append(seq, events),
    takeOut: (documents) => room.takeOut(documents),
    removeGone: (places) => room.removeGone(places),
  }

  /** A partition and a document that no other scene uses. */
  function newScene() {
    const partition = scenes++
    const id = `thing-${partition}`
    const places: Place[] = [{ collection: things.name, id }]
    const push = (...events: string[]) =>
      ({ $push: { _waiting: { $each: events.map((event) => waitingOf(event, partition)) } } }) as never
    return {
      partition,
      id,
      sequence: (over: SequencePort = port) => sequence(over, { partition, places }, noBackOff),
      insert: (...events: string[]) =>
        kept().insertOne({ _id: id, _v: 1, _waiting: events.map((event) => waitingOf(event, partition)) }),
      change: (...events: string[]) => kept().updateOne({ _id: id }, push(...events)),
      clear: async () => {
        await kept().deleteOne({ _id: id })
        await link.collection('events').deleteMany({ partition })
      },
      mark: () => kept().updateOne({ _id: id }, { $set: { _gone: true } }),
      document: (): Promise<Kept | null> => kept().findOne({ _id: id }),
      told: async () => (await log.read({ partition, after: 0, limit: 100 })).map((event) => [event.seq, event._id]),
    }
  }

  it('tells each event once and in order, whatever the order of the calls and whoever dies', async () => {
    const scene = newScene()
    const protocol = defineProtocol({
      title: 'two sequencers on the server',
      setUp: async () => {
        await scene.clear()
        await scene.insert('e1', 'e2')
        return { port, change: () => scene.change('e3') }
      },
      steps: ['port', 'change'],
      actors: {
        writer: ({ change }) => change(),
        A: ({ port }) => scene.sequence(port),
        B: ({ port }) => scene.sequence(port),
      },
      mayCrash: ['A', 'B'],
      check: async () => {
        await scene.sequence()
        expect(await scene.told()).toEqual([
          [1, 'e1'],
          [2, 'e2'],
          [3, 'e3'],
        ])
        expect(await scene.document()).toEqual({ _id: scene.id, _v: 1 })
      },
    })
    const { schedules } = await exploreProtocol({ ...protocol, exhaustiveUpTo: 100, random: 100 })
    expect(schedules).toBe(200)
  })

  describe('after a crash between any two steps', () => {
    const STEPS = ['waiting', 'lastSeq', 'append', 'takeOut', 'removeGone'] as const

    const crashing = (step: (typeof STEPS)[number], when: 'before' | 'after'): SequencePort =>
      new Proxy(port, {
        get:
          (target, name: keyof SequencePort) =>
          async (...args: unknown[]) => {
            if (name === step && when === 'before') throw new Error('crash')
            const answer: unknown = await Reflect.apply(target[name], target, args)
            if (name === step) throw new Error('crash')
            return answer
          },
      })

    it.each(
      STEPS.flatMap(
        (step) =>
          [
            ['before', step],
            ['after', step],
          ] as const,
      ),
    )('%s %s', async (when, step) => {
      const scene = newScene()
      await scene.insert('e1', 'e2')
      await scene.mark()
      await expect(scene.sequence(crashing(step, when))).rejects.toThrow('crash')
      await scene.sequence()
      expect(await scene.told()).toEqual([
        [1, 'e1'],
        [2, 'e2'],
      ])
      expect(await scene.document()).toBeNull()
    })
  })

  it('takes out only what it told, and only of its partition', async () => {
    const scene = newScene()
    await scene.insert('e1')
    const [found] = await port.waiting(scene.partition, [{ collection: things.name, id: scene.id }])
    await scene.change('e2')
    await kept().updateOne({ _id: scene.id }, { $push: { _waiting: waitingOf('e1', 1) } as never })
    await port.takeOut(found === undefined ? [] : [found])
    expect(await scene.document()).toMatchObject({
      _waiting: [
        { _id: 'e2', partition: scene.partition },
        { _id: 'e1', partition: 1 },
      ],
    })
    await scene.mark()
    await port.removeGone([{ collection: things.name, id: scene.id }])
    expect(await scene.document()).not.toBeNull()
  })

  it('goes on behind another who has told a part', async () => {
    const scene = newScene()
    await scene.insert('e1', 'e2', 'e3')
    await log.append(1, [waitingOf('other', scene.partition), waitingOf('e1', scene.partition)])
    expect(await log.append(2, [waitingOf('e2', scene.partition)])).toEqual({ count: 0, known: [] })
    expect(await scene.sequence()).toBe(2)
    expect(await scene.told()).toEqual([
      [1, 'other'],
      [2, 'e1'],
      [3, 'e2'],
      [4, 'e3'],
    ])
  })

  it('gives a lease to one, and to another when it has run out or was given back', async () => {
    let time = 1_000
    const leases = (owner: string) => new Leases(link, { owner, partitions: 3, now: () => time })
    const [one, two] = [leases('one'), leases('two')]
    await one.make()
    await two.make()
    expect(await one.take()).toEqual([0, 1, 2])
    expect(await two.take()).toEqual([])
    time += 4_000
    expect(await one.take()).toEqual([0, 1, 2])
    time += 4_000
    expect(await two.take()).toEqual([])
    time += 4_000
    expect(await two.take()).toEqual([0, 1, 2])
    expect(await one.take()).toEqual([])
    await two.release()
    expect(await one.take()).toEqual([0, 1, 2])
  })
})

describeMongo('two processes on one database', ({ url, database, client }) => {
  let one: Engine
  let two: Engine
  beforeAll(async () => {
    one = await openMongo({ url, database, collections: [things], partitions: 4, sweepMs: 20 })
    two = await openMongo({ url, database, collections: [things], partitions: 9, sweepMs: 20 })
  })
  afterAll(() => Promise.all([one.close(), two.close()]))

  const everything = async (engine: Engine) => {
    const parts = Array.from({ length: 4 }, (_, partition) => engine.readEvents({ partition, after: 0, limit: 10_000 }))
    return Promise.all(parts)
  }

  it('keeps the number of partitions of the first', () => {
    expect([one.partitions, two.partitions]).toEqual([4, 4])
  })

  it('writes one log from both, without gaps, each document in order', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => one.insert(things, { _id: `t${n}` }, [])))
    const counts = new Map<string, number>()
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 12; round++) {
        const id = `t${(writer + round) % 10}`
        const event = eventOf(`${writer}-${round}`, `org${writer % 3}`)
        const change = parseChange({ $push: { told: event._id } })
        const engine = writer % 2 === 0 ? one : two
        await engine.update(things, {
          id,
          where: [],
          version: null,
          change,
          upsert: false,
          events: [{ ...event, subject: id }],
          returning: null,
        })
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
    await one.settle()
    const parts = await everything(two)
    for (const events of parts) expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    expect(parts.flat()).toHaveLength(96)
    for (const id of counts.keys()) {
      const order = ((await one.get(things, id))?.doc['told'] ?? []) as string[]
      for (const events of parts) {
        const own = events.filter(({ subject }) => subject === id).map(({ _id }) => _id)
        expect(own).toEqual(order.filter((event) => own.includes(event)))
      }
    }
    expect(
      await client
        .db(database)
        .collection(things.name)
        .countDocuments({ _waiting: { $exists: true } }),
    ).toBe(0)
  })

  it('finds what a crash left: events that wait, and a document whose removal was not finished', async () => {
    const partition = partitionOf('left', 4)
    const raw = client.db(database).collection<Kept>(things.name)
    const woken = new Promise<void>((resolve) => {
      const stop = two.onAppend((at) => {
        if (at !== partition) return
        stop()
        resolve()
      })
    })
    await raw.insertMany([
      { _id: 'left', _v: 1, _waiting: [{ ...eventOf('left-1', 'left'), partition }] },
      { _id: 'gone', _v: 2, _gone: true },
    ])
    await vi.waitFor(async () => expect(await raw.findOne({ _id: 'left' })).toEqual({ _id: 'left', _v: 1 }), {
      timeout: 60_000,
    })
    await vi.waitFor(async () => expect(await raw.findOne({ _id: 'gone' })).toBeNull(), { timeout: 60_000 })
    expect((await everything(one)).flat().filter(({ org }) => org === 'left')).toHaveLength(1)
    await woken
  })
})
