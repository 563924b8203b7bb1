import { createStore, type NewEvent } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { type Order, ORDERS } from '../../model.ts'
import { instant, slugsOf } from '../conformance/conversation.ts'
import type { Layout } from '../layout.ts'
import { placeIn, TINY } from './hybrid.fixtures.ts'
import { hybridLayout } from './hybrid.ts'
import { type Acting, at, openEmpty, worldOf } from './protocol.fixtures.ts'

const place = placeIn('threaded')

function layoutOf(acting: Acting): Layout {
  const world = worldOf(acting)
  return hybridLayout(createStore(acting.engine, world), world, TINY)
}

const created = (number: number): NewEvent => ({
  _id: `created ${number}`,
  org: 'org',
  subject: 'd',
  type: 'comment',
  op: 'created',
  at: instant(0),
})

const post =
  (number: number) =>
  (world: Acting): Promise<unknown> =>
    layoutOf(world).insert(place, at(number), [created(number)])

const remove =
  (number: number) =>
  (world: Acting): Promise<unknown> =>
    layoutOf(world).change(place, at(number).slug, () => ({ remove: true, events: [] }))

type Actors = Record<string, (world: Acting) => Promise<unknown>>

const posting = (title: string, actors: Actors) =>
  defineProtocol({
    title,
    setUp: async () => ({ engine: await openEmpty() }),
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend', 'settle'],
    actors,
    fingerprint: ({ engine }) => contentsOf(engine),
    check: async ({ engine }, { acknowledged }) => {
      const layout = layoutOf({ engine, sleep: async () => {} })
      const seen = async (order: Order) => slugsOf(await layout.list(place, order, { limit: 9 }))
      const sure = Object.keys(acknowledged).flatMap((name) =>
        name.includes('post') ? [at(Number(name.at(-1))).slug] : [],
      )
      const isRemoved = 'remove1' in actors
      for (const order of ORDERS) {
        const found = await seen(order)
        expect(found, 'a comment is there twice').toEqual([...new Set(found)].toSorted())
        const must = sure.filter((slug) => !isRemoved || slug !== at(1).slug)
        expect(found, 'an acknowledged comment is lost').toEqual(expect.arrayContaining(must))
      }
      const { events } = await contentsOf(engine)
      expect(events.length, 'an event is told twice').toBe(new Set(events.map(({ _id }) => _id)).size)
    },
  })

describe('posting, in every order of the calls and with a crash at each', { timeout: 300_000 }, () => {
  it('trap 5: two first comments are on one page, in both orders', async ({ annotate }) => {
    const explored = await exploreProtocol(posting('two first comments', { post1: post(1), post2: post(2) }))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('a repeated post finds itself', async ({ annotate }) => {
    const actors = { post1: post(1), again_post1: post(1) }
    const explored = await exploreProtocol(posting('a post and its repeat', actors))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('a comment is removed while others are posted', async ({ annotate }) => {
    const actors = { post1: post(1), post2: post(2), remove1: remove(1) }
    const explored = await exploreProtocol(posting('two posts and a removal', actors))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })
})
