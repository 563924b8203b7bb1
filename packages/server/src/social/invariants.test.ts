import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { refOf, tellOf } from './testing/performing.ts'
import {
  actorOf,
  idOf,
  toAll,
  toChosen,
  toCircles,
  toFollowers,
  toPeople,
  type Village,
  villageOn,
} from './testing/village.ts'

const MONTH_MS = 31 * 86_400_000
const POLL = { choices: ['yes', 'no', 'both'], isMultiple: false, seconds: 60 }

/** Whatever of a post somebody can reach. */
async function reach(v: Village, name: string, post: string) {
  const view = await v.social.post(v.viewerOf(name), post).catch(() => null)
  const lists = await Promise.all([v.news(name), v.wall(name, 'ada')])
  const [count] = await v.comments.counts(actorOf(name), [refOf(post)])
  return { isSeen: view !== null, count: count ?? null, listed: lists.flat().length }
}
const NOTHING = { isSeen: false, count: null, listed: 0 }

describeEngines('what always holds', (engine) => {
  it('C8.2: after a block neither sees anything of the other, and unblocking brings no follow back', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    await v.follow('ada', 'bob')
    await v.follow('cy', 'ada')
    await v.follow('cy', 'bob')
    const post = await v.say('ada', 'hello')
    await v.comments.post({ actor: actorOf('cy'), ref: refOf(post) }, { text: 'well' })
    const quote = await v.say('cy', 'look', toAll, { of: post })
    await v.follow('bob', 'cy')
    await v.social.repost(actorOf('cy'), post, toAll)
    await v.block('bob', 'ada')
    expect(await reach(v, 'bob', post)).toEqual({ ...NOTHING, listed: 1 })
    expect(await v.social.post(v.viewerOf('bob'), quote)).toMatchObject({ of: null, isOfGone: true })
    expect(await v.news('bob')).toEqual(['look'])
    for (const act of [
      () => v.social.react(actorOf('bob'), post, 'like'),
      () => v.social.repost(actorOf('bob'), post, toAll),
      () => v.say('bob', 'on your wall', toAll, { wall: idOf('ada') }),
      () => v.follow('ada', 'bob'),
      () => v.comments.post({ actor: actorOf('bob'), ref: refOf(post) }, { text: 'let me in' }),
    ])
      await expect(act()).rejects.toMatchObject({ code: expect.stringMatching(/not-found$/) })
    await v.unblock('bob', 'ada')
    await v.drained()
    expect(await v.news('bob')).toEqual(['hello', 'look'])
    expect(await v.news('ada')).toEqual(['hello'])
    expect(await v.social.needs.personNumbers.get(idOf('ada'))).toMatchObject({ followers: 1, following: 0 })
  })

  it('C8.3: narrowing, deleting, leaving a circle and going private act on the next read, everywhere', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    await v.social.circles.create(actorOf('ada'), { key: 'k', name: 'near' })
    await v.social.circles.add(actorOf('ada'), 'k', idOf('bob'))
    const post = await v.say('ada', 'hello', toCircles)
    await v.comments.post({ actor: actorOf('bob'), ref: refOf(post) }, { text: 'well' })
    await v.drained()
    const all = { isSeen: true, count: 1, listed: 2 }
    expect(await reach(v, 'bob', post)).toEqual(all)
    await v.social.circles.drop(actorOf('ada'), 'k', idOf('bob'))
    expect(await reach(v, 'bob', post)).toEqual(NOTHING)
    await v.social.revise(actorOf('ada'), post, { audience: toFollowers })
    expect(await reach(v, 'bob', post)).toEqual(all)
    await v.social.revise(actorOf('ada'), post, { audience: toPeople('cy') })
    expect(await reach(v, 'bob', post)).toEqual(NOTHING)
    await v.social.revise(actorOf('ada'), post, { audience: toAll })
    expect(await reach(v, 'dee', post)).toMatchObject({ isSeen: true, count: 1 })
    await tellOf(v, 'ada', { isPrivate: true })
    expect(await reach(v, 'dee', post)).toEqual(NOTHING)
    expect(await v.sees(null, post)).toBe(false)
    expect(await reach(v, 'bob', post)).toEqual(all)
    await v.social.delete(actorOf('ada'), post)
    for (const name of ['ada', 'bob', 'cy']) expect(await reach(v, name, post)).toEqual(NOTHING)
  })

  it('C8.4, C-6: nobody but its owner learns a name or a member of a circle, and no event tells of one', async () => {
    const v = await villageOn(engine)
    const { circles } = v.social
    await circles.create(actorOf('ada'), { key: 'k', name: 'secret.$name 🎈' })
    await circles.add(actorOf('ada'), 'k', idOf('bob'))
    await v.follow('bob', 'ada')
    const post = await v.say('ada', 'hello', toChosen('k'))
    await v.say('ada', 'hello', toPeople('bob', 'cy'))
    await circles.rename(actorOf('ada'), 'k', 'another secret')
    await v.drained()
    const [view, news] = [await v.social.post(v.viewerOf('bob'), post), await v.social.news(actorOf('bob'), PAGE)]
    const person = await v.social.people.view(v.viewerOf('bob'), idOf('ada'))
    const log = v.store.events
    const events = await log.read({ partition: log.partitionOf('org1'), after: 0, limit: 100 })
    const told = JSON.stringify([view, news, person, events])
    expect(told).not.toMatch(/secret|"k"/)
    expect(JSON.stringify(events.filter(({ type }) => type === 'post'))).not.toContain(idOf('cy'))
    expect(view.audience).toEqual({ to: 'limited' })
    expect(events.filter(({ type }) => type === 'circle')).toEqual([])
    await expect(circles.members(actorOf('bob'), 'k', { limit: 10, cursor: null })).rejects.toMatchObject({
      code: 'circle-not-found',
    })
  })

  it('C8.4: a repost or a comment is for nobody who cannot see what it is of', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    await v.follow('dee', 'bob')
    const post = await v.say('ada', 'hello', toFollowers)
    const repost = (await v.social.repost(actorOf('bob'), post, toAll)).post._id
    await v.comments.post({ actor: actorOf('bob'), ref: refOf(post) }, { text: 'well' })
    await v.comments.post({ actor: actorOf('bob'), ref: refOf(repost) }, { text: 'well' })
    await v.drained()
    expect([await v.sees('dee', repost), await v.news('dee'), await v.wall('dee', 'bob')]).toEqual([false, [], []])
    expect(await v.comments.counts(actorOf('dee'), [refOf(post), refOf(repost)])).toEqual([null, null])
    const quote = await v.say('bob', 'look', toAll, { of: repost })
    expect((await v.social.needs.posts.get(quote))?.of, 'what was passed on is quoted').toBe(post)
    expect(await v.social.post(v.viewerOf('dee'), quote)).toMatchObject({ of: null, isOfGone: true })
    await v.social.delete(actorOf('bob'), quote)
    await v.social.unfollow(actorOf('bob'), idOf('ada'))
    expect([await v.sees('bob', repost), await v.news('bob')]).toEqual([false, []])
  })

  it('C8.5, C-1: the first post of a month arrives, an empty list is empty, and nobody need follow', async () => {
    const v = await villageOn(engine)
    expect([await v.news('bob'), await v.wall('bob', 'ada'), await v.wall(null, 'ada')]).toEqual([[], [], []])
    await v.follow('bob', 'ada')
    for (const text of ['january', 'february', 'march']) {
      await v.say('ada', text)
      v.clock.now += MONTH_MS
    }
    await v.say('dee', 'alone')
    expect(await v.news('bob', 2)).toEqual(['march', 'february', 'january'])
    expect(await v.wall(null, 'dee')).toEqual(['alone'])
  })

  it('C8.7: nobody follows themselves, and of a private account it is asked for', async () => {
    const v = await villageOn(engine)
    await expect(v.follow('ada', 'ada')).rejects.toMatchObject({ code: 'invalid' })
    await tellOf(v, 'ada', { isPrivate: true })
    await v.say('ada', 'hello')
    expect(await v.follow('bob', 'ada')).toMatchObject({ state: 'asked' })
    expect(await v.follow('bob', 'ada')).toMatchObject({ state: 'asked', event: null })
    expect([await v.news('bob'), await v.wall('bob', 'ada')]).toEqual([[], []])
    await v.social.accept(actorOf('ada'), idOf('bob'))
    expect(await v.news('bob')).toEqual(['hello'])
    await Promise.all([v.follow('bob', 'ada'), v.unfollow('bob', 'ada'), v.follow('bob', 'ada')])
    await v.drained()
    const { follows, followers } = v.social.needs
    const [edge, back] = [
      await follows.get(`${idOf('bob')}~${idOf('ada')}`),
      await followers.get(`${idOf('ada')}~${idOf('bob')}`),
    ]
    expect([back?.state, back?.at]).toEqual([edge?.state, edge?.at])
  })

  it('C8.10: a poll takes one vote a person while it is open, and tallies are votes under racing voters', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`)
    const v = await villageOn(engine, ['ada', ...names])
    const one = await v.say('ada', 'which?', toAll, { poll: POLL })
    const many = await v.say('ada', 'which ones?', toAll, { poll: { ...POLL, isMultiple: true } })
    const votes = names.flatMap((name, at) =>
      [at % 3, (at + 1) % 3].map((choice) => v.social.vote(actorOf(name), one, [choice])),
    )
    const settled = await Promise.allSettled(votes)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(names.length)
    await Promise.all(names.map((name) => v.social.vote(actorOf(name), many, [0, 2, 2])))
    for (const bad of [[], [3], [-1], [0.5], [0, 1]])
      await expect(v.social.vote(actorOf('ada'), one, bad)).rejects.toMatchObject({ code: 'invalid' })
    await v.drained()
    const tally = (await v.social.needs.postNumbers.get(one)) ?? { votes: [], voters: 0 }
    const marks = await Promise.all(names.map((name) => v.social.needs.marks.get(`${idOf(name)}~${one}`)))
    expect(tally.voters).toBe(names.length)
    expect(tally.votes).toEqual([0, 1, 2].map((at) => marks.filter((mark) => mark?.votes?.[0] === at).length))
    expect(await v.social.needs.postNumbers.get(many)).toMatchObject({ voters: 12, votes: [12, 0, 12] })
    v.clock.now += 61_000
    await expect(v.social.vote(actorOf('ada'), one, [0])).rejects.toMatchObject({ code: 'poll-closed' })
    expect((await v.social.post(v.viewerOf('ada'), one)).poll).toMatchObject({ isClosed: true, voters: 12 })
  })

  it('C8.10: a place is as coarse as was asked for, and nowhere finer', async () => {
    const v = await villageOn(engine)
    const place = { name: 'Here', latitude: 51.507_351, longitude: -0.127_758, coarse: 1 }
    const id = await v.say('ada', '', toAll, { place })
    const kept = await v.social.needs.posts.get(id)
    expect(kept?.place).toEqual({ name: 'Here', latitude: 51.5, longitude: -0.1 })
    expect(JSON.stringify([kept, await v.social.post(v.viewerOf('bob'), id)])).not.toContain('507')
    const exact = await v.say('ada', '', toAll, { place: { ...place, coarse: null } })
    expect((await v.social.post(v.viewerOf('bob'), exact)).place).toMatchObject({ latitude: 51.507_351 })
  })

  it('C8.13: what is on top is the same for the same moment, and the newest first is always to be had', async () => {
    const v = await villageOn(engine)
    const [low, high] = [await v.say('ada', 'low'), await v.say('ada', 'high')]
    await v.follow('bob', 'ada')
    const last = await v.say('ada', 'last')
    for (const name of ['bob', 'cy', 'dee']) await v.social.react(actorOf(name), low, 'like')
    await v.drained()
    const first = await v.social.top(actorOf('bob'), { rest: null, limit: 1 })
    expect(first.posts.map(({ id }) => id)).toEqual([low])
    const again = await v.social.top(actorOf('bob'), { rest: null, limit: 3 })
    expect([...first.posts.map(({ id }) => id), ...first.rest]).toEqual(again.posts.map(({ id }) => id))
    v.clock.now += 86_000_000
    await v.social.react(actorOf('cy'), high, 'like')
    await v.social.delete(actorOf('ada'), last)
    const rest = await v.social.top(actorOf('bob'), { rest: first.rest, limit: 5 })
    expect(rest.posts.map(({ id }) => id)).toEqual([high])
    expect(await v.news('bob')).toEqual(['high', 'low'])
  })
})

const PAGE = { before: null, limit: 20 }
