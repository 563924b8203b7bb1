import { expect, it } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { ADMIN, ORG } from '../../comments/testing/ground.ts'
import { addTopic } from '../changes/create.ts'
import { Draft } from '../changes/draft.ts'
import { BY_ADMIN, idOf, MAIN, topicsOn, treeGround, type TreeGround } from '../testing/ground.ts'
import type { Plan } from './operate.ts'

async function toldIn({ store }: TreeGround) {
  const { events } = store
  return events.read({ partition: events.partitionOf(ORG), subject: MAIN, after: 0, limit: 100 })
}

const many =
  (number: number, description: string): Plan =>
  (snapshot) => {
    const draft = new Draft(snapshot)
    for (let at = 0; at < number; at++)
      addTopic(draft, { key: `n${at}`, topic: { name: 'N', description }, at: '2026-01-01T00:00:00.000Z' })
    return draft.planned('imported')
  }

it('tells of a change with the change; of what is too much only how much it is', async () => {
  const ground = await treeGround(sqliteInMemory.open)
  await ground.topics.run(ADMIN, { tree: MAIN, id: 'long', plan: many(90, 'long '.repeat(4_000)) })
  await ground.topics.revise(BY_ADMIN, idOf('n1'), { change: { name: 'M' } })
  const [imported, renamed] = await toldIn(ground)
  expect(imported).toMatchObject({ _id: 'long', type: 'topic', op: 'imported', after: { version: 1, more: 81 } })
  expect(renamed).toMatchObject({ op: 'changed', after: { version: 2, more: 0, topics: [{ key: 'n1' }] } })
  await ground.close()
})

it('an operation that is asked for twice is done once, and one that changes nothing is none', async () => {
  const ground = await treeGround(sqliteInMemory.open)
  for (const topics of [ground.topics, topicsOn(ground.store, 'again')])
    await topics.run(ADMIN, { tree: MAIN, id: 'once', plan: many(3, '') })
  await ground.topics.revise(BY_ADMIN, idOf('n0'), { change: { name: 'N' } })
  const command = { ...BY_ADMIN, idempotencyKey: 'key' }
  const [one, two] = [
    await ground.topics.create(command, 'main', { name: 'K' }),
    await ground.topics.create(command, 'main', { name: 'K' }),
  ]
  expect(two.topic).toEqual(one.topic)
  expect(await toldIn(ground)).toHaveLength(2)
  expect((await ground.topics.snapshots.of(MAIN)).topics.size).toBe(4)
  await ground.close()
})

it('what somebody has seen an older state of is not overwritten, if they say so', async () => {
  const ground = await treeGround(sqliteInMemory.open)
  const { topic } = await ground.topics.create(BY_ADMIN, 'main', { name: 'A' })
  await ground.topics.revise(BY_ADMIN, topic._id, { change: { name: 'B' }, revs: [topic.rev] })
  const late = ground.topics.revise(BY_ADMIN, topic._id, { change: { name: 'C' }, revs: [topic.rev] })
  await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile' })
  await ground.close()
})
