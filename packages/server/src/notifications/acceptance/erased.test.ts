import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { PUSH_RETRY_MS } from '../push/back-off.ts'
import { actor, ADMIN, addressOf, idOf } from './people.fixtures.ts'
import { BUFFER_MS, DAY_MS, type Stage, stageOn } from './stage.fixtures.ts'

const MOST = 1000

/** Every document that there is, by its collection. */
async function everything({ context: { store } }: Stage): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const spec of collections) {
    const { docs } = await store.collection(spec).find({ sort: { _id: 1 }, limit: MOST, next: false })
    all.set(
      spec.name,
      docs.map((doc) => JSON.stringify(doc)),
    )
  }
  return all
}

const namedIn = (all: ReadonlyMap<string, string[]>, what: string): string[] =>
  Array.from(all).flatMap(([name, docs]) => (docs.some((doc) => doc.includes(what)) ? [name] : []))

async function logged({ context: { store } }: Stage) {
  const partition = store.events.partitionOf('main')
  return store.events.read({ partition, after: 0, limit: MOST })
}

describeEngines('who was erased', (engine) => {
  it('F13: is nowhere any more: no row, digest, dead letter or browser, and a replay brings nothing back', async () => {
    const stage = await stageOn(engine)
    const { context } = stage
    const device = await stage.browser('bob')
    device.answer(500)
    await stage.say('bob', 'written by the one who goes')
    await stage.say('ada', 'one @bob')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    await stage.choose('bob', { mail: 'weekly' })
    await stage.say('ada', 'waits @bob')
    await stage.settled()
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    const before = await everything(stage)
    expect(namedIn(before, idOf('bob'))).toEqual(
      expect.arrayContaining([
        'notifications',
        'tellings',
        'windows',
        'queueItems',
        'pushSubscriptions',
        'preferences',
      ]),
    )
    await context.personal.erase(actor('bob'), idOf('bob'))
    await stage.settled()
    // What others wrote is theirs, and so is a name in it.
    const marks = [addressOf('bob'), device.subscription.endpoint, 'written by the one who goes']
    const expectGone = async (): Promise<void> => {
      const all = await everything(stage)
      for (const mark of marks) expect([mark, namedIn(all, mark)]).toEqual([mark, []])
      const told = [
        'notifications',
        'tellings',
        'windows',
        'inboxes',
        'preferences',
        'followings',
        'topicFollowings',
        'pushSubscriptions',
      ]
      for (const mark of [idOf('bob'), '"name":"bob"'])
        expect([mark, namedIn(all, mark).filter((name) => told.includes(name))]).toEqual([mark, []])
      for (const mark of marks) expect(JSON.stringify(await logged(stage))).not.toContain(mark)
    }
    await expectGone()
    const mails = stage.mail.mails.length
    for (const { handler } of context.notifications.queues)
      for (const event of await logged(stage)) {
        await handler.prepare?.([event])
        if (handler.laneOf(event) !== null)
          await handler.handle({ event, position: event.seq, attempt: 1, signal: AbortSignal.timeout(60_000) })
      }
    await (await context.queues.letters(ADMIN, 'push')).redriveAll()
    await stage.settled()
    await stage.pass(8 * DAY_MS)
    await expectGone()
    expect([stage.mail.mails.length, device.got.length]).toEqual([mails, 0])
  })
})
