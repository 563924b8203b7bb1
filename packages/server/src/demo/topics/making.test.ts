import { expect, test } from 'vitest'
import { testContext } from '../../testing/test-context.ts'
import { EDITOR, ORG } from '../people.ts'
import { makeTopics } from './making.ts'
import { everyTopic } from './sample.ts'
import { SAMPLE_TOPICS, sampleTopic, TREE } from './tree.ts'

test('the tree is made once, with names in other languages, and what visitors did to it stays', async () => {
  const { topics, accounts } = await testContext()
  await accounts.ensureFirst()
  await makeTopics(topics)
  const first = await topics.tree(ORG, TREE)
  const samples = [...everyTopic(SAMPLE_TOPICS)]
  expect(samples.length).toBeGreaterThanOrEqual(25)
  expect(samples.length).toBeLessThanOrEqual(40)
  expect(first.topics.size).toBe(samples.length)
  const depths = [...first.topics.values()].map(({ depth }) => depth)
  expect(Math.max(...depths)).toBe(2)
  const bread = await sampleTopic(topics, 'bread')
  await topics.revise({ actor: EDITOR }, bread ?? '', { change: { name: 'Loaves' } })

  await makeTopics(topics)
  const again = await topics.tree(ORG, TREE)
  expect(again.topics.size).toBe(samples.length)
  expect(again.byRef('demo:bread')?.name).toBe('Loaves')
  expect(again.byRef('demo:telephone-boxes')).toMatchObject({ name: 'Telephone boxes', slug: 'telephone-boxes' })
  expect(again.byRef('demo:horoscopes')?.retired).not.toBeNull()
})
