import { expect, it } from 'vitest'
import { describeNats } from '../../testing/nats/suite.ts'
import { until } from '../conformance/driver.ts'
import { writeFor } from '../testing/effects.ts'
import { encode } from './message.ts'
import { ORG, parts, type Parts, range, readAll, seqsOf } from './parts.fixtures.ts'

/** A queue that has begun to read: its consumer is there, and takes what is fed from here on. */
async function begun(url: string, limits = {}): Promise<Parts> {
  const all = await parts(url, limits)
  await writeFor(all.store, ORG, 1)
  expect(seqsOf(await readAll(all))).toEqual([1])
  all.log.events = 0
  return all
}

describeNats('a queue that reads from the stream', (url) => {
  it('gets from there what has been fed, and nothing of it from the log', async () => {
    const all = await begun(url)
    const feeder = all.feed()
    await writeFor(all.store, ORG, 1_000)
    await feeder.drained()
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 1_001))
    expect(all.log.events).toBe(0)
  })

  it('gets what was passed over while feeding from the log, in its place', async () => {
    const all = await begun(url)
    await writeFor(all.store, ORG, 30)
    const events = await all.store.events.read({ partition: all.partition, after: 1, limit: 100 })
    for (const event of events.filter(({ seq }) => seq % 7 !== 0)) await publish(all, event)
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 31))
  })

  it('C2: passes over what comes again after the window in which the server knows it', async () => {
    const all = await begun(url, { duplicateMs: 100 })
    const feeder = all.feed()
    await writeFor(all.store, ORG, 50)
    await feeder.drained()
    const [first] = await all.store.events.read({ partition: all.partition, after: 1, limit: 1 })
    if (first === undefined) throw new Error('nothing was written')
    await until(async () => expect((await publish(all, first))?.duplicate).toBe(false))
    await writeFor(all.store, ORG, 50)
    await feeder.drained()
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 101))
    expect(all.log.events).toBe(0)
  })

  it('C4: gets each event once from two feeders at once', async () => {
    const all = await begun(url, { duplicateMs: 100 })
    const feeders = [all.feed(), all.feed('nats-late')]
    await writeFor(all.store, ORG, 2_000)
    await Promise.all(feeders.map((feeder) => feeder.drained()))
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 2_001))
  })

  it('believes no event that is not in the log', async () => {
    const all = await begun(url)
    await writeFor(all.store, ORG, 5)
    const events = await all.store.events.read({ partition: all.partition, after: 1, limit: 100 })
    for (const event of events) await publish(all, { ...event, _id: `other-${event.seq}` })
    expect(await readAll(all, 1)).toEqual(events)
  })

  it('L7: believes none of a time that a restored backup has forgotten, even where the log agrees with later ones', async () => {
    const all = await begun(url)
    await writeFor(all.store, ORG, 6)
    const events = await all.store.events.read({ partition: all.partition, after: 1, limit: 100 })
    for (const event of events) await publish(all, event.seq < 5 ? { ...event, _id: `lost-${event.seq}` } : event)
    expect(await readAll(all, 1)).toEqual(events)
  })

  it('makes its consumer and the stream again when an operator has removed them', async () => {
    const all = await begun(url)
    const feeder = all.feed()
    await all.stream.open?.jsm.streams.delete(all.stream.name)
    await writeFor(all.store, ORG, 300)
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 301))
    await until(() => expect(all.stream.open).not.toBeNull())
    await writeFor(all.store, ORG, 1)
    expect(seqsOf(await readAll(all, 301))).toEqual([302])
    all.log.events = 0
    await writeFor(all.store, ORG, 200)
    await feeder.drained()
    expect(seqsOf(await readAll(all, 302))).toEqual(range(303, 502))
    expect(all.log.events).toBe(0)
  })

  it('B11: leaves nothing to the server: it delivers without an end, and all is acknowledged once it is passed', async () => {
    const all = await begun(url)
    const feeder = all.feed()
    await writeFor(all.store, ORG, 250)
    await feeder.drained()
    await readAll(all, 1)
    const info = async () => all.stream.open?.jsm.consumers.info(all.stream.name, `queue-${all.partition}`)
    expect((await info())?.config.max_deliver).toBe(-1)
    await until(async () => expect(await info()).toMatchObject({ num_ack_pending: 0, num_pending: 0, num_waiting: 0 }))
  })

  it('F13: finds nothing in the stream of what had to be forgotten, and reads the rest from the log', async () => {
    const all = await begun(url)
    const feeder = all.feed()
    await writeFor(all.store, ORG, 20)
    await feeder.drained()
    await all.stream.purge(all.partition)
    const info = await all.stream.open?.jsm.streams.info(all.stream.name)
    expect(info?.state.messages).toBe(0)
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 21))
  })

  it('asks the server for nothing while there is nothing to read', async () => {
    const all = await begun(url)
    const asked = all.link.up?.stats().outMsgs
    expect(await all.read({ partition: all.partition, after: 1, limit: 100 })).toEqual([])
    expect(all.link.up?.stats().outMsgs).toBe(asked)
  })
})

/** As the feeder does, but one at a time. */
async function publish({ stream, store }: Parts, event: Parameters<typeof encode>[0]['event']) {
  const [before] =
    event.seq === 1 ? [] : await store.events.read({ partition: event.partition, after: event.seq - 2, limit: 1 })
  const message = encode({ previous: before?._id ?? null, event })
  return stream.open?.js.publish(stream.subjectOf(event.partition), message, { msgID: event._id })
}
