import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { startMailServer } from '../email/testing/start-mail-server.ts'
import { PUSH_RETRY_MS } from '../push/back-off.ts'
import { ADMIN } from './people.fixtures.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, stageOn } from './stage.fixtures.ts'

describeEngines('one channel', (engine) => {
  it('B1: no mail for a day: centre and push go on at once, and afterwards there is one mail', async () => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    await stage.mail.stop()
    for (let count = 1; count <= 12; count++) {
      await stage.say('ada', `number ${count} @bob`)
      await stage.settled()
      expect([await stage.unread('bob'), device.got.length]).toEqual([count, count])
      await stage.pass(2 * HOUR_MS)
    }
    const mail = await startMailServer(Number(new URL(stage.mail.url).port))
    await stage.pass(HOUR_MS)
    await stage.pass(HOUR_MS)
    expect(mail.mails.map(({ recipient }) => recipient)).toEqual(['bob@x.example'])
    expect(mail.mails[0]?.text).toContain('number 1 @bob')
    expect(mail.mails[0]?.text).toContain('and 2 more')
    await stage.pass(DAY_MS)
    expect([mail.mails.length, device.got.length]).toEqual([1, 12])
  })

  it('B2: a push service that only fails holds up neither centre nor mail, and nothing is told there again', async () => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    device.answer(500)
    const { event } = await stage.say('ada', 'hello @bob')
    await stage.settled()
    expect(await stage.unread('bob')).toBe(1)
    await stage.pass(BUFFER_MS)
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    expect(stage.mailsTo('bob')).toHaveLength(1)
    const letters = await stage.context.queues.letters(ADMIN, 'push')
    expect((await letters.list({ limit: 10, cursor: null })).letters).toMatchObject([
      { event: { _id: event }, attempts: 5 },
    ])
    expect([await stage.unread('bob'), stage.mailsTo('bob').length, device.got.length]).toEqual([1, 1, 0])
    expect(stage.pushes.asked()).toBe(5)
  })

  it('B3: what failed in one channel is sent again there and nowhere else', async () => {
    const stage = await stageOn(engine)
    const [device, other] = [await stage.browser('bob'), await stage.browser('cy')]
    device.answer(500)
    const { event } = await stage.say('ada', 'hello @bob @cy')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    device.answer(201)
    const before = await stage.inbox('bob')
    // Who has just looked is not rung up.
    await stage.pass(BUFFER_MS)
    await stage.pass(BUFFER_MS)
    await (await stage.context.queues.letters(ADMIN, 'push')).redrive(event)
    await stage.settled()
    // A browser that failed so often is left alone for a while.
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    expect(await stage.why(event, 'bob')).toEqual({ centre: 'told', push: 'told', email: 'told' })
    expect([device.got.length, other.got.length]).toEqual([1, 1])
    expect([stage.mailsTo('bob').length, stage.mailsTo('cy').length]).toEqual([1, 1])
    expect([await stage.inbox('bob'), await stage.unread('bob')]).toEqual([before, 1])
  })
})
