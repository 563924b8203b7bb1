import { expect, it } from 'vitest'
import { describePrivateNats } from '../../testing/nats/suite.ts'
import { until } from '../conformance/driver.ts'
import { writeFor } from '../testing/effects.ts'
import { ORG, parts, range, readAll, seqsOf } from './parts.fixtures.ts'

describePrivateNats('a NATS server that was', (start) => {
  it('replaced by an empty one is used again, from the first event that is fed to it', async () => {
    const server = await start()
    const all = await parts(server.url)
    const feeder = all.feed()
    await writeFor(all.store, ORG, 10)
    expect(seqsOf(await readAll(all))).toEqual(range(1, 10))
    await server.empty()
    await writeFor(all.store, ORG, 10)
    expect(seqsOf(await readAll(all, 10))).toEqual(range(11, 20))
    await feeder.drained()
    await server.restart()
    await until(() => expect(all.stream.open).not.toBeNull())
    await writeFor(all.store, ORG, 1)
    expect(seqsOf(await readAll(all, 20))).toEqual([21])
    all.log.events = 0
    await writeFor(all.store, ORG, 500)
    await feeder.drained()
    expect(seqsOf(await readAll(all, 21))).toEqual(range(22, 521))
    expect(all.log.events).toBe(0)
  })

  it('paused by the system is passed by: the log is read instead', async () => {
    const server = await start()
    const all = await parts(server.url)
    await writeFor(all.store, ORG, 1)
    expect(seqsOf(await readAll(all))).toEqual([1])
    server.pause()
    await writeFor(all.store, ORG, 300)
    expect(seqsOf(await readAll(all, 1))).toEqual(range(2, 301))
    expect(all.stream.open).toBeNull()
    server.resume()
    all.feed()
    await writeFor(all.store, ORG, 300)
    expect(seqsOf(await readAll(all, 301))).toEqual(range(302, 601))
  })

  it('paused can be left', async () => {
    const server = await start()
    const { link } = await parts(server.url)
    server.pause()
    await link.close()
    expect(link.up).toBeNull()
  })
})
