import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { actor } from './people.fixtures.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, MINUTE_MS, stageOn } from './stage.fixtures.ts'

const ALL = ['centre', 'push', 'email']
const everywhere = (what: string) => ({ centre: what, push: what, email: what })

describeEngines('what somebody decides', (engine) => {
  it('D1: before it is sent holds on every channel, also for what waits in a digest', async () => {
    const stage = await stageOn(engine)
    await stage.pause('push')
    const device = await stage.browser('bob')
    await stage.choose('bob', { mail: 'daily' })
    const { event } = await stage.say('ada', 'hello @bob')
    await stage.settled()
    expect(await stage.tellingOf(event, 'email', 'bob')).toMatchObject({ state: 'waiting' })
    await stage.level('bob', 'muted')
    await stage.resume('push')
    await stage.pass(DAY_MS)
    expect(await stage.why(event, 'bob')).toMatchObject({ push: 'muted-discussion', email: 'muted-discussion' })
    expect([device.got.length, stage.mail.mails.length]).toEqual([0, 0])
  })

  it('D2: while a mail is handed over comes too late for it, and there is no second one', async () => {
    const stage = await stageOn(engine)
    await stage.say('ada', 'hello @bob')
    const muting: Promise<unknown>[] = []
    stage.mail.onMail = () => {
      muting.push(stage.level('bob', 'muted'))
      return 'hang-up'
    }
    await stage.settled()
    await stage.pass(BUFFER_MS)
    await expect.poll(() => stage.mail.mails.length).toBe(1)
    await Promise.all(muting)
    stage.mail.onMail = () => null
    for (let hour = 0; hour < 3; hour++) await stage.pass(HOUR_MS)
    await stage.say('ada', 'again @bob')
    await stage.settled()
    await stage.pass(HOUR_MS)
    expect(stage.mail.mails).toHaveLength(1)
  })

  it('D8: a block looks the same from both sides: same answer, nobody is told, nothing says so', async () => {
    const stage = await stageOn(engine)
    await stage.relate('bob', 'block', 'ada')
    const seen = async (from: string, to: string) => {
      const { comment, notices } = await stage.say(from, `hello @${to}`)
      await stage.settled()
      const shape = comment.html.replaceAll(to, 'them')
      return { shape, mentions: comment.mentions, notices, unread: await stage.unread(to) }
    }
    const [blocked, blocker] = [await seen('ada', 'bob'), await seen('bob', 'ada')]
    expect(blocked).toEqual(blocker)
    expect(blocked).toEqual(await seen('ada', 'nobody'))
    expect(blocked).toMatchObject({ mentions: [], notices: [], unread: 0 })
    await stage.pass(BUFFER_MS)
    expect(stage.mail.mails).toEqual([])
  })

  it.each(['before', 'after'])('D10: %s the comment is written ends in the same people', async (order) => {
    const stage = await stageOn(engine)
    await stage.pause(...ALL)
    const muted = () => Promise.all([stage.level('bob', 'muted'), stage.relate('cy', 'block', 'ada')])
    if (order === 'before') await muted()
    const { event } = await stage.say('ada', 'hello @bob @cy @dee')
    if (order === 'after') await muted()
    await stage.resume(...ALL)
    await stage.pass(BUFFER_MS)
    expect(await stage.why(event, 'bob')).toEqual(everywhere('muted-discussion'))
    expect(await Promise.all(['bob', 'cy', 'dee'].map(stage.unread))).toEqual([0, 0, 1])
    expect(stage.mail.mails.map(({ recipient }) => recipient)).toEqual(['dee@x.example'])
  })

  it('G3: what is read on one device is neither pushed nor mailed any more', async () => {
    const stage = await stageOn(engine)
    await stage.pause('push')
    const device = await stage.browser('bob')
    const { event } = await stage.say('ada', 'hello @bob')
    await stage.settled()
    const [entry] = await stage.inbox('bob')
    await stage.context.notifications.centre.mark(actor('bob'), 'read', [entry?.id ?? ''])
    // Who is there at this moment is not rung up anyhow.
    await stage.pass(2 * MINUTE_MS)
    await stage.resume('push')
    await stage.pass(HOUR_MS)
    expect(await stage.why(event, 'bob')).toMatchObject({ push: 'already-read', email: 'already-read' })
    expect([device.got.length, stage.mail.mails.length]).toEqual([0, 0])
  })

  it('H12: from mails at once to a digest takes along what waits, once', async () => {
    const stage = await stageOn(engine)
    await stage.say('ada', 'first @bob')
    await stage.settled()
    await stage.choose('bob', { mail: 'daily' })
    await stage.pass(HOUR_MS)
    expect(stage.mail.mails).toEqual([])
    await stage.say('ada', 'second @bob')
    await stage.settled()
    await stage.pass(DAY_MS)
    await stage.pass(DAY_MS)
    expect(stage.mail.mails).toHaveLength(1)
    for (const text of ['first', 'second']) expect(stage.mail.mails[0]?.text?.split(text)).toHaveLength(2)
  })

  it('I5: a link in a mail ends also what is on its way', async () => {
    const stage = await stageOn(engine)
    await stage.say('ada', 'first @bob')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    const link = /unsubscribe\/(\S+?)>/.exec(stage.mailsTo('bob')[0]?.raw ?? '')?.[1] ?? ''
    const { event } = await stage.say('ada', 'second @bob')
    await stage.settled()
    await stage.context.notifications.email.unsubscribes.act(link)
    await stage.pass(10 * MINUTE_MS)
    expect(stage.mailsTo('bob')).toHaveLength(1)
    expect(await stage.why(event, 'bob')).toMatchObject({ centre: 'told', email: 'unsubscribed' })
  })
})
