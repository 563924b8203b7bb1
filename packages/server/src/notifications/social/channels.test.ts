import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { people } from '../../accounts/collections.ts'
import { BLANK_PROFILE } from '../../accounts/service.ts'
import { actor, idOf, ORG } from '../acceptance/people.fixtures.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, type Stage, stageOn } from '../acceptance/stage.fixtures.ts'

const toAll = { to: 'public' as const, circles: [], people: [] }

/** What people do to each other, by their names. */
function socialIn({ context: { social, store, people: all }, clock }: Stage) {
  const later = <T>(act: () => Promise<T>): Promise<T> => {
    clock.now += 1
    return act()
  }
  return {
    follow: (name: string, other: string) => later(() => social.follow(actor(name), idOf(other))),
    unfollow: (name: string, other: string) => later(() => social.unfollow(actor(name), idOf(other))),
    accept: (name: string, other: string) => later(() => social.accept(actor(name), idOf(other))),
    write: (name: string, text: string, more: object = {}) =>
      later(() => social.write({ actor: actor(name) }, { text, audience: toAll, ...more })),
    react: (name: string, post: string, reaction: string | null) =>
      later(() => social.react(actor(name), post, reaction)),
    repost: (name: string, post: string) => later(() => social.repost(actor(name), post, toAll)),
    remove: (name: string, post: string) => later(() => social.delete(actor(name), post)),
    profile: (name: string, profile: object) =>
      store.collection(people).update({ _id: idOf(name) }, { $set: { profile: { ...BLANK_PROFILE, ...profile } } }),
    block: async (name: string, other: string) => {
      await all.relations.add(actor(name), 'block', idOf(other))
      await social.part(ORG, idOf(name), idOf(other))
    },
  }
}

const stageOf = async (engine: Parameters<typeof stageOn>[0]) => {
  const stage = await stageOn(engine)
  const acts = socialIn(stage)
  await acts.profile('ada', { wall: 'everyone' })
  return { ...stage, ...acts }
}

describeEngines('what people do to each other', (engine) => {
  it('goes to the channels that the defaults name, by each reason', async () => {
    const stage = await stageOf(engine)
    const device = await stage.browser('ada')
    const { post } = await stage.write('ada', 'mine')
    const reaction = (await stage.context.accounts.get(ORG))?.reactions ?? {}
    await stage.follow('bob', 'ada')
    await stage.write('bob', 'hello @ada')
    await stage.write('cy', 'on your wall', { wall: idOf('ada') })
    await stage.write('dee', 'a quote', { of: post._id })
    await stage.repost('bob', post._id)
    await stage.react('cy', post._id, Object.keys(reaction)[0] ?? 'like')
    await stage.settled()
    expect(await stage.unread('ada')).toBe(6)
    expect(device.got.map(({ message: { title, body } }) => [title, body])).toEqual([
      ['bob follows you', ''],
      ['bob mentioned you', 'hello @ada'],
      ['cy wrote on your wall', 'on your wall'],
    ])
    await stage.pass(BUFFER_MS)
    expect(stage.mailsTo('ada').map(({ subject }) => subject)).toEqual(['bob mentioned you'])
    await stage.pass(DAY_MS)
    const [, digest] = stage.mailsTo('ada')
    expect(digest?.subject).toBe('2 new notifications')
    expect(digest?.text).toContain('bob follows you')
    expect(digest?.text).toContain('cy wrote on your wall')
    expect(digest?.text).not.toMatch(/quoted|passed|reacted/)
    expect(stage.mailsTo('ada')).toHaveLength(2)
  })

  it('a request and its answer: one is mailed, both are pushed', async () => {
    const stage = await stageOf(engine)
    await stage.profile('ada', { isPrivate: true })
    const [ada, bob] = [await stage.browser('ada'), await stage.browser('bob')]
    await stage.follow('bob', 'ada')
    await stage.settled()
    await stage.accept('ada', 'bob')
    await stage.settled()
    expect([ada.got.map(({ message }) => message.title), bob.got.map(({ message }) => message.title)]).toEqual([
      ['bob asks to follow you'],
      ['ada lets you follow them'],
    ])
    await stage.pass(DAY_MS)
    // What is answered is not mailed any more.
    expect([stage.mailsTo('ada').length, stage.mailsTo('bob').length]).toEqual([0, 0])
  })

  it('can be turned on and off by reason and channel', async () => {
    const stage = await stageOf(engine)
    const device = await stage.browser('ada')
    await stage.choose('ada', {
      channels: { push: { reasons: { follow: false, repost: true } } },
      reasons: { wall: false },
    })
    const { post } = await stage.write('ada', 'mine')
    await stage.follow('bob', 'ada')
    await stage.write('cy', 'on your wall', { wall: idOf('ada') })
    await stage.repost('bob', post._id)
    await stage.settled()
    expect(device.got.map(({ message }) => message.title)).toEqual(['bob passed your post on'])
    expect((await stage.inbox('ada')).map(({ reason }) => reason)).toEqual(['repost', 'follow'])
  })

  it('is looked at again before it is pushed or mailed', async () => {
    const stage = await stageOf(engine)
    const device = await stage.browser('ada')
    await stage.pause('push')
    const event = (await stage.follow('bob', 'ada')).event ?? ''
    const { post, event: mention } = await stage.write('cy', 'hello @ada')
    const { event: wall } = await stage.write('dee', 'on your wall', { wall: idOf('ada') })
    await stage.settled()
    await stage.unfollow('bob', 'ada')
    await stage.remove('cy', post._id)
    await stage.block('ada', 'dee')
    await stage.resume('push')
    expect(device.got).toEqual([])
    await stage.pass(DAY_MS)
    expect(stage.mailsTo('ada')).toEqual([])
    for (const [told, why] of [
      [event, 'not-there'],
      [mention, 'not-there'],
      [wall, 'blocked'],
    ] as const) {
      expect(await stage.tellingOf(told, 'push', 'ada')).toMatchObject({ state: 'skipped', skip: why })
      expect(await stage.tellingOf(told, 'email', 'ada')).toMatchObject({ state: 'skipped', skip: why })
    }
    expect([await stage.unread('ada'), await stage.inbox('ada')]).toEqual([0, []])
  })

  it('is not pushed or mailed where it was read, and follows once a day', async () => {
    const stage = await stageOf(engine)
    const device = await stage.browser('ada')
    const { event } = await stage.follow('bob', 'ada')
    await stage.settled()
    await stage.unfollow('bob', 'ada')
    await stage.settled()
    const { event: again } = await stage.follow('bob', 'ada')
    await stage.settled()
    expect(device.got).toHaveLength(1)
    expect(await stage.tellingOf(again ?? '', 'push', 'ada')).toMatchObject({ skip: 'told-before' })
    expect(await stage.unread('ada')).toBe(1)
    const { position } = await stage.context.notifications.centre.counts(actor('ada'))
    await stage.context.notifications.centre.readUpTo(actor('ada'), position)
    await stage.pass(DAY_MS)
    expect(stage.mailsTo('ada')).toEqual([])
    expect(await stage.tellingOf(event ?? '', 'email', 'ada')).toMatchObject({ state: 'skipped' })
  })

  it('can be explained, to those who may see it', async () => {
    const stage = await stageOf(engine)
    const { explainer } = stage.context.notifications
    const { event } = await stage.follow('bob', 'ada')
    const { event: mention } = await stage.write('cy', 'hello @ada')
    await stage.settled()
    const asked = async (name: string, of: string, user = name) =>
      explainer.explain(actor(name), { event: of, user: idOf(user) })
    const followed = await asked('ada', event ?? '')
    expect(followed).toMatchObject({ reason: 'follow', discussion: null, post: null, op: 'followed' })
    expect(followed.channels.map(({ state, why }) => why ?? state)).toEqual(['told', 'no-subscription', 'waiting'])
    expect((await asked('bob', event ?? '')).channels[0]).toMatchObject({ state: 'not-told', why: 'own-act' })
    await expect(asked('cy', event ?? '')).rejects.toThrow('no such event')
    expect((await asked('dee', mention)).channels[0]).toMatchObject({ why: 'not-involved' })
    await expect(asked('dee', mention, 'ada')).rejects.toThrow('Only moderators')
    expect(await stage.why(mention, 'ada')).toMatchObject({ centre: 'told', push: 'no-subscription' })
    await stage.block('cy', 'ada')
    await stage.pass(HOUR_MS)
    await expect(asked('ada', mention)).rejects.toThrow('no such event')
  })
})
