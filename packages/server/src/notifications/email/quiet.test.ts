import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { ORG } from '../audience/audience.fixtures.ts'
import { BUFFER_MS, mailGround } from './email.fixtures.ts'

const DAY = 24 * 3_600_000
const QUIET = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }

describeEngines('mails in quiet hours', (engine) => {
  it('H10: wait for the end, but for what a moderator asked to be told of', async () => {
    const g = await mailGround(engine)
    const night = Math.ceil(g.now() / DAY) * DAY + 23 * 3_600_000
    await g.people.tell({ org: ORG, hostId: 'root', name: 'root', role: 'admin', email: 'root@x.example' }, g.now())
    const { slug } = await g.say('ada', 'first')
    const choices = { mail: 'instant', quiet: QUIET, timeZone: 'UTC' } as const
    await g.choose('ada', choices)
    await g.choose('root', { ...choices, channels: { email: { on: true } } })
    g.moveTo(night)
    await g.say('bob', 'a reply', slug)
    g.world.isHeld = true
    await g.say('cy', 'to be looked at', slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    expect(g.server.mails.map(({ recipient }) => recipient)).toEqual(['root@x.example'])
    g.moveTo(night + 8 * 3_600_000)
    await g.settled()
    expect(g.server.mails.map(({ recipient }) => recipient)).toEqual(['root@x.example', 'ada@x.example'])
  })

  it('H10: who has chosen a digest has that for moderation, too', async () => {
    const g = await mailGround(engine)
    await g.choose('ada', { mail: 'daily', quiet: QUIET, timeZone: 'UTC' })
    expect((await g.placeOf('ada', 'moderation'))?.kind).toBe('daily')
  })
})
