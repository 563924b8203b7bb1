import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { grounds, noting, ORG } from './testing/world.ts'

const LOST = { org: ORG, event: 'a', error: 'Error: 554 no thanks, bob@example.org' }

describeEngines('what a queue has planned and nobody could send', (engine) => {
  const ground = grounds(engine)

  it('B4: is a dead letter of that queue, once, and is redriven or discarded as any other', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    const spec = noting('q')
    queues.start([spec])
    await tell('a', 'b')
    await queues.drained()
    expect(await queues.bury('q', LOST)).toBe(true)
    expect(await queues.bury('q', { ...LOST, error: 'another' })).toBe(true)
    expect(await items()).toMatchObject([
      { _id: 'q~a', state: 'dead', attempts: 0, error: 'Error: 554 no thanks, (address)' },
    ])
    const letters = await queues.lettersForOperator('q', null)
    await letters.redrive('a')
    await queues.drained()
    expect(spec.deliveries.map(({ event, position }) => [event._id, position])).toEqual([
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ])
    expect(await items()).toEqual([])
    await queues.bury('q', LOST)
    await letters.discard('a')
    expect(await items()).toEqual([])
  })

  it('leaves no letter where the event is not kept any more, or is of another org', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    await tell('a')
    expect(await queues.bury('q', { ...LOST, event: 'unknown' })).toBe(true)
    expect(await items()).toEqual([])
  })

  it('waits while the queue has the event under way once more', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    const spec = noting('q', ({ attempt }) => {
      if (attempt === 1) throw new Error('not yet')
    })
    queues.start([spec])
    await tell('a')
    await queues.drained()
    expect(await queues.bury('q', LOST)).toBe(false)
    expect(await items()).toMatchObject([{ state: 'waiting', attempts: 1, error: 'Error: not yet' }])
  })

  it('does not keep the queue from what it has yet to do with the event itself', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    const spec = noting('q', async ({ event, attempt }) => {
      if (event._id !== 'a' || attempt > 1) return
      await queues.bury('q', LOST)
      throw new Error('not yet')
    })
    queues.start([spec])
    await tell('a')
    await queues.drained()
    expect(await items()).toMatchObject([{ state: 'waiting', attempts: 1, error: 'Error: not yet' }])
    // One who takes over after a crash meets it again, too.
    await tell('b')
    await queues.bury('q', { ...LOST, event: 'b' })
    await queues.drained()
    expect(spec.seen).toContain('b')
  })

  it('L5: waits while the queue is paused, on each node; and until that is known', async () => {
    const { node, tell } = await ground()
    const queues = node()
    expect(queues.isPaused('q')).toBe(false)
    queues.start([noting('q'), noting('other')])
    expect(queues.isPaused('q')).toBe(true)
    await tell('a')
    await queues.drained()
    expect([queues.isPaused('q'), queues.isPaused('other')]).toEqual([false, false])
    await queues.pause('q', 'operator')
    await expect.poll(() => queues.isPaused('q'), { timeout: 10_000 }).toBe(true)
    expect(queues.isPaused('other')).toBe(false)
    await queues.resume('q', 'operator')
    await expect.poll(() => queues.isPaused('q'), { timeout: 10_000 }).toBe(false)
  })
})
