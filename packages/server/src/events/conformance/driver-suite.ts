import { expect, it } from 'vitest'
import { allOf, Effects, write } from '../testing/effects.ts'
import { type Cluster, describeClusters } from '../testing/nodes.ts'
import { type TestDriver, until, working } from './driver.ts'

type Suite = { driver: TestDriver; newCluster: () => Promise<Cluster> }

/** What every driver of queues holds to. */
export function driverSuite(driver: TestDriver): void {
  describeClusters(`queues, ${driver.name}`, (newCluster) => {
    onOneNode({ driver, newCluster })
    onTwoNodes({ driver, newCluster })
  })
}

function onOneNode({ driver, newCluster }: Suite): void {
  it('get 10,000 events, each partition in its order', async () => {
    const { store, consume } = await working(driver, await newCluster())
    const effects = new Effects()
    await write(store, 3_000)
    const consumer = consume((events) => effects.apply(events))
    await write(store, 7_000)
    await consumer.drained()
    expect(effects.verdict()).toEqual(allOf(10_000))
  })

  it('get what failed again, before what is behind it', async () => {
    const { store, consume } = await working(driver, await newCluster())
    const effects = new Effects()
    let calls = 0
    const consumer = consume((events) => {
      if ([2, 3, 9].includes(++calls)) throw new Error('not this time')
      effects.apply(events)
    }, 7)
    await write(store, 300)
    await consumer.drained()
    expect(effects.verdict()).toEqual(allOf(300))
  })

  it('go on where they were after a restart', async () => {
    const cluster = await newCluster()
    const first = await working(driver, cluster)
    const effects = new Effects()
    await write(first.store, 250)
    const before = first.consume((events) => effects.apply(events))
    await before.drained()
    await before.stop()
    await write(first.store, 250)
    const second = await working(driver, cluster)
    const after = second.consume((events) => effects.apply(events))
    await after.drained()
    expect(effects.verdict()).toEqual(allOf(500))
  })
}

function onTwoNodes({ driver, newCluster }: Suite): void {
  it('A16: are shared by two nodes, and taken over from one that stops without a word', async () => {
    const cluster = await newCluster()
    const [one, two] = [await working(driver, cluster), await working(driver, cluster)]
    const effects = new Effects()
    let byOne = 0
    one.consume((events) => {
      byOne += events.length
      effects.apply(events)
    })
    await write(two.store, 500)
    await until(() => expect(effects.size).toBe(500))
    two.consume((events) => effects.apply(events))
    await one.die()
    const before = byOne
    await write(two.store, 500)
    cluster.later(60_000)
    await until(() => expect(effects.size).toBe(1_000))
    // The one that died may have done more than it could note.
    expect(effects.verdict({ repeats: 'allowed' })).toEqual(allOf(1_000))
    expect(byOne).toBe(before)
  })

  it('K10: wake up for what another node wrote', async () => {
    const cluster = await newCluster()
    const [writer, reader] = [await working(driver, cluster), await working(driver, cluster)]
    const effects = new Effects()
    const consumer = reader.consume((events) => effects.apply(events))
    await consumer.drained()
    for (const count of [1, 2, 3]) {
      await write(writer.store, 1)
      await until(() => expect(effects.size).toBe(count))
    }
    expect(effects.verdict()).toEqual(allOf(3))
  })

  it('share the work while both are well: each event is handled once', async () => {
    const cluster = await newCluster()
    const nodes = [await working(driver, cluster), await working(driver, cluster)]
    const effects = new Effects()
    for (const { consume } of nodes) consume((events) => effects.apply(events), 20)
    await Promise.all(nodes.map(({ store }) => write(store, 1_000)))
    await until(() => expect(effects.size).toBe(2_000))
    expect(effects.verdict()).toEqual(allOf(2_000))
  })
}
