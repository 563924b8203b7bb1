import { expect, test } from 'vitest'
import { all, ground } from './testing/ground.ts'
import {
  addTopic,
  changeTopic,
  changeTopicTree,
  createTopicTree,
  deleteTopic,
  discussionsIn,
  findTopics,
  mergeTopic,
  myTopic,
  restoreTopic,
  startDiscussion,
  topic,
  topicAt,
  topics,
  topicTree,
  topicTrees,
} from './topics.ts'

const tree = 'main'

test('a tree is arranged, read, found and followed to where it went', async () => {
  const { as, token } = await ground()
  const [admin, reader] = [await as(null, { token: await token('eve', 'admin') }), await as(null)]
  await createTopicTree(admin, { key: tree, name: 'Topics' })
  await changeTopicTree(admin, { tree, rev: 1, name: 'All topics' })
  expect(await topicTrees(reader)).toMatchObject([{ key: tree, name: 'All topics' }])
  const music = await addTopic(admin, { tree, name: 'Music' })
  const rock = await addTopic(admin, { tree, name: 'Rock', parent: music.id, locales: { de: { name: 'Rockmusik' } } })
  expect(await all(topics(reader, { tree, limit: 1 }))).toMatchObject([{ id: music.id, children: 1 }])
  expect(await all(topics(reader, { tree, parent: music.id, locale: 'de' }))).toMatchObject([{ name: 'Rockmusik' }])
  expect(await findTopics(reader, { tree, q: 'rockm' })).toMatchObject([{ breadcrumb: [{ id: music.id }] }])
  await changeTopic(admin, { id: music.id, rev: 1, name: 'Sound' })
  expect((await topicAt(reader, { tree, path: 'music/rock' })).topic.path).toBe('sound/rock')
  await expect(changeTopic(admin, { id: music.id, rev: 1, name: 'Noise' })).rejects.toMatchObject({
    problem: { code: 'changed-meanwhile' },
  })
  await mergeTopic(admin, { id: rock.id, into: music.id })
  expect((await topic(reader, { id: rock.id })).topic.id).toBe(music.id)
  await restoreTopic(admin, { id: rock.id })
  await deleteTopic(admin, { id: music.id, how: 'cascade' })
  expect((await topicTree(reader, tree)).topics).toBe(0)
})

test('a discussion is started in a topic, and listed there', async () => {
  const { as, token } = await ground()
  const [admin, ada] = [await as(null, { token: await token('eve', 'admin') }), await as('ada')]
  await createTopicTree(admin, { key: tree, name: 'Topics' })
  const { id } = await addTopic(admin, { tree, name: 'Music' })
  expect(await myTopic(ada, id)).toEqual({ mayStart: true, mayArrange: false })
  const started = await startDiscussion(ada, { id, title: 'Which song?', text: 'Say it.' })
  await expect
    .poll(() => all(discussionsIn(ada, { id, sort: 'newest' })))
    .toMatchObject([{ id: started.discussion, title: 'Which song?' }])
})
