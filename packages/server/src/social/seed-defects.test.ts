import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { follows, posts } from './collections.ts'
import { allOf } from './testing/recounting.ts'
import { refOf } from './testing/performing.ts'
import { actorOf, idOf, toChosen, toCircles, toFollowers, villageOn } from './testing/village.ts'

/** What an earlier design of such a service did wrong; C-1 and C-6 are with what always holds. */
describeEngines('what went wrong elsewhere', (engine) => {
  it('C-2, C-3: a comment goes to the one post that it is on, and makes no other', async () => {
    const v = await villageOn(engine)
    const [one, two] = [await v.say('ada', 'one'), await v.say('ada', 'two')]
    for (const text of ['a', 'b', 'c', 'd']) await v.comments.post({ actor: actorOf('bob'), ref: refOf(one) }, { text })
    await v.drained()
    expect(await v.comments.counts(actorOf('cy'), [refOf(one), refOf(two)])).toEqual([4, null])
    expect((await allOf(v.store, posts)).map(({ _id }) => _id).toSorted()).toEqual([one, two].toSorted())
    await expect(
      v.comments.post({ actor: actorOf('bob'), ref: refOf('no-such-post') }, { text: 'x' }),
    ).rejects.toMatchObject({ code: 'discussion-not-found' })
  })

  it('C-5: who is in a circle is asked by the circle, not by what it is called', async () => {
    const v = await villageOn(engine)
    const { circles } = v.social
    for (const key of ['name', 'circles']) await circles.create(actorOf('ada'), { key, name: key })
    await v.follow('bob', 'ada')
    await circles.add(actorOf('ada'), 'name', idOf('cy'))
    const [all, other] = [await v.say('ada', 'x', toCircles), await v.say('ada', 'y', toChosen('circles'))]
    expect(await Promise.all(['bob', 'cy'].map((name) => v.sees(name, all)))).toEqual([false, true])
    expect(await Promise.all(['bob', 'cy'].map((name) => v.sees(name, other)))).toEqual([false, false])
  })

  it('C-7: any name is the name of a circle', async () => {
    const v = await villageOn(engine)
    const { circles } = v.social
    const names = ['$set', 'a.b', '__proto__', 'constructor', '🎈', ' ', 'a\u0000b', '$', '.', 'ａ', '"', '0']
    for (const [at, name] of names.entries()) {
      await circles.create(actorOf('ada'), { key: `k${at}`, name })
      await circles.add(actorOf('ada'), `k${at}`, idOf('bob'))
    }
    expect((await circles.list(actorOf('ada'))).map(({ name }) => name)).toEqual(names)
    expect(await circles.with(actorOf('ada'), idOf('bob'))).toHaveLength(names.length)
    expect(await v.sees('bob', await v.say('ada', 'x', toChosen('k2')))).toBe(true)
    await circles.remove(actorOf('ada'), 'k2')
    expect(await circles.with(actorOf('ada'), idOf('bob'))).not.toContain('k2')
  })

  it('C-8: each follow is a document of its own, and a block acts in news, also on what was there before', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `p${at}`)
    const v = await villageOn(engine, ['ada', ...names])
    await v.say('ada', 'before')
    await Promise.all(names.map((name) => v.follow(name, 'ada')))
    await v.drained()
    const edges = await allOf(v.store, follows)
    expect(edges).toHaveLength(30)
    expect(Math.max(...edges.map((edge) => JSON.stringify(edge).length))).toBeLessThan(300)
    expect(await v.news('p1')).toEqual(['before'])
    await v.block('ada', 'p1')
    expect([await v.news('p1'), await v.wall('p1', 'ada')]).toEqual([[], []])
    expect(await v.news('p2')).toEqual(['before'])
  })

  it('C-9: deleting, editing, another audience, unfollowing and another name show everywhere at once', async () => {
    const v = await villageOn(engine)
    await v.follow('bob', 'ada')
    const [one, two, three] = [await v.say('ada', 'one'), await v.say('ada', 'two'), await v.say('ada', 'three')]
    await v.social.delete(actorOf('ada'), one)
    await v.social.revise(actorOf('ada'), two, { text: 'two, edited' })
    expect(await v.news('bob')).toEqual(['three', 'two, edited'])
    await v.social.revise(actorOf('ada'), three, { audience: toFollowers })
    expect(await v.wall('cy', 'ada')).toEqual(['two, edited'])
    await v.people.tell({ org: 'org1', hostId: 'ada', name: 'Lady Ada' }, v.clock.now + 1)
    const { posts: news } = await v.social.news(actorOf('bob'), { before: null, limit: 5 })
    expect(new Set(news.map(({ author }) => author.name))).toEqual(new Set(['Lady Ada']))
    await v.unfollow('bob', 'ada')
    expect([await v.news('bob'), await v.wall('bob', 'ada')]).toEqual([[], ['two, edited']])
  })
})
