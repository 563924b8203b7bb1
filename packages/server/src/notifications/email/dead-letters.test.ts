import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { emailQueue } from '../queues.ts'
import { BUFFER_MS, mailGround } from './email.fixtures.ts'

const DAY = 24 * 3_600_000
const REFUSED = { code: 554, message: '5.6.0 not in this form' }

describeEngines('mails that were given up', (engine) => {
  async function givenUp() {
    const g = await mailGround(engine)
    g.queues.start([emailQueue(g.handler)])
    const { slug } = await g.say('ada', 'first')
    await g.queues.drained()
    g.start()
    /** All that the queue has, and then all that is due. */
    const passed = async (): Promise<void> => {
      await g.store.events.settle()
      await g.queues.drained()
      g.moveTo(g.now() + BUFFER_MS)
      await g.settled()
    }
    const letters = await g.queues.lettersForOperator('email', null)
    const events = async () => (await letters.list({ limit: 10, cursor: null })).letters.map(({ event }) => event._id)
    return { ...g, slug, passed, letters, events }
  }

  it('B4: are dead letters; redriven they go out, and nobody else gets anything again', async () => {
    const g = await givenUp()
    await g.choose('cy', { mail: 'daily' })
    g.server.onMail = () => REFUSED
    const { event } = await g.say('bob', 'hello @cy', g.slug)
    await g.passed()
    expect((await g.tellingOf(event, 'ada'))?.state).toBe('failed')
    expect(await g.events()).toEqual([event])
    expect(await g.letters.get(event)).toMatchObject({ attempts: 0, error: expect.stringContaining('5.6.0') })
    await g.letters.redrive(event)
    await g.passed()
    // It failed again, and is a letter again.
    expect(await g.events()).toEqual([event])
    g.server.onMail = () => null
    await g.letters.redrive(event)
    await g.passed()
    expect((await g.tellingOf(event, 'ada'))?.state).toBe('sent')
    expect(await g.events()).toEqual([])
    g.moveTo(g.now() + DAY)
    await g.settled()
    expect(g.server.mails.map(({ recipient }) => recipient)).toEqual(['ada@x.example', 'cy@x.example'])
  })

  it('B4: each event of a mail is one, and together they are one mail again', async () => {
    const g = await givenUp()
    g.server.onMail = () => REFUSED
    const said = [await g.say('bob', 'one', g.slug), await g.say('cy', 'two', g.slug)].map(({ event }) => event)
    await g.passed()
    expect((await g.events()).toSorted()).toEqual(said.toSorted())
    g.server.onMail = () => null
    expect(await g.letters.redriveAll()).toEqual({ count: 2, more: false })
    await g.passed()
    expect(g.to('ada')).toHaveLength(1)
    expect(g.to('ada')[0]?.text).toMatch(/one[\s\S]*two|two[\s\S]*one/)
    expect(await g.events()).toEqual([])
  })

  it('D1: are looked at again: what was deleted meanwhile is not sent, and it says so', async () => {
    const g = await givenUp()
    g.server.onMail = () => REFUSED
    const { event, slug } = await g.say('bob', 'a reply', g.slug)
    await g.passed()
    g.server.onMail = () => null
    await g.remove('bob', slug)
    await g.letters.redrive(event)
    await g.passed()
    await g.expectSkip(event, 'ada', 'not-there')
    expect([g.to('ada'), await g.events()]).toEqual([[], []])
  })

  it('B7: are no letters where the address was refused', async () => {
    const g = await givenUp()
    g.server.onRecipient = () => ({ code: 550, message: '5.1.1 no such user' })
    const { event } = await g.say('bob', 'a reply', g.slug)
    await g.passed()
    await g.expectSkip(event, 'ada', 'bounced')
    expect(await g.events()).toEqual([])
  })
})
