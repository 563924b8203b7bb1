import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { candidate, created, delivered, type Ground, groundOn } from './testing/ground.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const QUIET = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }

describeEngines('push messages in quiet hours', (engine) => {
  const opened = async () => {
    const ground = await groundOn(engine.open)
    ground.scene.choices.set('bob', { quiet: QUIET })
    ground.clock.now = Date.UTC(2026, 0, 5, 23)
    const bob = await ground.browser('bob')
    return { ...ground, bob }
  }
  const MORNING = Date.UTC(2026, 0, 6, 7)

  async function sendDue(ground: Ground): Promise<void> {
    const sending = ground.startSending()
    await sending.drained()
    await sending.stop()
  }

  it('H10: are held to the end, over midnight, and come as one', async () => {
    const ground = await opened()
    const { bob, clock } = ground
    const events = []
    for (let n = 0; n < 5; n++) {
      events.push(await delivered(ground, ['bob'], 'reply'))
      clock.now += HOUR
    }
    for (const event of events) await ground.deliver(event)
    await sendDue(ground)
    expect(bob.got).toEqual([])
    clock.now = MORNING
    await sendDue(ground)
    expect(bob.got).toMatchObject([{ message: { title: '5 new comments', body: 'On melons', notification: null } }])
    for (const event of events) expect(await ground.told(event, 'bob')).toEqual({ state: 'sent', skip: null })
    for (const event of events) await ground.deliver(event)
    await sendDue(ground)
    expect(bob.got).toHaveLength(1)
  })

  it('H10: a single one reads as it would have, with the name as it is now', async () => {
    const ground = await opened()
    await delivered(ground, ['bob'], 'reply')
    ground.clock.now = MORNING
    await sendDue(ground)
    expect(ground.bob.got).toMatchObject([{ message: { title: 'Ada replied to you · On melons', body: 'Yes & no.' } }])
  })

  it('H6, D1: what was muted, read or deleted meanwhile is not among them; nothing left is nothing sent', async () => {
    const ground = await opened()
    const event = await delivered(ground, ['bob'])
    ground.scene.skips.set('bob', 'already-read')
    ground.clock.now = MORNING
    await sendDue(ground)
    expect(ground.bob.got).toEqual([])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'already-read' })
  })

  it('D3: what was muted at the first try does not come with the second', async () => {
    const ground = await opened()
    const muted = await delivered(ground, ['bob'])
    await delivered(ground, ['bob'], 'reply')
    ground.scene.skips.set(muted._id, 'muted-author')
    ground.bob.answer({ status: 503, headers: { 'retry-after': '60' } })
    ground.clock.now = MORNING
    await sendDue(ground)
    ground.scene.skips.clear()
    ground.bob.answer(201)
    ground.clock.now += 2 * MINUTE
    await sendDue(ground)
    expect(ground.bob.got).toMatchObject([{ message: { title: 'Ada replied to you · On melons' } }])
    expect(await ground.told(muted, 'bob')).toEqual({ state: 'skipped', skip: 'muted-author' })
  })

  it('H10: what a moderator asked to be told of passes', async () => {
    const ground = await opened()
    await delivered(ground, ['bob'], 'moderation')
    expect(ground.bob.got).toHaveLength(1)
  })

  it('H10: the centre is not asked, and others are not held', async () => {
    const ground = await opened()
    const carol = await ground.browser('carol')
    await delivered(ground, ['bob', 'carol'])
    expect([ground.bob.got.length, carol.got.length]).toEqual([0, 1])
  })

  it('B8: the browser that failed is tried again, the other one has it already', async () => {
    const ground = await opened()
    const laptop = await ground.browser('bob')
    laptop.answer({ status: 503, headers: { 'retry-after': '60' } })
    await delivered(ground, ['bob'])
    ground.clock.now = MORNING
    await sendDue(ground)
    expect([ground.bob.got.length, laptop.got.length]).toEqual([1, 0])
    laptop.answer(201)
    ground.clock.now += 2 * MINUTE
    await sendDue(ground)
    expect([ground.bob.got.length, laptop.got.length]).toEqual([1, 1])
  })

  it('L5: a service that was down for hours after their end does not ring anybody up', async () => {
    const ground = await opened()
    const event = await delivered(ground, ['bob'])
    ground.clock.now = MORNING + 2 * HOUR
    await sendDue(ground)
    expect(ground.bob.got).toEqual([])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'too-old' })
  })

  it('L5: they wait while the channel is paused; resumed late, nobody is rung up', async () => {
    const ground = await opened()
    const first = await delivered(ground, ['bob'])
    ground.scene.isPaused = true
    ground.clock.now = MORNING
    await sendDue(ground)
    expect([ground.bob.got, await ground.told(first, 'bob')]).toEqual([[], { state: 'waiting', skip: null }])
    ground.scene.isPaused = false
    await sendDue(ground)
    expect(ground.bob.got).toHaveLength(1)
    ground.clock.now = MORNING + 16 * HOUR
    const second = await delivered(ground, ['bob'])
    ground.scene.isPaused = true
    ground.clock.now = MORNING + 24 * HOUR
    await sendDue(ground)
    ground.scene.isPaused = false
    ground.clock.now += 2 * HOUR
    await sendDue(ground)
    expect(ground.bob.got).toHaveLength(1)
    expect(await ground.told(second, 'bob')).toEqual({ state: 'skipped', skip: 'too-old' })
  })

  it('B4: what push services refuse is given up; redriven it begins anew, and who was told is not told again', async () => {
    const ground = await opened()
    const carol = await ground.browser('carol')
    ground.clock.now = MORNING - 30 * MINUTE
    const event = await delivered(ground, ['bob', 'carol'])
    ground.bob.answer(403)
    ground.clock.now = MORNING
    await sendDue(ground)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'failed', skip: null })
    expect(ground.buried).toMatchObject([{ channel: 'push', event: event._id }])
    ground.bob.answer(201)
    await ground.deliver(event)
    expect(ground.bob.got).toEqual([])
    await ground.deliver(event, event.seq + 1)
    expect([ground.bob.got.length, carol.got.length]).toEqual([1, 1])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'sent', skip: null })
  })

  it('H10: longer quiet hours hold longer', async () => {
    const ground = await opened()
    await delivered(ground, ['bob'])
    ground.scene.choices.set('bob', { quiet: { ...QUIET, to: '09:00' } })
    ground.clock.now = MORNING
    await sendDue(ground)
    expect(ground.bob.got).toEqual([])
    ground.clock.now = MORNING + 2 * HOUR
    await sendDue(ground)
    expect(ground.bob.got).toHaveLength(1)
  })

  it('a try that fell into quiet hours waits for their end', async () => {
    const ground = await opened()
    ground.clock.now = Date.UTC(2026, 0, 5, 21, 59)
    ground.bob.answer(500)
    ground.scene.candidates = [candidate('bob')]
    const event = created(ground)
    await expect(ground.deliver(event)).rejects.toThrow('could not be told')
    ground.bob.answer(201)
    ground.clock.now += 2 * MINUTE
    await ground.deliver(event)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'waiting', skip: null })
    ground.clock.now = MORNING
    await sendDue(ground)
    expect(ground.bob.got).toHaveLength(1)
  })
})
