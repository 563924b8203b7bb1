import type { NewEvent } from '@palaver/store'
import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { trees } from '../categories/collections.ts'
import { topicId } from '../categories/ids.ts'
import { OPERATIONS, type Tree } from '../categories/model.ts'
import { EVENT_TYPES } from './model.ts'
import { ADMIN, receiver, type Scene, scene } from './webhooks.fixtures.ts'

const TREE = 'tree1'
const AT = '2026-01-01T00:00:00.000Z'

/** Tells of an operation as a tree does, with a write to it. */
async function decided({ ground: { store } }: Scene, op: string, topics: object[]): Promise<void> {
  const after = { tree: 'main', version: 2, kind: op, topics, more: 3 } as unknown as NonNullable<NewEvent['after']>
  const event = { _id: `e-${op}`, org: ADMIN.org, subject: TREE, type: 'topic', op, at: AT, actor: ADMIN, after }
  await store
    .collection(trees)
    .update(
      { _id: TREE },
      { $inc: { rev: 1 }, $setOnInsert: { org: ADMIN.org, key: 'main' } as Partial<Tree> },
      { upsert: true, events: [{ ...event, actor: { id: ADMIN.id, name: ADMIN.name } }] },
    )
}

const bodies = (received: readonly { body: string }[]): ReturnType<typeof JSON.parse>[] =>
  received.map(({ body }) => JSON.parse(body))

test('every operation of a tree has a kind of its own', () => {
  const named = EVENT_TYPES.filter((type) => type.startsWith('topic.'))
  expect(named).toEqual(OPERATIONS.map((op) => `topic.${op}`))
})

describeEngines('webhooks of topics', (engine) => {
  test('what is decided is told to who wants it, with topics named as they are outside', async () => {
    const [all, some] = [await receiver(), await receiver()]
    const here = await scene(engine)
    await here.webhooks.endpoints.create(ADMIN, { url: all.url })
    await here.webhooks.endpoints.create(ADMIN, { url: some.url, types: ['topic.merged'] })
    const moved = { key: 'b', isNew: false, set: { parent: 'a', slug: 'bee', order: 'x', since: 2, rev: 2 } }
    const merged = { key: 'c', isNew: false, set: { retired: { at: AT, operation: 'o', heir: 'b' } } }
    await decided(here, 'moved', [moved])
    await decided(here, 'merged', [merged])
    await decided(here, 'counted', [])
    await here.sent()
    const [a, b, c] = ['a', 'b', 'c'].map((key) => topicId(TREE, key))
    const told = [
      {
        type: 'topic.moved',
        timestamp: AT,
        data: {
          operation: 'move',
          tree: 'main',
          version: 2,
          topics: [{ id: b, isNew: false, set: { parent: a, slug: 'bee', rev: 2 } }],
          more: 3,
        },
      },
      {
        type: 'topic.merged',
        timestamp: AT,
        data: {
          operation: 'merge',
          tree: 'main',
          version: 2,
          topics: [{ id: c, isNew: false, set: { retired: { at: AT, heir: b } } }],
          more: 3,
        },
      },
    ]
    expect(bodies(all.received)).toEqual(expect.arrayContaining(told))
    expect([all.received.length, bodies(some.received)]).toEqual([2, told.slice(1)])
  })
})
