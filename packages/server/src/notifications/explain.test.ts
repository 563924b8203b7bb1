import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import type { Actor } from '../api/actor.ts'
import { actor, type Ground, groundOn, idOf } from './audience/audience.fixtures.ts'
import { tellingOf } from './windows/telling.ts'

const MAY = actor('may', 'moderator')

describeEngines('L2: why somebody was told of something, or was not', (engine) => {
  const explained = async (g: Ground, by: Actor, event: string, name: string) => {
    const { reason, channels } = await g.explainer.explain(by, { event, user: idOf(name) })
    const found = channels.map(({ channel, state, why }) => [channel, why === null ? state : `${state}: ${why}`])
    return { reason, ...Object.fromEntries(found) }
  }
  const everywhere = (what: string) => ({ centre: what, push: what, email: what })

  it('is read from what each channel has noted', async () => {
    const g = await groundOn(engine)
    const { event } = await g.say('ada', 'hello @bob')
    expect(await explained(g, MAY, event, 'bob')).toEqual({ reason: null, ...everywhere('pending') })
    await g.told(event)
    expect(await explained(g, MAY, event, 'bob')).toEqual({ reason: 'mention', ...everywhere('pending') })
    await g.write(event, 'bob')
    const item = await g.itemOf(event, 'bob')
    const now = g.world.now
    await g.needs.tellings.insert(tellingOf(item, { channel: 'push', state: 'skipped', skip: 'no-subscription', now }))
    await g.needs.tellings.insert(tellingOf(item, { channel: 'email', state: 'sent', now }))
    const expected = { reason: 'mention', centre: 'told', push: 'not-told: no-subscription', email: 'told' }
    expect(await explained(g, MAY, event, 'bob')).toEqual(expected)
    expect(await explained(g, actor('bob'), event, 'bob')).toEqual(expected)
  })

  it('says so where it was given up', async () => {
    const g = await groundOn(engine)
    const { event } = await g.say('ada', 'hello @bob')
    await g.told(event)
    const item = await g.itemOf(event, 'bob')
    await g.needs.tellings.insert(tellingOf(item, { channel: 'email', state: 'failed', now: g.world.now }))
    expect(await explained(g, MAY, event, 'bob')).toMatchObject({ email: 'failed: given-up' })
  })

  it('is known from the row where the log does not have the event any more', async () => {
    const g = await groundOn(engine)
    const { event } = await g.say('ada', 'hello @bob')
    await g.told(event)
    await g.write(event, 'bob')
    await g.say('ada', 'another')
    await g.store.events.trim({ keepMs: -10 * 365 * 86_400_000 })
    const expected = { reason: 'mention', centre: 'told', push: 'pending', email: 'pending' }
    expect(await explained(g, actor('bob'), event, 'bob')).toEqual(expected)
    await expect(explained(g, MAY, event, 'cy')).rejects.toMatchObject({ code: 'event-not-found' })
  })

  it('says why a candidate was not told', async () => {
    const g = await groundOn(engine)
    await g.level('bob', 'muted')
    const { event } = await g.say('ada', 'hello @bob')
    await g.told(event)
    const expected = { reason: 'mention', ...everywhere('not-told: muted-discussion') }
    expect(await explained(g, actor('bob'), event, 'bob')).toEqual(expected)
  })

  it('is worked out for everyone else', async () => {
    const g = await groundOn(engine)
    const { event, slug } = await g.say('ada', 'hello @bob')
    const later = await g.say('cy', 'later')
    const edited = await g.edit(actor('ada'), slug, 'bye @bob')
    for (const one of [event, later.event, edited]) await g.told(one)
    const { event: deleted } = await g.remove('ada', slug)
    const table = [
      [event, 'ada', 'own-act'],
      [event, 'cy', 'joined-later'],
      [event, 'dee', 'not-involved'],
      [edited, 'bob', 'mentioned-before'],
      [edited, 'dee', 'edit'],
      [deleted, 'bob', 'tells-nobody'],
    ] as const
    for (const [one, name, why] of table)
      expect(await explained(g, MAY, one, name)).toEqual({ reason: null, ...everywhere(`not-told: ${why}`) })
  })

  it('never shows what the asker may not see', async () => {
    const g = await groundOn(engine)
    const { event } = await g.say('ada', 'hello @bob')
    await g.told(event)
    const ask = (by: Actor, of: string, one = event) => g.explainer.explain(by, { event: one, user: idOf(of) })
    await expect(ask(actor('bob'), 'cy')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(ask({ ...MAY, org: 'other' }, 'bob')).rejects.toMatchObject({ code: 'event-not-found' })
    await expect(ask(MAY, 'nobody')).rejects.toMatchObject({ code: 'person-not-found' })
    await expect(ask(MAY, 'bob', 'nothing')).rejects.toMatchObject({ code: 'event-not-found' })
    g.world.mayOf = async () => ({ see: false, comment: false, moderate: null })
    await expect(ask(actor('bob'), 'bob')).rejects.toMatchObject({ code: 'event-not-found' })
  })

  it('tells nobody that they are blocked, nor what is held', async () => {
    const g = await groundOn(engine)
    await g.say('bob', 'first')
    await g.people.relations.add(actor('ada'), 'block', idOf('bob'))
    const { event } = await g.say('ada', 'hello')
    await g.told(event)
    expect(await explained(g, actor('bob'), event, 'bob')).toMatchObject(everywhere('not-told: not-shown'))
    await g.people.relations.add(actor('bob'), 'block', idOf('ada'))
    expect(await explained(g, actor('bob'), event, 'bob')).toMatchObject(everywhere('not-told: blocked'))
    g.world.isHeld = true
    const held = await g.say('ada', 'spam')
    await expect(explained(g, actor('ada'), held.event, 'ada')).rejects.toMatchObject({ code: 'event-not-found' })
    await g.told(`${held.event}.held`)
    expect(await explained(g, MAY, held.event, 'may')).toEqual({ reason: 'moderation', ...everywhere('pending') })
  })
})
