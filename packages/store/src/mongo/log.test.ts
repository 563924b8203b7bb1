import { describe, expect, it } from 'vitest'
import { partitionOf } from '../events/partition.ts'
import { describeMongo } from '../testing/mongo-suite.ts'
import { engineOn, eventOf, people, updateOf } from './engine.fixtures.ts'

describeMongo('the log on MongoDB', (mongo) => {
  const { engine, logged } = engineOn(mongo)

  describe('events', () => {
    it('numbers without gaps, in order within a document, each event once', async () => {
      const written = Array.from({ length: 40 }, async (_, n) => {
        await engine().insert(people, { _id: `p${n}`, name: `p${n}` }, [eventOf(`p${n}-0`, 'busy')])
        for (let k = 1; k < 5; k++)
          await engine().update(
            people,
            updateOf(`p${n}`, { $inc: { k: 1 } }, { events: [eventOf(`p${n}-${k}`, 'busy')] }),
          )
      })
      await Promise.all(written)
      await engine().update(people, updateOf('p0', { $inc: { k: 1 } }, { events: [eventOf('p0-4', 'busy')] }))
      const events = (await logged('busy')).filter(({ org }) => org === 'busy')
      expect(events).toHaveLength(200)
      for (let n = 0; n < 40; n++) {
        const own = events.filter(({ _id }) => _id.startsWith(`p${n}-`)).map(({ _id }) => _id)
        expect(own).toEqual(Array.from({ length: 5 }, (_, k) => `p${n}-${k}`))
      }
      const all = await logged('busy')
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1))
    })

    it('wakes whoever waits for a partition', async () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const stop = engine().onAppend(
        (partition) => partition === partitionOf('woken', engine().partitions) && resolve(partition),
      )
      await engine().insert(people, { _id: 'woken', name: 'Woken' }, [eventOf('e-woken', 'woken')])
      expect(await promise).toBe(partitionOf('woken', engine().partitions))
      stop()
    })

    it('reads by subject, and keeps the newest when old ones go', async () => {
      const partition = partitionOf('trim', engine().partitions)
      const start = await engine().lastSeq(partition)
      const events = Array.from({ length: 5 }, (_, n) => ({
        ...eventOf(`trim-${n}`, 'trim'),
        subject: n % 2 === 0 ? 'even' : 'odd',
        after: { n },
      }))
      await engine().insert(people, { _id: 'trim', name: 'Trim' }, events)
      await engine().settle()
      const odd = await engine().readEvents({ partition, subject: 'odd', after: start, limit: 10 })
      expect(odd).toEqual([
        { ...events[1], partition, seq: start + 2 },
        { ...events[3], partition, seq: start + 4 },
      ])
      const everything = { partition, before: '2027-01-01T00:00:00.000Z', upTo: Number.MAX_SAFE_INTEGER, limit: 1000 }
      expect(await engine().trimEvents({ ...everything, before: '2025-01-01T00:00:00.000Z' })).toBe(0)
      expect(await engine().trimEvents({ ...everything, upTo: start + 1 })).toBe(start + 1)
      expect(await engine().trimEvents({ ...everything, limit: 2 })).toBe(2)
      expect(await engine().trimEvents(everything)).toBe(1)
      expect(await engine().trimEvents(everything)).toBe(0)
      expect(await engine().lastSeq(partition)).toBe(start + 5)
    })
  })
})
