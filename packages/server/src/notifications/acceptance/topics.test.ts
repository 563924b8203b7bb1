import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { topicFollowings } from '../collections.ts'
import type { TopicLevel } from '../topics/model.ts'
import { actor, ADMIN, idOf } from './people.fixtures.ts'
import { BUFFER_MS, type Stage, stageOn } from './stage.fixtures.ts'

const everywhere = (what: string) => ({ centre: what, push: what, email: what })
const CHANNELS = ['centre', 'push', 'email']

/** A root, a child of it and a leaf under that, in which the discussion is; and another root. */
async function planted(stage: Stage) {
  const { topics, comments, notifications } = stage.context
  await topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  const grown = async (name: string, parent: string | null): Promise<string> =>
    (await topics.create({ actor: ADMIN }, 'main', { name, parent })).topic._id
  const root = await grown('Fruit', null)
  const child = await grown('Melons', root)
  const leaf = await grown('Water melons', child)
  const other = await grown('Roots', null)
  const put = async (topic: string): Promise<void> => {
    await comments.configure({ actor: ADMIN, ref: { discussion: stage.discussion } }, { topic })
    await stage.settled()
  }
  await put(leaf)
  const follow = (name: string, topic: string, level: TopicLevel | null) =>
    notifications.topicLevels.set(actor(name), topic, level)
  const hide = (topic: string) =>
    topics.revise({ actor: ADMIN }, topic, { change: { visibility: 'roles', roles: ['admin'] } })
  return { root, child, leaf, other, put, follow, hide, topics }
}

/** In the centre, by push and by mail. */
const heard = async (stage: Stage, name: string, device: { got: readonly unknown[] }): Promise<number[]> => [
  await stage.unread(name),
  device.got.length,
  stage.mailsTo(name).length,
]

describeEngines('a comment in a topic, all the way', (engine) => {
  it('reaches who watches the root, but not who muted what is between; of mentions only who is mentioned', async () => {
    const stage = await stageOn(engine)
    const { root, child, leaf, follow } = await planted(stage)
    const devices = { bob: await stage.browser('bob'), cy: await stage.browser('cy'), dee: await stage.browser('dee') }
    await follow('bob', root, 'watching')
    await follow('cy', root, 'watching')
    await follow('cy', child, 'muted')
    await follow('dee', root, 'watching')
    await follow('dee', leaf, 'mentions')
    const first = await stage.say('ada', 'hello')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    const all = async () => [
      await heard(stage, 'bob', devices.bob),
      await heard(stage, 'cy', devices.cy),
      await heard(stage, 'dee', devices.dee),
    ]
    expect(await all()).toEqual([
      [1, 1, 1],
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect(await stage.why(first.event, 'bob')).toEqual(everywhere('told'))
    expect(await stage.why(first.event, 'cy')).toEqual(everywhere('muted-topic'))
    expect(await stage.why(first.event, 'dee')).toEqual(everywhere('level'))
    const second = await stage.say('ada', 'hello @cy @dee')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    expect(await all()).toEqual([
      [2, 2, 2],
      [0, 0, 0],
      [1, 1, 1],
    ])
    expect(await stage.why(second.event, 'cy')).toEqual(everywhere('muted-topic'))
    expect(await stage.why(second.event, 'dee')).toEqual(everywhere('told'))
  })

  it('reaches nobody to whom the topic is hidden, neither where that was done on its way', async () => {
    const stage = await stageOn(engine)
    const { root, child, follow, hide } = await planted(stage)
    const device = await stage.browser('bob')
    await follow('bob', root, 'watching')
    await stage.pause(...CHANNELS)
    const { event } = await stage.say('ada', 'hello')
    await hide(child)
    await stage.resume(...CHANNELS)
    await stage.pass(BUFFER_MS)
    expect(await heard(stage, 'bob', device)).toEqual([0, 0, 0])
    expect(await stage.why(event, 'bob')).toEqual(everywhere('no-access'))
  })

  it('is not mailed where the topic was muted or hidden while the mail waited', async () => {
    const stage = await stageOn(engine)
    const { root, child, follow, hide } = await planted(stage)
    for (const name of ['bob', 'cy']) await follow(name, root, 'watching')
    const { event } = await stage.say('ada', 'hello')
    await stage.settled()
    expect([await stage.unread('bob'), await stage.unread('cy')]).toEqual([1, 1])
    await follow('bob', child, 'muted')
    await stage.pass(BUFFER_MS)
    expect([stage.mailsTo('bob').length, stage.mailsTo('cy').length]).toEqual([0, 1])
    expect(await stage.why(event, 'bob')).toMatchObject({ centre: 'told', email: 'muted-topic' })
    const again = await stage.say('ada', 'again')
    await stage.settled()
    await hide(root)
    await stage.pass(BUFFER_MS)
    // What they were told before is gone when they look.
    expect([stage.mailsTo('cy').length, await stage.inbox('cy'), await stage.unread('cy')]).toEqual([1, [], 0])
    expect(await stage.why(again.event, 'cy')).toMatchObject({ email: 'no-access' })
  })

  it('reaches followers of what was merged into its topic, and of where its discussion was moved', async () => {
    const stage = await stageOn(engine)
    const { child, leaf, other, put, follow, topics } = await planted(stage)
    await follow('bob', other, 'watching')
    await follow('cy', leaf, 'watching')
    await stage.say('ada', 'one')
    await stage.settled()
    expect([await stage.unread('bob'), await stage.unread('cy')]).toEqual([0, 1])
    await put(other)
    await stage.say('ada', 'two')
    await stage.settled()
    expect([await stage.unread('bob'), await stage.unread('cy')]).toEqual([1, 1])
    await topics.merge({ actor: ADMIN }, other, child)
    await stage.settled()
    await follow('cy', child, 'watching')
    await stage.say('ada', 'three')
    await stage.settled()
    expect([await stage.unread('bob'), await stage.unread('cy')]).toEqual([2, 2])
  })

  it('leaves nothing of who was erased, and what they follow is in their archive', async () => {
    const stage = await stageOn(engine)
    const { root, follow } = await planted(stage)
    await follow('bob', root, 'watching')
    const { places, store, personal } = stage.context
    const place = places.find(({ name }) => name === 'followed topics')
    const items: unknown[] = []
    for await (const item of place?.items?.({ org: 'main', id: idOf('bob') }) ?? []) items.push(item)
    expect(items).toMatchObject([{ topic: root, level: 'watching' }])
    await personal.erase(actor('bob'), idOf('bob'))
    await stage.settled()
    expect(await store.collection(topicFollowings).count({ where: { person: idOf('bob') }, atMost: 1 })).toBe(0)
  })
})
