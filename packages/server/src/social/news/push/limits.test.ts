import { expect, it } from 'vitest'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { allOf } from '../../testing/recounting.ts'
import { actorOf, idOf, ORG, type Village, villageOn } from '../../testing/village.ts'
import { build } from './building.ts'
import { feedEntries, feeds } from './collections.ts'

const DAY_MS = 86_400_000
const SIZES = { cap: 100, kept: 10, backfilled: 3 }
const NEWS = { news: { pullFrom: 1000, keepFrom: 0, sizes: SIZES } }

const settle = async (v: Village): Promise<void> => {
  await v.drained()
  await v.social.pusher.drain()
}
const built = (v: Village, name: string): Promise<void> => build(v.social.pusher.needs, { org: ORG, id: idOf(name) })

describeEngines('what is kept of news', (engine) => {
  it('C8.9, C-4: has an end, however much is posted, and what is cut off is still to be read', async () => {
    const v = await villageOn(engine, undefined, NEWS)
    await v.follow('bob', 'ada')
    await built(v, 'bob')
    const texts = Array.from({ length: 130 }, (_, at) => `n${at}`)
    for (const [at, text] of texts.entries()) {
      await v.say('ada', text)
      if (at % 10 !== 9) continue
      await settle(v)
      expect((await allOf(v.store, feedEntries)).length).toBeLessThanOrEqual(SIZES.cap)
    }
    expect(await v.news('bob', 50)).toEqual(texts.toReversed())
  })

  it('C8.9: is nothing for who does not come, and is built again when they do', async () => {
    const v = await villageOn(engine, undefined, NEWS)
    await v.follow('bob', 'ada')
    await built(v, 'bob')
    await v.say('ada', 'one')
    await settle(v)
    v.clock.now += 9 * DAY_MS
    while (await v.social.pusher.sweep());
    await v.social.pusher.sweep()
    await v.say('ada', 'two')
    await settle(v)
    expect([await allOf(v.store, feedEntries), await allOf(v.store, feeds)]).toEqual([[], []])
    expect(await v.news('bob')).toEqual(['two', 'one'])
    await built(v, 'bob')
    expect(await v.news('bob')).toEqual(['two', 'one'])
  })

  it('C8.9: takes no more than the newest of who is newly followed, and the rest is still to be read', async () => {
    const v = await villageOn(engine, undefined, NEWS)
    for (let at = 0; at < 8; at++) await v.say('cy', `c${at}`)
    await v.say('ada', 'a')
    await v.follow('bob', 'ada')
    await settle(v)
    await built(v, 'bob')
    await v.follow('bob', 'cy')
    await settle(v)
    const entries = (await allOf(v.store, feedEntries)).filter(({ author }) => author === idOf('cy'))
    expect(entries.length).toBeLessThanOrEqual(SIZES.backfilled)
    expect(await v.news('bob', 3)).toEqual(['a', ...Array.from({ length: 8 }, (_, at) => `c${7 - at}`)])
  })

  it('C8.6: comes once, however often it is followed and walked', async () => {
    const v = await villageOn(engine, undefined, NEWS)
    for (const name of ['bob', 'cy']) await v.follow(name, 'ada')
    await v.drained()
    for (const name of ['bob', 'cy']) await built(v, name)
    const post = await v.say('ada', 'once')
    await settle(v)
    await v.social.revise(actorOf('ada'), post, { audience: { to: 'followers', circles: [], people: [] } })
    await Promise.all([settle(v), v.social.pusher.drain(), v.social.pusher.drain()])
    await settle(v)
    expect([await v.news('bob'), await v.news('cy')]).toEqual([['once'], ['once']])
    await v.social.delete(actorOf('ada'), post)
    await settle(v)
    expect(await allOf(v.store, feedEntries)).toEqual([])
  })

  it('shows its author and the owner of a wall what waits there, as merged news do', async () => {
    const v = await villageOn(engine, undefined, NEWS)
    await v.follow('bob', 'ada')
    await v.drained()
    for (const name of ['ada', 'bob']) await built(v, name)
    await v.say('ada', 'may I?', undefined, { wall: idOf('bob') })
    await settle(v)
    expect([await v.news('ada'), await v.news('bob')]).toEqual([['may I?'], ['may I?']])
  })
})
