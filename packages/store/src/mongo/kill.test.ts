import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { describeMongo } from '../testing/mongo-suite.ts'
import { type Told, things, toldOf } from '../testing/sequencing/things.ts'
import { spawnSource } from '../testing/torture/writing-child.ts'
import { openMongo } from './engine.ts'

/** Processes that write at once, how often each is killed, and after how many acknowledgements. */
const SLOTS = ['a', 'b']
const KILLS = 4
const MAIN = new URL('../testing/sequencing/main.ts', import.meta.url)

describeMongo('processes that are killed', ({ url, database, client }) => {
  async function writeUntilKilled(slot: string, incarnation: number): Promise<Told[]> {
    const child = spawnSource(MAIN, [url, database, slot, String(incarnation)])
    const enough = 20 + Math.floor(Math.random() * 200)
    const acknowledged: Told[] = []
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const gone = once(child, 'close')
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(JSON.parse(line) as Told)
      if (acknowledged.length === enough) child.kill('SIGKILL')
    }
    await gone
    expect(errors).toBe('')
    return acknowledged
  }

  it('lose nothing that was acknowledged, and tell everything once and in order', async () => {
    const acknowledged: Told[] = []
    const slots = SLOTS.map(async (slot) => {
      for (let kill = 0; kill < KILLS; kill++) acknowledged.push(...(await writeUntilKilled(slot, kill)))
    })
    await Promise.all(slots)
    const engine = await openMongo({ url, database, collections: [things] })
    try {
      await engine.settle()
      const partitions = Array.from({ length: engine.partitions }, (_, partition) => partition)
      const logs = await Promise.all(
        partitions.map((partition) => engine.readEvents({ partition, after: 0, limit: 100_000 })),
      )
      for (const log of logs) expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1))
      const byDoc = Map.groupBy(logs.flat(), ({ subject }) => subject)
      for (const events of byDoc.values()) {
        const told = events.map(toldOf).map(({ incarnation, n }) => incarnation * 1_000_000 + n)
        expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
      }
      const all = new Set(logs.flat().map(({ _id }) => _id))
      const lost = acknowledged.filter(({ doc, incarnation, n }) => !all.has(`${doc}:${incarnation}:${n}`))
      expect(lost).toEqual([])
      expect(
        await client
          .db(database)
          .collection('things')
          .countDocuments({ _waiting: { $exists: true } }),
      ).toBe(0)
      expect(await client.db(database).collection('things').countDocuments({ _gone: true })).toBe(0)
    } finally {
      await engine.close()
    }
  })
})
