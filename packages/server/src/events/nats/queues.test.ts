import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { describeNats } from '../../testing/nats/suite.ts'
import { until } from '../conformance/driver.ts'
import type { Queues } from '../service.ts'
import { type Ground, grounds, noting } from '../testing/world.ts'
import { startNats } from './driver.ts'

/** A node whose queues read through NATS. */
async function nodeOn(url: string, { store, clock: { now }, node }: Ground): Promise<Queues> {
  const database = randomUUID()
  const nats = startNats({ url, store, database, now, random: Math.random, onProblem: () => {} })
  onTestFinished(() => nats.close())
  await until(() => expect(nats.isUp()).toBe(true))
  const queues = node({}, { readerOf: nats.readerOf })
  nats.wake([queues])
  return queues
}

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `e${n}`)

describeNats('through NATS', (url) => {
  describeEngines('a queue', (engine) => {
    const newGround = grounds(engine)

    it('B4: has its poison in the dead letters after the last trial, and the rest flows in order', async () => {
      const ground = await newGround()
      const queues = await nodeOn(url, ground)
      const spec = noting('q', ({ event: { _id } }) => {
        if (_id === 'e7') throw new Error('not with me')
      })
      queues.start([spec])
      await ground.tell(...names(40))
      await ground.pastRetries(queues)
      expect(await ground.items()).toMatchObject([{ _id: 'q~e7', state: 'dead', attempts: 3 }])
      expect(spec.seen.filter((id, at) => spec.seen.indexOf(id) === at)).toEqual(names(40))
      expect(spec.seen).toHaveLength(42)
    })

    it('B3: that is redriven touches no other', async () => {
      const ground = await newGround()
      const queues = await nodeOn(url, ground)
      let isWell = false
      const poor = noting(
        'poor',
        () => {
          if (!isWell) throw new Error('down')
        },
        { retryMs: [] },
      )
      const other = noting('other')
      queues.start([poor, other])
      await ground.tell('a', 'b')
      await queues.drained()
      isWell = true
      await (await queues.lettersForOperator('poor', null)).redriveAll()
      await queues.drained()
      await until(async () => expect(await ground.items()).toEqual([]))
      expect(other.seen).toEqual(['a', 'b'])
      expect(poor.seen).toEqual(['a', 'b', 'a', 'b'])
    })
  })
})
