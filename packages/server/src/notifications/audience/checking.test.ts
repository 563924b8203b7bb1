import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { Refusal } from '../../api/refusal.ts'
import { CHANNELS, type Skip } from '../model.ts'
import { actor, type Ground, groundOn, idOf } from './audience.fixtures.ts'

/** What happens after somebody was found to be told, and before they are. */
const CHANGES: readonly [string, Skip, (g: Ground, slug: string) => Promise<unknown>][] = [
  ['D1: the discussion is muted', 'muted-discussion', (g) => g.level('bob', 'muted')],
  ['D5: the type is muted', 'muted-type', (g) => g.choose('bob', { mutedTypes: ['page'] })],
  ['D5: everything is muted', 'muted-all', (g) => g.choose('bob', { mutedUntil: '2099-01-01T00:00:00.000Z' })],
  ['D5: the author is muted', 'muted-author', (g) => g.people.relations.add(actor('bob'), 'mute', idOf('ada'))],
  ['D7: the author is blocked', 'blocked', (g) => g.people.relations.add(actor('bob'), 'block', idOf('ada'))],
  ['D7: the author blocks them', 'blocked', (g) => g.people.relations.add(actor('ada'), 'block', idOf('bob'))],
  ['F7: the comment is deleted', 'not-there', (g, slug) => g.remove('ada', slug)],
  ['F3: the mention is taken out', 'no-longer-mentioned', (g, slug) => g.edit(actor('ada'), slug, 'hello')],
  ['F13: the person is erased', 'erased', (g) => g.people.erase(actor('bob'), idOf('bob'))],
  [
    'E7: access is lost',
    'no-access',
    async (g) => (g.world.mayOf = async () => ({ see: false, comment: false, moderate: null })),
  ],
  ['D6: the reason is turned off', 'preference', (g) => g.choose('bob', { reasons: { mention: false } })],
]

describeEngines('what is looked at again before somebody is told', (engine) => {
  const mention = async (): Promise<Ground & { event: string; slug: string }> => {
    const g = await groundOn(engine)
    const said = await g.say('ada', 'hello @bob')
    await g.told(said.event)
    return { ...g, ...said }
  }

  it('nothing is in the way, and all that is needed comes with it', async () => {
    const g = await mention()
    for (const channel of CHANNELS)
      expect(await g.audiences.check(await g.itemOf(g.event, 'bob'), channel)).toMatchObject({
        skip: null,
        person: { _id: idOf('bob') },
        discussion: { _id: g.discussion },
        comment: { slug: g.slug },
      })
  })

  it.each(CHANGES)('%s: %s, on every channel', async (_, skip, change) => {
    const g = await mention()
    await change(g, g.slug)
    const checks = await Promise.all(CHANNELS.map((channel) => g.check(g.event, 'bob', channel)))
    expect(checks).toEqual([skip, skip, skip])
  })

  it('of one person, things of several events and authors are each looked at for themselves', async () => {
    const g = await groundOn(engine)
    const said: { event: string; slug: string }[] = []
    for (const name of ['ada', 'cy', 'dee', 'ada']) said.push(await g.say(name, 'hello @bob'))
    const items = await Promise.all(said.map(({ event }) => g.itemOf(event, 'bob')))
    await g.people.relations.add(actor('bob'), 'mute', idOf('cy'))
    await g.people.relations.add(actor('dee'), 'block', idOf('bob'))
    await g.remove('ada', said[3]?.slug ?? '')
    await g.write(said[0]?.event ?? '', 'bob', { read: '2026-01-01T00:00:00.000Z' })
    const skips = async (channel: 'centre' | 'email') =>
      (await g.audiences.checkAll(items, channel)).map(({ skip }) => skip)
    expect(await skips('centre')).toEqual([null, 'muted-author', 'blocked', 'not-there'])
    expect(await skips('email')).toEqual(['already-read', 'muted-author', 'blocked', 'not-there'])
  })

  it('D6: one channel that is off is not another, and a link in a mail ends mails alone', async () => {
    const g = await mention()
    const all = () => Promise.all(CHANNELS.map((channel) => g.check(g.event, 'bob', channel)))
    await g.choose('bob', { channels: { push: { on: false } } })
    expect(await all()).toEqual([null, 'preference', null])
    const bob = { org: 'org1', person: idOf('bob') }
    await g.preferences.unsubscribe(bob, { kind: 'discussion', discussion: g.discussion })
    expect(await all()).toEqual([null, 'preference', 'unsubscribed'])
    await g.choose('bob', { unsubscribed: null, mail: 'off' })
    expect(await all()).toEqual([null, 'preference', 'preference'])
  })

  it('G3: what was read in the centre is neither pushed nor mailed', async () => {
    const g = await mention()
    await g.write(g.event, 'bob')
    const all = () => Promise.all(CHANNELS.map((channel) => g.check(g.event, 'bob', channel)))
    expect(await all()).toEqual([null, null, null])
    await g.needs.inboxes.insert({ _id: idOf('bob'), org: 'org1', readTo: 1, seenTo: 0, active: null })
    expect(await all()).toEqual([null, 'already-read', 'already-read'])
  })

  it('L7: what is older than a restore is neither pushed nor mailed', async () => {
    const g = await mention()
    g.world.restored = new Date(g.world.now + 1_000).toISOString()
    const all = await Promise.all(CHANNELS.map((channel) => g.check(g.event, 'bob', channel)))
    expect(all).toEqual([null, 'before-restore', 'before-restore'])
  })

  it('D3: who unmutes is not told what came before', async () => {
    const g = await groundOn(engine)
    await g.level('bob', 'muted')
    const { event } = await g.say('ada', 'hello @bob')
    await g.told(event)
    await g.level('bob', 'watching')
    expect(await g.told(event)).toEqual({ bob: 'mention - muted-discussion' })
  })

  it('F11: a reply is told of although its parent was deleted meanwhile', async () => {
    const g = await groundOn(engine)
    const first = await g.say('bob', 'first')
    const { event } = await g.say('ada', 'reply', first.slug)
    await g.told(event)
    await g.remove('bob', first.slug)
    expect(await g.check(event, 'bob')).toBeNull()
  })

  it('fails where the host cannot be asked', async () => {
    const g = await mention()
    g.world.mayOf = () => Promise.reject(new Refusal('host-unavailable', 'down'))
    await expect(g.check(g.event, 'bob')).rejects.toThrow('down')
  })
})
