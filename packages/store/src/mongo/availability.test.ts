import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { defineCollection } from '../collection.ts'
import { parseChange } from '../dialect/change.ts'
import type { Engine, UpdateRequest } from '../engine.ts'
import { Unavailable } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { partitionOf } from '../events/partition.ts'
import { CuttingProxy } from '../testing/cutting-proxy.ts'
import { type Double, startDouble } from '../testing/mongo-double.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { openMongo } from './engine.ts'

const things = defineCollection<{ _id: string }>({ name: 'things' })
const PATIENT = { timeout: 60_000 }
const PATIENCE = { patienceMs: 300, sweepMs: 50 }

const eventOf = (id: string): NewEvent => ({
  _id: id,
  org: 'acme',
  subject: 's',
  type: 't',
  op: 'o',
  at: '2026-01-01T00:00:00.000Z',
})
const touch = (id: string, events: readonly NewEvent[] = []): UpdateRequest => ({
  id,
  where: [],
  version: null,
  change: parseChange({ $inc: { n: 1 } }),
  upsert: true,
  events,
  returning: null,
})

const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'written'
  } catch (error) {
    if (error instanceof Unavailable) return error.outcome
    throw error
  }
}

describeMongo('a line that breaks', ({ url, database, client }) => {
  const target = new URL(url)
  const proxy = new CuttingProxy({ host: target.hostname, port: Number(target.port || 27_017) })
  let engine: Engine

  beforeAll(async () => {
    await proxy.open()
    target.host = `127.0.0.1:${proxy.port}`
    target.search = 'directConnection=true'
    engine = await openMongo({ url: target.href, database, collections: [things], ...PATIENCE })
  })
  afterAll(async () => {
    await engine.close()
    await proxy.cut()
  })

  const isThere = async (id: string) =>
    (await client.db(database).collection<{ _id: string }>('things').findOne({ _id: id })) !== null

  it('does not know whether a write happened whose answer was lost', async () => {
    proxy.cutsAnswerTo = 'lost-answer'
    expect(await outcomeOf(engine.insert(things, { _id: 'lost-answer' }, []))).toBe('unknown')
    await vi.waitFor(() => engine.ping(), PATIENT)
    await engine.insert(things, { _id: 'lost-update' }, [])
    proxy.cutsAnswerTo = 'lost-update'
    expect(await outcomeOf(engine.update(things, touch('lost-update')))).toBe('unknown')
    proxy.cutsAnswerTo = null
    await vi.waitFor(() => engine.ping(), PATIENT)
    expect(await isThere('lost-answer')).toBe(true)
    expect((await engine.get(things, 'lost-update'))?.doc).toEqual({ _id: 'lost-update', n: 1 })
  })

  it('knows that a read wrote nothing', async () => {
    await vi.waitFor(() => engine.ping(), PATIENT)
    proxy.cutsAnswerTo = 'only-read'
    expect(await outcomeOf(engine.get(things, 'only-read'))).toBe('none')
    proxy.cutsAnswerTo = null
  })

  it('knows that nothing was sent while there is no server, and goes on when there is one', async () => {
    await vi.waitFor(() => engine.ping(), PATIENT)
    expect(await outcomeOf(engine.insert(things, { _id: 'before' }, [eventOf('e1')]))).toBe('written')
    await proxy.cut()
    // What was on its way when the line broke is unknown; soon nothing is sent any more.
    const outcomes: string[] = []
    do
      outcomes.push(
        await outcomeOf(engine.insert(things, { _id: `during-${outcomes.length}` }, [eventOf(`d${outcomes.length}`)])),
      )
    while (outcomes.at(-1) !== 'none')
    expect(await outcomeOf(engine.update(things, touch('during')))).toBe('none')
    expect(await outcomeOf(engine.remove(things, { id: 'before', where: [], version: null, events: [] }))).toBe('none')
    await expect(engine.settle()).rejects.toBeInstanceOf(Unavailable)
    await expect(engine.ping()).rejects.toBeInstanceOf(Unavailable)
    await proxy.open()
    await vi.waitFor(() => engine.ping(), PATIENT)
    expect(await isThere(`during-${outcomes.length - 1}`)).toBe(false)
    expect(await isThere('during')).toBe(false)
    expect(await outcomeOf(engine.insert(things, { _id: 'after' }, [eventOf('e2')]))).toBe('written')
    await engine.settle()
    const told = await engine.readEvents({ partition: partitionOf('acme', engine.partitions), after: 0, limit: 100 })
    const ids = told.map(({ _id }) => _id)
    expect(ids.filter((id) => id.startsWith('e')).toSorted()).toEqual(['e1', 'e2'])
    expect(ids).not.toContain(`d${outcomes.length - 1}`)
  })
})

it('finds a server again that was stopped and started on its port', async (context) => {
  const first = await startDouble()
  if (first === null) return context.skip('needs a JDK (11 or later) and Maven')
  const engine = await openMongo({ url: first.url, collections: [things], ...PATIENCE })
  let second: Double | null = null
  try {
    await engine.insert(things, { _id: 'a' }, [])
    await first.kill()
    await vi.waitFor(async () => expect(await outcomeOf(engine.insert(things, { _id: 'b' }, []))).toBe('none'), PATIENT)
    second = await startDouble(first.port)
    await vi.waitFor(() => engine.ping(), PATIENT)
    // The double keeps nothing: what is written now is all there is.
    await engine.insert(things, { _id: 'c' }, [eventOf('e1')])
    await engine.settle()
    expect(await engine.lastSeq(partitionOf('acme', engine.partitions))).toBe(1)
    expect(await engine.get(things, 'c')).toMatchObject({ doc: { _id: 'c' } })
  } finally {
    await engine.close()
    await second?.stop()
  }
})

it('says at once that no server is there', async () => {
  const proxy = new CuttingProxy({ host: '127.0.0.1', port: 1 })
  await proxy.open()
  await proxy.cut()
  const opening = openMongo({ url: `mongodb://127.0.0.1:${proxy.port}/`, collections: [things], ...PATIENCE })
  await expect(opening).rejects.toMatchObject({ code: 'unavailable', outcome: 'none' })
})
