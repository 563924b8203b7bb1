import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { CHANNELS } from '../model.ts'
import { actor, type Ground, groundOn, idOf } from '../audience/audience.fixtures.ts'

const FOREST = { a: {}, b: { parent: 'a' }, c: { parent: 'b' }, d: {} }
const MAY = actor('may', 'moderator')

describeEngines('who is told of what is in a topic', (engine) => {
  const ground = async (): Promise<Ground> => {
    const g = await groundOn(engine)
    g.world.forest = FOREST
    await g.place('c')
    return g
  }
  const why = async (g: Ground, event: string, name: string): Promise<unknown[]> => {
    const { channels } = await g.explainer.explain(MAY, { event, user: idOf(name) })
    return [...new Set(channels.map(({ why: one, state }) => one ?? state))]
  }

  it('are those who watch it or one above it, each once', async () => {
    const g = await ground()
    for (const key of ['a', 'b', 'c']) await g.topicLevel('bob', key, 'watching')
    await g.topicLevel('cy', 'a', 'watching')
    await g.topicLevel('dee', 'd', 'watching')
    const { event } = await g.say('ada', 'hello')
    expect(await g.candidates(event)).toHaveLength(2)
    expect(await g.told(event)).toEqual({ bob: 'watching', cy: 'watching' })
    expect(await why(g, event, 'dee')).toEqual(['not-involved'])
  })

  it('are not those who have chosen something else nearer by, and it is said why', async () => {
    const g = await ground()
    await g.choose('bob', { elsewhere: 'watching' })
    await g.topicLevel('bob', 'b', 'muted')
    for (const name of ['cy', 'dee', 'may']) await g.topicLevel(name, 'a', 'watching')
    await g.topicLevel('cy', 'c', 'mentions')
    await g.topicLevel('dee', 'b', 'muted')
    await g.level('may', 'muted')
    const { event } = await g.say('ada', 'hello')
    expect(await g.told(event)).toEqual({})
    expect([await why(g, event, 'bob'), await why(g, event, 'cy')]).toEqual([['muted-topic'], ['level']])
    expect([await why(g, event, 'dee'), await why(g, event, 'may')]).toEqual([['muted-topic'], ['muted-discussion']])
    await g.topicLevel('cy', 'c', null)
    expect(await why(g, event, 'cy')).toEqual(['joined-later'])
  })

  it('a mute wins over taking part, a reply and a mention; a level of the discussion wins over it', async () => {
    const g = await ground()
    const { slug } = await g.say('bob', 'first')
    await g.say('cy', 'second')
    for (const name of ['bob', 'cy', 'dee']) await g.topicLevel(name, 'b', 'muted')
    await g.level('cy', 'participating')
    const { event } = await g.say('ada', 'reply to @dee', slug)
    expect(await g.told(event)).toEqual({
      bob: 'reply - muted-topic',
      dee: 'mention - muted-topic',
      cy: 'participating',
    })
    expect(await why(g, event, 'bob')).toEqual(['muted-topic'])
  })

  it('of those who want mentions only, who is mentioned', async () => {
    const g = await ground()
    await g.say('bob', 'first')
    for (const name of ['bob', 'cy']) await g.topicLevel(name, 'a', 'mentions')
    const { event } = await g.say('ada', 'hello @cy')
    expect(await g.told(event)).toEqual({ bob: 'participating - level', cy: 'mention' })
  })

  it('are followers of what was merged, once it was; and those of where the discussion is now', async () => {
    const g = await ground()
    await g.topicLevel('bob', 'd', 'watching')
    await g.topicLevel('cy', 'c', 'watching')
    g.world.forest = { ...FOREST, d: { heir: 'b' } }
    expect(await g.told((await g.say('ada', 'merged')).event)).toEqual({ bob: 'watching', cy: 'watching' })
    g.world.forest = FOREST
    await g.place('d')
    expect(await g.told((await g.say('ada', 'moved')).event)).toEqual({ bob: 'watching' })
  })

  it('are none who may not see the topic, whatever concerns them', async () => {
    const g = await ground()
    for (const name of ['bob', 'may']) await g.topicLevel(name, 'a', 'watching')
    const { event } = await g.say('ada', 'hello @cy')
    g.world.forest = { ...FOREST, b: { parent: 'a', roles: ['moderator'] } }
    expect(await g.told(event)).toEqual({
      bob: 'watching - no-access',
      cy: 'mention - no-access',
      may: 'watching',
    })
  })

  it.each([
    ['muted', 'muted-topic', (g: Ground) => g.topicLevel('bob', 'c', 'muted')],
    ['left', 'level', (g: Ground) => g.topicLevel('bob', 'a', null)],
    ['moved away', 'level', (g: Ground) => g.place('d')],
    ['hidden', 'no-access', async (g: Ground) => (g.world.forest = { ...FOREST, a: { roles: ['admin'] } })],
  ] as const)('at the moment of sending: a topic that is %s meanwhile', async (_, skip, change) => {
    const g = await ground()
    await g.topicLevel('bob', 'a', 'watching')
    const { event } = await g.say('ada', 'hello')
    expect(await g.told(event)).toEqual({ bob: 'watching' })
    expect(await Promise.all(CHANNELS.map((one) => g.check(event, 'bob', one)))).toEqual([null, null, null])
    await change(g)
    expect(await Promise.all(CHANNELS.map((one) => g.check(event, 'bob', one)))).toEqual([skip, skip, skip])
  })

  it('are looked at a page at a time, in every topic of the line', async () => {
    const g = await ground()
    g.needs.page = 2
    const many = Array.from({ length: 9 }, (_, at) => `u${at}`)
    await g.people.upsert(
      'org1',
      many.map((id) => ({ id, username: id })),
    )
    for (const [at, name] of many.entries())
      for (const key of ['a', 'b', 'c'].slice(at % 3)) await g.topicLevel(name, key, 'watching')
    const { event } = await g.say('ada', 'hello @bob')
    const found = (await g.candidates(event)).map(({ person }) => person)
    expect([found.length, new Set(found)]).toEqual([10, new Set([...many, 'bob'].map(idOf))])
  })
})
