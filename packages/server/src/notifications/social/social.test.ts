import type { LoggedEvent } from '@palaver/store'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { people } from '../../accounts/collections.ts'
import type { PersonDocument } from '../../accounts/service.ts'
import { actorOf, idOf, toAll, toChosen, toFollowers, toPeople } from '../../social/testing/village.ts'
import { hamletOn } from './hamlet.fixtures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHADOW = {
  until: null,
  reason: '',
  by: 'x',
  at: '2026-01-01T00:00:00.000Z',
} as unknown as PersonDocument['shadow']

const isOf =
  (type: string, op: string) =>
  (event: LoggedEvent): boolean =>
    event.type === type && event.op === op

describeEngines('people are told of what others do', (engine) => {
  it('that somebody follows them; several as one', async () => {
    const h = await hamletOn(engine)
    await h.follow('bob', 'ada')
    await h.turn()
    expect([await h.told('ada'), await h.told('bob'), await h.unread('ada')]).toEqual([['follow'], [], 1])
    await h.follow('cy', 'ada')
    await h.follow('dee', 'ada')
    await h.turn()
    const [entry] = await h.entries('ada')
    expect(entry).toMatchObject({ reason: 'follow', people: 3, count: 3, unread: 3, discussion: null, post: null })
    expect(entry?.actors.map(({ name }) => name)).toEqual(['dee', 'cy', 'bob'])
  })

  it('that somebody asks to, and that they may; a request that is answered is gone', async () => {
    const h = await hamletOn(engine)
    await h.profile('ada', { isPrivate: true })
    await h.follow('bob', 'ada')
    await h.turn()
    expect([await h.told('ada'), await h.told('bob')]).toEqual([['request'], []])
    await h.social.accept(actorOf('ada'), idOf('bob'))
    expect([await h.unread('ada'), await h.told('ada')]).toEqual([0, []])
    await h.turn()
    expect([await h.told('ada'), await h.told('bob')]).toEqual([[], ['accepted']])
    expect((await h.entries('bob'))[0]?.actors).toEqual([{ id: idOf('ada'), name: 'ada' }])
  })

  it('that a post mentions, quotes or passes on, is on their wall, or has a reaction; each act of theirs tells nobody', async () => {
    const h = await hamletOn(engine)
    await h.profile('ada', { wall: 'everyone' })
    const own = await h.say('ada', 'mine, says @ada')
    await h.say('bob', 'hello @ada')
    await h.say('cy', 'on your wall', toAll, { wall: idOf('ada') })
    await h.say('dee', 'look at this', toAll, { of: own })
    await h.social.repost(actorOf('bob'), own, toAll)
    await h.react('cy', own)
    await h.react('ada', own)
    await h.turn()
    expect(await h.told('ada')).toEqual(['reaction', 'repost', 'quote', 'wall', 'mention'])
    expect((await h.entries('ada')).map(({ excerpt }) => excerpt)).toEqual([
      'mine, says @ada',
      'mine, says @ada',
      'look at this',
      'on your wall',
      'hello @ada',
    ])
    expect(await h.unread('ada')).toBe(5)
    for (const name of ['bob', 'cy', 'dee']) expect(await h.told(name)).toEqual([])
  })

  it('once, for the strongest reason', async () => {
    const h = await hamletOn(engine)
    await h.profile('ada', { wall: 'everyone' })
    const own = await h.say('ada', 'mine')
    await h.say('bob', 'hello @ada', toAll, { of: own, wall: idOf('ada') })
    await h.turn()
    expect(await h.told('ada')).toEqual(['mention'])
  })

  it('of five reactions as one, which counts those that are there', async () => {
    const names = ['ada', 'bob', 'cy', 'dee', 'eve', 'flo']
    const h = await hamletOn(engine, { names })
    const post = await h.say('ada', 'mine')
    for (const name of names.slice(1)) await h.react(name, post)
    await h.turn()
    expect([await h.told('ada'), await h.unread('ada')]).toEqual([['reaction by 5'], 5])
    await h.react('cy', post, 'heart')
    await h.turn()
    expect(await h.told('ada')).toEqual(['reaction by 5'])
    await h.react('dee', post, null)
    expect([await h.unread('ada'), await h.told('ada')]).toEqual([4, ['reaction by 4']])
    await h.turn()
    expect([await h.unread('ada'), await h.told('ada')]).toEqual([4, ['reaction by 4']])
  })

  it('that others comment on their post, as who takes part; a muted post is silent', async () => {
    const h = await hamletOn(engine)
    const post = await h.say('ada', 'mine')
    await h.beside('bob', post, 'first')
    await h.turn()
    const [entry] = await h.entries('ada')
    expect(entry).toMatchObject({ reason: 'participating', excerpt: 'first', post: { id: post } })
    expect(await h.levels.levelOf(actorOf('ada'), { discussion: entry?.discussion?.id ?? '' })).toMatchObject({
      level: 'participating',
      takesPart: true,
    })
    await h.beside('ada', post, 'my own')
    await h.level('ada', post, 'muted')
    await h.beside('cy', post, 'second')
    await h.turn()
    expect((await h.entries('ada')).map(({ count }) => count)).toEqual([1])
  })

  it('of what waits on their wall, until they decide', async () => {
    const h = await hamletOn(engine)
    await h.profile('ada', { wall: 'everyone', reviewsWall: true })
    const [one, two] = [
      await h.say('bob', 'one', toAll, { wall: idOf('ada') }),
      await h.say('bob', 'two with @cy', toAll, { wall: idOf('ada') }),
    ]
    await h.turn()
    expect((await h.entries('ada')).map(({ post }) => post)).toEqual([
      { id: two, isWaiting: true },
      { id: one, isWaiting: true },
    ])
    expect(await h.told('cy')).toEqual([])
    await h.social.review(actorOf('ada'), one, false)
    await h.social.review(actorOf('ada'), two, true)
    expect([await h.unread('ada'), (await h.entries('ada')).map(({ post }) => post)]).toEqual([
      1,
      [{ id: two, isWaiting: false }],
    ])
    await h.turn()
    expect([await h.told('cy'), await h.told('ada')]).toEqual([['mention'], ['wall']])
  })

  it('of an edit only those whom it newly mentions, and once a day', async () => {
    const h = await hamletOn(engine)
    const post = await h.say('ada', 'hello @bob')
    const edit = (text: string) => h.social.revise(actorOf('ada'), post, { text })
    await edit('hello @bob and @cy')
    await h.turn()
    expect([await h.told('bob'), await h.told('cy')]).toEqual([['mention'], ['mention']])
    await h.read('cy')
    await edit('hello @bob')
    await h.turn()
    expect(await h.told('cy')).toEqual([])
    await edit('hello @bob and @cy again')
    await h.turn()
    expect(await h.told('cy')).toEqual([])
    h.clock.now += 2 * DAY_MS
    await edit('hello')
    await edit('hello @cy')
    await h.turn()
    expect([await h.told('bob'), await h.told('cy')]).toEqual([[], ['mention']])
  })

  it('once a day that the same person follows them again', async () => {
    const h = await hamletOn(engine)
    const again = async (isSlow = false): Promise<void> => {
      await h.unfollow('bob', 'ada')
      if (isSlow) await h.turn()
      await h.follow('bob', 'ada')
      await h.turn()
    }
    await h.follow('bob', 'ada')
    await h.turn()
    for (const isSlow of [false, true]) {
      await again(isSlow)
      expect([await h.told('ada'), await h.unread('ada')]).toEqual([['follow'], 1])
    }
    await h.read('ada')
    await again()
    expect([await h.told('ada'), await h.unread('ada')]).toEqual([['follow'], 0])
    await again(true)
    expect([await h.told('ada'), await h.unread('ada')]).toEqual([[], 0])
    const event = await h.eventWhere(isOf('follow', 'followed'))
    expect(await h.notifications.get(`${idOf('ada')}~${event._id}`)).toMatchObject({ skip: 'told-before' })
    h.clock.now += 2 * DAY_MS
    await again()
    expect([await h.told('ada'), await h.unread('ada')]).toEqual([['follow'], 1])
  })

  it('nothing of what is for others, nor for whom it is', async () => {
    const h = await hamletOn(engine)
    const post = await h.say('ada', 'mine')
    await h.social.circles.create(actorOf('bob'), { key: 'k1', name: 'Close ones' })
    await h.social.circles.add(actorOf('bob'), 'k1', idOf('cy'))
    await h.say('bob', 'for some, not for @ada but for @cy', toChosen('k1'))
    await h.social.repost(actorOf('bob'), post, toPeople('cy'))
    await h.turn()
    expect([await h.told('ada'), await h.told('cy')]).toEqual([[], ['mention']])
    const stored = JSON.stringify([
      (await h.notifications.find({ where: { person: idOf('cy') }, limit: 10 })).docs,
      await h.entries('cy'),
    ])
    for (const word of ['Close ones', 'k1', 'circle', 'chosen']) expect(stored).not.toContain(word)
  })

  it('nothing of somebody who is shadow-banned', async () => {
    const h = await hamletOn(engine)
    const post = await h.say('ada', 'mine')
    await h.store.collection(people).update({ _id: idOf('bob') }, { $set: { shadow: SHADOW } })
    await h.follow('bob', 'ada')
    await h.react('bob', post)
    await h.turn()
    expect([await h.told('ada'), await h.unread('ada')]).toEqual([[], 0])
  })

  it('never a word of the text is kept', async () => {
    const h = await hamletOn(engine)
    const own = await h.say('ada', 'secretword one')
    await h.say('bob', 'secretword two @ada', toAll, { of: own })
    await h.react('bob', own)
    await h.beside('bob', own, 'secretword three @ada')
    await h.turn()
    expect(await h.told('ada')).toHaveLength(3)
    for (const rows of [h.notifications, h.needs.audiences])
      for await (const { doc } of rows.scan()) expect(JSON.stringify(doc)).not.toContain('secretword')
  })
})

describeEngines('what people were told vanishes at once', (engine) => {
  /** Bob is told of something by Ada; then it is so no more. Neither list, nor numbers, nor a check show it. */
  const told = async () => {
    const h = await hamletOn(engine)
    await h.follow('bob', 'ada')
    await h.follow('ada', 'bob')
    await h.social.circles.create(actorOf('ada'), { key: 'k1', name: 'Friends' })
    await h.social.circles.add(actorOf('ada'), 'k1', idOf('bob'))
    const post = await h.say('ada', 'hello @bob, some melons', toChosen('k1'))
    await h.beside('ada', post, 'and @bob again')
    await h.turn()
    expect([await h.told('bob'), await h.unread('bob')]).toEqual([['mention', 'mention', 'follow'], 3])
    return { h, post }
  }
  const expectGone = async (h: Awaited<ReturnType<typeof told>>['h'], left: string[]): Promise<void> => {
    expect(await h.unread('bob')).toBe(left.length)
    expect(await h.told('bob')).toEqual(left)
    expect(await h.unread('bob')).toBe(left.length)
    const since = await h.centre.shownSince(actorOf('bob'), 0, 100)
    const shown = since.changes.flatMap((change) => (change.kind === 'told' ? [change.row.reason] : []))
    expect(shown.toSorted()).toEqual(left.toSorted())
    await h.turn()
    expect([await h.told('bob'), await h.unread('bob')]).toEqual([left, left.length])
  }

  it('when the post is narrowed', async () => {
    const { h, post } = await told()
    await h.narrow('ada', post, toPeople('cy'))
    await expectGone(h, ['follow'])
  })

  it('when they are taken out of the circle, of which no event tells', async () => {
    const { h } = await told()
    await h.social.circles.drop(actorOf('ada'), 'k1', idOf('bob'))
    await expectGone(h, ['follow'])
  })

  it('when the circle is no more', async () => {
    const { h } = await told()
    await h.social.circles.remove(actorOf('ada'), 'k1')
    await expectGone(h, ['follow'])
  })

  it('when the post is deleted', async () => {
    const { h, post } = await told()
    await h.remove('ada', post)
    await expectGone(h, ['follow'])
  })

  it('when an edit takes the mention away', async () => {
    const { h, post } = await told()
    await h.social.revise(actorOf('ada'), post, { text: 'hello nobody' })
    await expectGone(h, ['mention', 'follow'])
  })

  it('when they are unfollowed', async () => {
    const { h } = await told()
    await h.unfollow('ada', 'bob')
    await expectGone(h, ['mention', 'mention'])
  })

  it.each(['ada', 'bob'])('when %s blocks the other', async (name) => {
    const { h } = await told()
    await h.block(name, name === 'ada' ? 'bob' : 'ada')
    await expectGone(h, [])
  })

  it('when they mute who wrote it', async () => {
    const { h } = await told()
    await h.mute('bob', 'ada')
    await expectGone(h, [])
  })

  it('when who wrote it is erased', async () => {
    const { h } = await told()
    await h.store.collection(people).update({ _id: idOf('ada') }, { $set: { erased: '2026-01-05T00:00:00.000Z' } })
    await expectGone(h, [])
  })

  it('when the account is private and they do not follow it', async () => {
    const h = await hamletOn(engine)
    await h.say('ada', 'hello @bob')
    await h.turn()
    expect(await h.unread('bob')).toBe(1)
    await h.profile('ada', { isPrivate: true })
    await expectGone(h, [])
  })

  it('when they no longer follow whose followers it is for', async () => {
    const h = await hamletOn(engine)
    await h.follow('bob', 'ada')
    await h.say('ada', 'hello @bob', toFollowers)
    await h.turn()
    expect(await h.unread('bob')).toBe(1)
    await h.unfollow('bob', 'ada')
    await expectGone(h, [])
  })

  it('when a post that passes theirs on is deleted', async () => {
    const h = await hamletOn(engine)
    const post = await h.say('bob', 'mine')
    const { post: passed } = await h.social.repost(actorOf('ada'), post, toAll)
    await h.turn()
    expect(await h.told('bob')).toEqual(['repost'])
    await h.remove('ada', passed._id)
    await expectGone(h, [])
  })

  it('when they mute words in it', async () => {
    const muted = new Set<string>()
    const mutes = (_: string, text: string): boolean => [...muted].some((word) => text.includes(word))
    const h = await hamletOn(engine, { mutes })
    await h.say('ada', 'hello @bob, some melons')
    await h.turn()
    expect(await h.unread('bob')).toBe(1)
    muted.add('melons')
    await expectGone(h, [])
  })

  it('also what was read: and an open list hears of it', async () => {
    const { h, post } = await told()
    await h.read('bob')
    const before = h.log.position
    await h.remove('ada', post)
    await h.turn()
    expect(await h.told('bob')).toEqual(['follow'])
    const { changes } = await h.centre.shownSince(actorOf('bob'), before, 100)
    const gone = changes.flatMap((change) => (change.kind === 'retracted' ? change.rows : []))
    expect(gone.map(({ stays }) => stays)).toEqual([false, false])
  })
})
