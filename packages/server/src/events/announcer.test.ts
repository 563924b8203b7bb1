import { expect, it, onTestFinished } from 'vitest'
import { describeNats } from '../testing/nats/suite.ts'
import { Announcer } from './announcer.ts'
import { until } from './conformance/driver.ts'
import { NatsLink } from './nats/connect.ts'
import { natsSignals } from './nats/live.ts'
import { localSignals, type Signal, type Signals } from './signals.ts'
import { writeFor } from './testing/effects.ts'
import { type Cluster, describeClusters, sqliteCluster } from './testing/nodes.ts'

type Hearing = { heard: Signal[]; write: (count: number) => Promise<void> }

const fail = (error: unknown): void => {
  throw error instanceof Error ? error : new Error(String(error))
}

/** A node that notes every signal. */
async function listening(cluster: Cluster, signals: Signals = localSignals(fail)): Promise<Hearing> {
  const { store } = await cluster.node()
  const announcer = new Announcer({ log: store.events, signals, onError: () => {} })
  await announcer.start()
  onTestFinished(() => announcer.stop())
  const heard: Signal[] = []
  signals.subscribe((signal) => void heard.push(signal))
  return { heard, write: (count) => writeFor(store, 'acme', count) }
}

const seqs = ({ heard }: Hearing): number[] => [...new Set(heard.map(({ seq }) => seq))].toSorted((a, b) => a - b)

describeClusters('signals of what comes into the log', (newCluster) => {
  it('tell of each event, with its subject', async () => {
    const node = await listening(await newCluster())
    await node.write(3)
    await until(() => expect(seqs(node)).toEqual([1, 2, 3]))
    expect(new Set(node.heard.map(({ subject }) => subject)).size).toBe(1)
  })

  it('tell of what another node wrote even where nothing carries them: the log does', async () => {
    const cluster = await newCluster()
    const [one, two] = [await listening(cluster), await listening(cluster)]
    await one.write(2)
    await two.write(1)
    await until(() =>
      expect([seqs(one), seqs(two)]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    )
  })
})

describeNats('signals through NATS', (url) => {
  const carried = async (database: string): Promise<ReturnType<typeof natsSignals>> => {
    const link = new NatsLink({ url, random: Math.random, onLost: () => {} })
    onTestFinished(() => link.close())
    const signals = natsSignals({ link, database, onError: fail })
    await until(() => expect(link.up).not.toBeNull())
    await link.up?.flush()
    return signals
  }
  const told = { partition: 1, seq: 7, subject: 'acme.s', event: 'e7' }

  it('K10: reach every node of the database once, and no other', async () => {
    const name = crypto.randomUUID()
    const nodes = [await carried(name), await carried(name), await carried(crypto.randomUUID())]
    const heard = nodes.map((): Signal[] => [])
    const others = nodes.map((): Signal[] => [])
    nodes.forEach((node, at) => {
      node.subscribe((signal) => void heard[at]?.push(signal))
      node.ofOthers((signal) => void others[at]?.push(signal))
    })
    nodes[0]?.publish(told)
    await until(() => expect(heard).toEqual([[told], [told], []]))
    expect(others).toEqual([[], [told], []])
  })

  it('fill what was lost on the way from the log', async () => {
    const cluster = await sqliteCluster()
    const name = crypto.randomUUID()
    const signals = [await carried(name), await carried(name)] as const
    const [writer, reader] = [await listening(cluster), await listening(cluster, signals[1])]
    await writer.write(3)
    await until(() => expect(writer.heard).toHaveLength(3))
    signals[0].publish(writer.heard.at(-1) ?? told)
    await until(() => expect(seqs(reader)).toEqual([1, 2, 3]))
  })
})
