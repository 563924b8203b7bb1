import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { actor, type Ground, groundOn, idOf } from '../audience/audience.fixtures.ts'
import { idOfTopic } from './forest.fixtures.ts'
import { topicPlaces } from './places.ts'

const CY = actor('cy')
const FOREST = { a: {}, b: { parent: 'a' }, c: { parent: 'b' }, d: { parent: 'a' } }

describeEngines('levels of topics', (engine) => {
  const ground = async (): Promise<Ground> => {
    const g = await groundOn(engine)
    g.world.forest = FOREST
    return g
  }
  const levelOf = async (g: Ground, topic: string) => {
    const { level, chosen, from, topic: here } = await g.topicLevels.levelOf(CY, idOfTopic(topic))
    return { topic: here.key, level, chosen, from: from?.key ?? null }
  }
  const listed = async (g: Ground) => {
    const { standings } = await g.topicLevels.list(CY, { limit: 10, cursor: null })
    return standings.map(({ topic, chosen }) => [topic.key, chosen])
  }

  it('hold for those below, until something is chosen there; null goes back', async () => {
    const g = await ground()
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: null, chosen: null, from: null })
    await g.topicLevel('cy', 'a', 'watching')
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'watching', chosen: null, from: 'a' })
    await g.topicLevel('cy', 'b', 'muted')
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'muted', chosen: null, from: 'b' })
    expect(await levelOf(g, 'd')).toEqual({ topic: 'd', level: 'watching', chosen: null, from: 'a' })
    await g.topicLevel('cy', 'c', 'mentions')
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'mentions', chosen: 'mentions', from: null })
    await g.topicLevel('cy', 'c', null)
    await g.topicLevel('cy', 'b', null)
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'watching', chosen: null, from: 'a' })
  })

  it('go over to the heir without being copied, and come back with the topic', async () => {
    const g = await ground()
    await g.topicLevel('cy', 'b', 'watching')
    g.world.forest = { ...FOREST, b: { parent: 'a', heir: 'd' }, c: { parent: 'd' } }
    expect(await levelOf(g, 'b')).toEqual({ topic: 'd', level: 'watching', chosen: 'watching', from: null })
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'watching', chosen: null, from: 'd' })
    expect(await listed(g)).toEqual([['d', 'watching']])
    expect(await g.needs.topicFollowings.count({ where: {}, atMost: 10 })).toBe(1)
    g.world.forest = FOREST
    expect([await levelOf(g, 'b'), await levelOf(g, 'd')]).toMatchObject([{ chosen: 'watching' }, { level: null }])
  })

  it('of the heir itself outweigh those of what was merged into it; to leave is to leave all of them', async () => {
    const g = await ground()
    await g.topicLevel('cy', 'b', 'watching')
    await g.topicLevel('cy', 'd', 'muted')
    g.world.forest = { ...FOREST, b: { parent: 'a', heir: 'd' } }
    expect([await levelOf(g, 'd'), await listed(g)]).toMatchObject([{ level: 'muted' }, [['d', 'muted']]])
    await g.topicLevel('cy', 'b', null)
    expect([await levelOf(g, 'd'), await listed(g)]).toMatchObject([{ level: null, chosen: null }, []])
  })

  it.each([
    ['b', 'd'],
    ['d', 'b'],
  ])('of several that were merged the last choice holds: %s, then %s', async (first, last) => {
    const g = await ground()
    await g.topicLevel('cy', first, 'watching')
    await g.topicLevel('cy', last, 'muted')
    g.world.forest = { a: {}, b: { heir: 'a' }, c: { parent: 'a' }, d: { heir: 'a' } }
    expect(await levelOf(g, 'c')).toEqual({ topic: 'c', level: 'muted', chosen: null, from: 'a' })
    expect(await listed(g)).toEqual([['a', 'muted']])
  })

  it('are listed by cursor, the last chosen first, without what is gone or hidden', async () => {
    const g = await ground()
    for (const key of ['a', 'b', 'c', 'd']) await g.topicLevel('cy', key, 'watching')
    await g.topicLevel('cy', 'a', 'muted')
    const first = await g.topicLevels.list(CY, { limit: 3, cursor: null })
    const second = await g.topicLevels.list(CY, { limit: 3, cursor: first.next })
    const keys = [first, second].map(({ standings }) => standings.map(({ topic }) => topic.key))
    expect([keys, second.next]).toEqual([[['a', 'd', 'c'], ['b']], null])
    g.world.forest = { ...FOREST, b: { parent: 'a', roles: ['admin'] }, d: { parent: 'a', heir: null } }
    expect(await listed(g)).toEqual([['a', 'muted']])
  })

  it('of what is hidden are those of what never was; what is gone says so', async () => {
    const g = await ground()
    g.world.forest = { ...FOREST, b: { parent: 'a', roles: ['moderator'] }, d: { parent: 'a', heir: null } }
    const missing = await g.topicLevel('cy', 'nowhere', 'muted').catch((error: unknown) => error)
    expect(missing).toMatchObject({ code: 'topic-not-found' })
    for (const key of ['b', 'c']) await expect(g.topicLevel('cy', key, 'muted')).rejects.toEqual(missing)
    await expect(levelOf(g, 'c')).rejects.toEqual(missing)
    await expect(g.topicLevel('cy', 'd', 'muted')).rejects.toMatchObject({ code: 'topic-gone' })
    const other = { ...CY, org: 'other' }
    await expect(g.topicLevels.levelOf(other, idOfTopic('a'))).rejects.toEqual(missing)
    await expect(g.topicLevels.set({ ...CY, kind: 'guest' }, idOfTopic('a'), 'muted')).rejects.toThrow('sign in')
  })

  it('decide in a discussion where nothing was chosen for it', async () => {
    const g = await ground()
    await g.place('c')
    await g.topicLevel('cy', 'b', 'muted')
    const ref = { discussion: g.discussion }
    const inTopic = { level: 'muted', chosen: null, fromTopic: idOfTopic('b') }
    expect(await g.levels.levelOf(CY, ref)).toMatchObject(inTopic)
    expect(await g.level('cy', 'watching')).toMatchObject({ level: 'watching', chosen: 'watching', fromTopic: null })
    expect(await g.level('cy', null)).toMatchObject(inTopic)
  })

  it('are exported and erased, also what comes late', async () => {
    const g = await ground()
    await g.topicLevel('cy', 'a', 'watching')
    await g.topicLevel('cy', 'b', 'muted')
    const [place] = topicPlaces(g.needs)
    const whose = { org: 'org1', id: idOf('cy') }
    const items = async () => {
      const found: unknown[] = []
      for await (const item of place?.items?.(whose) ?? []) found.push(item)
      return found
    }
    expect(await items()).toMatchObject([
      { topic: idOfTopic('a'), level: 'watching' },
      { topic: idOfTopic('b'), level: 'muted' },
    ])
    await place?.erase({ ...whose, seq: 1, late: false })
    expect(await items()).toEqual([])
    await g.people.erase(CY, CY.id)
    await g.topicLevel('cy', 'a', 'watching')
    expect(await items()).toEqual([])
  })
})
