import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { BUFFER_MS, mailGround } from './email.fixtures.ts'

describeEngines('a domain that gets many mails', (engine) => {
  it('I14: what has to wait is not begun: it stays open, each at its own time', async () => {
    const g = await mailGround(engine, { mailsPerSecond: 1 })
    for (const name of ['ada', 'bob', 'cy', 'dee']) await g.say(name, `by ${name}`)
    await g.follow()
    g.moveTo(g.now() + BUFFER_MS)
    g.start()
    for (const waiting of [2, 1, 0]) {
      await g.settled()
      const where = { channel: 'email', state: 'open' } as const
      const { docs } = await g.rows.windows.find({ where, sort: { next: 1 }, limit: 9, next: false })
      const seconds = docs.map(({ next }) => Math.round((Date.parse(next) - g.now()) / 1000))
      expect(seconds).toEqual(Array.from({ length: waiting }, (_, n) => n + 1))
      expect(g.server.mails).toHaveLength(3 - waiting)
      for (const { next } of docs.slice(0, 1)) g.moveTo(Date.parse(next))
    }
  })

  it('I14: what was turned away and comes again keeps to it as well, and that is no failure', async () => {
    const g = await mailGround(engine, { mailsPerSecond: 1 })
    for (const name of ['ada', 'bob', 'cy']) await g.say(name, `by ${name}`)
    await g.follow()
    g.server.onMail = () => ({ code: 451, message: '4.7.1 not now' })
    g.start()
    for (const ms of [BUFFER_MS, 2_000]) {
      g.moveTo(g.now() + ms)
      await g.settled()
    }
    g.server.onMail = () => null
    const where = { channel: 'email', state: 'closed' } as const
    const closed = async () => (await g.rows.windows.find({ where, sort: { next: 1 }, limit: 9, next: false })).docs
    expect((await closed()).map(({ attempts }) => attempts)).toEqual([1, 1])
    g.moveTo(g.now() + 2 * 60_000)
    await g.settled()
    expect((await closed()).map(({ attempts }) => attempts)).toEqual([1])
    g.moveTo(g.now() + 2_000)
    await g.settled()
    expect([(await closed()).length, g.server.mails.length]).toEqual([0, 2])
  })
})
