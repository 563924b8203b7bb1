import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { Refusal } from '../../api/refusal.ts'
import { sow } from '../../comments/service.ts'
import { actor, type Ground, groundOn, idOf } from './audience.fixtures.ts'

const MAY = actor('may', 'moderator')
const HOUR_MS = 3_600_000

describeEngines('who is told', (engine) => {
  const ground = (): Promise<Ground> => groundOn(engine)

  it('are those who are mentioned, replied to, take part or watch', async () => {
    const g = await ground()
    const first = await g.say('ada', 'first')
    await g.say('bob', 'second')
    await g.level('cy', 'watching')
    const { event } = await g.say('bob', 'hello @dee', first.slug)
    expect(await g.told(event)).toEqual({ dee: 'mention', ada: 'reply', cy: 'watching' })
    expect(await g.told(first.event)).toEqual({ cy: 'watching' })
  })

  it('are none where a conversation is made up, and none of its writers later on', async () => {
    const g = await ground()
    await g.level('cy', 'watching')
    const discussion = await g.comments.discussion({ discussion: g.discussion })
    const plan = { seed: '1', count: 20, published: Date.parse(discussion.created), maxDepth: 2 }
    await sow(g.comments.needs, { discussion, plan, onProgress: () => {}, isStopped: () => false })
    const sown = (await g.logged()).filter(({ op, quiet }) => op === 'created' && quiet === true)
    expect(sown).toHaveLength(20)
    for (const { _id } of sown) expect(await g.candidates(_id)).toEqual([])
    const { event } = await g.say('ada', 'really')
    expect((await g.candidates(event)).map(({ person }) => person)).toEqual([idOf('cy')])
  })

  it('C5: with the strongest of several reasons, once', async () => {
    const g = await ground()
    const { slug } = await g.say('ada', 'first')
    await g.level('ada', 'watching')
    const { event } = await g.say('bob', 'hello @ada', slug)
    expect(await g.candidates(event)).toEqual([{ person: idOf('ada'), reason: 'mention', skip: null }])
  })

  it('are the same for everyone who asks, whatever has changed', async () => {
    const g = await ground()
    await g.say('ada', 'first')
    const { event } = await g.say('bob', 'second')
    const before = await g.told(event)
    await g.level('ada', 'muted')
    await g.level('cy', 'watching')
    expect([before, await g.told(event)]).toEqual([{ ada: 'participating' }, { ada: 'participating' }])
  })

  it('take part from their first comment on, whatever comes in the same batch', async () => {
    const g = await ground()
    const [a, b, c] = [await g.say('ada', '1'), await g.say('bob', '2'), await g.say('ada', '3')]
    expect([await g.told(a.event), await g.told(b.event), await g.told(c.event)]).toEqual([
      {},
      { ada: 'participating' },
      { bob: 'participating' },
    ])
  })

  it('watch all discussions where they chose so, but for those of which they chose something else', async () => {
    const g = await ground()
    await g.choose('cy', { elsewhere: 'watching' })
    await g.choose('dee', { elsewhere: 'watching' })
    await g.level('dee', 'mentions')
    expect(await g.told((await g.say('ada', 'first')).event)).toEqual({ cy: 'watching' })
  })

  it('E4: never those who did it, even if they mention themselves', async () => {
    const g = await ground()
    const first = await g.say('ada', 'I am @ada')
    expect(await g.told((await g.say('ada', 'again', first.slug)).event)).toEqual({})
  })

  it('are told of a reply to what they said where the reply had to be put higher', async () => {
    const g = await ground()
    await g.comments.configure({ actor: MAY, ref: { discussion: g.discussion } }, { settings: { maxDepth: 1 } })
    const root = await g.say('ada', 'root')
    const reply = await g.say('bob', 'reply', root.slug)
    const deeper = await g.say('cy', 'to the reply', reply.slug)
    expect(await g.told(deeper.event)).toEqual({ bob: 'reply', ada: 'participating' })
  })

  it('E5: nobody who is erased, unknown or banned', async () => {
    const g = await ground()
    const first = await g.say('ada', 'first')
    await g.say('bob', 'second')
    await g.people.sanction(MAY, idOf('bob'), { kind: 'ban', sanction: { until: null, reason: 'x' } })
    await g.people.erase(actor('ada'), idOf('ada'))
    const { event } = await g.say('cy', 'reply', first.slug)
    expect(await g.told(event)).toEqual({ bob: 'participating - banned' })
  })

  it('E6: nobody without access, neither when it is given later', async () => {
    const g = await ground()
    g.world.mayOf = async (who) => ({ see: who?.id !== idOf('bob'), comment: true, moderate: null })
    const { event } = await g.say('ada', 'hello @bob @cy')
    expect(await g.told(event)).toEqual({ bob: 'mention - no-access', cy: 'mention' })
    g.world.mayOf = async () => ({ see: true, comment: true, moderate: null })
    expect(await g.told(event)).toEqual({ bob: 'mention - no-access', cy: 'mention' })
  })

  it('fails where the host cannot be asked, so that it is tried again', async () => {
    const g = await ground()
    const { event } = await g.say('ada', 'hello @bob')
    g.world.mayOf = () => Promise.reject(new Refusal('host-unavailable', 'down'))
    await expect(g.told(event)).rejects.toThrow('down')
    expect(await g.needs.audiences.count({ where: {}, atMost: 10 })).toBe(0)
  })

  it('D7: nobody between whom and the author there is a block; who mutes the author', async () => {
    const g = await ground()
    for (const name of ['bob', 'cy', 'dee']) await g.say(name, 'here')
    await g.people.relations.add(actor('bob'), 'block', idOf('ada'))
    await g.people.relations.add(actor('ada'), 'block', idOf('cy'))
    await g.people.relations.add(actor('dee'), 'mute', idOf('ada'))
    expect(await g.told((await g.say('ada', 'hello')).event)).toEqual({
      bob: 'participating - blocked',
      cy: 'participating - blocked',
      dee: 'participating - muted-author',
    })
  })

  it('D7: the same where very many have muted the author', async () => {
    const g = await ground()
    for (const name of ['bob', 'cy', 'dee']) await g.say(name, 'here')
    for (let at = 0; at < 60; at++) await g.people.relations.add(actor(`u${at}`), 'mute', idOf('ada'))
    for (const kind of ['mute', 'block'] as const) await g.people.relations.add(actor('bob'), kind, idOf('ada'))
    await g.people.relations.add(actor('dee'), 'mute', idOf('ada'))
    expect(await g.told((await g.say('ada', 'hello')).event)).toEqual({
      bob: 'participating - blocked',
      cy: 'participating',
      dee: 'participating - muted-author',
    })
  })

  it('D9: whose author is blocked, not that of the page or of the parent', async () => {
    const g = await ground()
    const { slug } = await g.say('ada', 'first')
    await g.say('cy', 'second')
    await g.people.relations.add(actor('cy'), 'block', idOf('ada'))
    expect(await g.told((await g.say('bob', 'reply', slug)).event)).toEqual({ ada: 'reply', cy: 'participating' })
  })

  it('D4: a muted discussion is muted for mentions, too', async () => {
    const g = await ground()
    await g.level('bob', 'muted')
    await g.level('cy', 'mentions')
    expect(await g.told((await g.say('ada', '@bob @cy')).event)).toEqual({
      bob: 'mention - muted-discussion',
      cy: 'mention',
    })
  })

  it('D5: a type or everything may be muted', async () => {
    const g = await ground()
    await g.choose('bob', { mutedTypes: ['page'] })
    await g.choose('cy', { mutedUntil: new Date(g.world.now + HOUR_MS).toISOString() })
    await g.choose('dee', { mutedUntil: new Date(g.world.now - HOUR_MS).toISOString() })
    expect(await g.told((await g.say('ada', '@bob @cy @dee')).event)).toEqual({
      bob: 'mention - muted-type',
      cy: 'mention - muted-all',
      dee: 'mention',
    })
  })

  it('F1, F2: of an edit only those newly mentioned', async () => {
    const g = await ground()
    const { slug } = await g.say('ada', 'hello @bob')
    await g.level('dee', 'watching')
    expect(await g.told(await g.edit(actor('ada'), slug, 'hello @bob and @cy'))).toEqual({ cy: 'mention' })
    expect(await g.told(await g.edit(actor('ada'), slug, 'bye @bob and @cy'))).toEqual({})
  })

  it('F6: an edit by a moderator names the moderator', async () => {
    const g = await ground()
    const { slug } = await g.say('ada', 'hello')
    const event = await g.edit(MAY, slug, 'hello @bob')
    expect(await g.itemOf(event, 'bob')).toMatchObject({ actor: { id: MAY.id, name: 'may' }, reason: 'mention', slug })
  })

  it('F4: who is mentioned again within a day was told; after that not', async () => {
    const g = await ground()
    const { event, slug } = await g.say('ada', 'hello @bob')
    await g.told(event)
    await g.write(event, 'bob', { retracted: 2, isShown: false, isUnread: false })
    await g.edit(actor('ada'), slug, 'hello')
    const again = await g.edit(actor('ada'), slug, 'hello @bob')
    expect([await g.check(again, 'bob'), await g.check(again, 'bob', 'email')]).toEqual(['told-before', null])
    g.world.now += 25 * HOUR_MS
    await g.edit(actor('ada'), slug, 'hello')
    expect(await g.check(await g.edit(actor('ada'), slug, '@bob hello'), 'bob')).toBeNull()
  })

  it('F4: who was told as one who takes part is told of a mention by an edit, once', async () => {
    const g = await ground()
    await g.say('bob', 'first')
    const { event, slug } = await g.say('ada', 'hello')
    await g.told(event)
    await g.write(event, 'bob')
    expect(await g.check(await g.edit(actor('ada'), slug, 'hello @bob'), 'bob')).toBeNull()
  })

  it('F9: of what is put up again only those who were never told', async () => {
    const g = await ground()
    const { event, slug } = await g.say('ada', 'hello @bob @cy')
    await g.told(event)
    await g.write(event, 'bob')
    await g.write(event, 'cy', { skip: 'not-there', isShown: false })
    const at = { discussion: g.discussion, slug, by: MAY }
    await g.comments.decide({ ...at, status: 'rejected', event: 'down' })
    expect(await g.check(event, 'bob')).toBe('not-there')
    await g.comments.decide({ ...at, status: 'published', event: 'up' })
    expect(await g.told('up')).toEqual({ bob: 'mention', cy: 'mention' })
    expect([await g.check('up', 'bob'), await g.check('up', 'cy')]).toEqual(['told-before', null])
  })

  it('F10: of what is held nobody but moderators, until it is published', async () => {
    const g = await ground()
    g.world.isHeld = true
    const { event } = await g.say('ada', 'hello @bob')
    expect(await g.told(`${event}.held`)).toEqual({ may: 'moderation', root: 'moderation' })
    expect(await g.check(`${event}.held`, 'may')).toBeNull()
    await g.moderation.decideHeld(MAY, event, { act: 'approve', reason: null })
    expect(await g.told(event)).toEqual({ bob: 'mention' })
    expect(await g.check(`${event}.held`, 'root')).toBe('not-there')
  })

  it('D11: moderators of reports, whatever they have muted; by push and mail only who wants it so', async () => {
    const g = await ground()
    const { slug } = await g.say('ada', 'hello')
    await g.level('may', 'muted')
    await g.choose('root', {
      mutedUntil: new Date(g.world.now + HOUR_MS).toISOString(),
      channels: { email: { on: true } },
    })
    await g.moderation.report(actor('bob'), { ref: { discussion: g.discussion }, slug, reason: 'spam', note: null })
    const event = (await g.logged()).find(({ op }) => op === 'reported')?._id ?? ''
    expect(await g.told(event)).toEqual({ may: 'moderation', root: 'moderation' })
    expect(await g.itemOf(event, 'may')).toMatchObject({ actor: null, slug })
    const checks = [
      await g.check(event, 'may'),
      await g.check(event, 'may', 'email'),
      await g.check(event, 'root', 'email'),
    ]
    expect(checks).toEqual([null, 'preference', null])
  })

  it('nothing is noted of people who were erased, neither by old events', async () => {
    const g = await ground()
    await g.say('ada', 'first')
    await g.people.erase(actor('ada'), idOf('ada'))
    await g.audiences.prepare(await g.logged())
    expect(await g.needs.followings.count({ where: { person: idOf('ada') }, atMost: 1 })).toBe(0)
  })

  it('are kept a page at a time, and are no more than are looked at', { timeout: 60_000 }, async () => {
    const g = await ground()
    const many = Array.from({ length: 1_203 }, (_, at) => ({ id: `u${at}`, username: `u${at}` }))
    await g.people.upsert('org1', many)
    const at = new Date(g.world.now).toISOString()
    for (const { id } of many) {
      const following = { discussion: g.discussion, person: idOf(id), org: 'org1', takesPart: 1, level: null, at }
      await g.needs.followings.insert({ _id: `${g.discussion}~${idOf(id)}`, ...following })
    }
    const { event } = await g.say('ada', 'hello @bob')
    const found = await g.candidates(event)
    expect([found.length, new Set(found.map(({ person }) => person)).size]).toEqual([1_204, 1_204])
    const pages = await g.needs.audiences.find({ where: {}, limit: 10 })
    expect(pages.docs.map(({ candidates, more }) => [candidates.length, more])).toEqual([
      [501, true],
      [500, true],
      [203, false],
    ])
  })
})
