import { describe, expect, it } from 'vitest'
import { defineProtocol, exploreProtocol, expectBroken } from '../../../../store/src/testing/protocol.ts'
import { atHome } from '../home.ts'
import type { LayoutName } from '../model.ts'
import type { Posted } from '../posting.ts'
import { ADMIN } from '../testing/ground.ts'
import { commentsIn, discussionIn, drain, told } from './after-a-run.ts'
import { type Acting, ANN, atOnce, BOB, type Ended, ended, isDone, serviceOn } from './stepped-service.ts'
import { OVER_ENGINE, type World, worldsWithComment } from './stepped-worlds.ts'

type Try = (name: string, key: string | null) => (world: World & Acting) => Promise<Ended<Posted>>
type Case = { layout: LayoutName; key?: string | null }
type Results = Record<string, Ended<unknown>>

const replies: Try = (name, key) => (world) =>
  ended(serviceOn(world, name).post({ actor: BOB, ref: world.ref, key }, { text: 'yes', parent: world.root }))

const edits: Try = (name, key) => (world) =>
  ended(serviceOn(world, name).edit({ actor: ANN, ref: world.ref, key }, { slug: world.root, text: 'better' }))

const intrudes = (world: World & Acting): Promise<Ended<Posted>> =>
  ended(serviceOn(world, 'intruder').edit({ actor: ADMIN, ref: world.ref }, { slug: world.root, text: 'no' }))

/** Two tries of one request at once; if one of them dies, the client asks a third time. */
function tries(title: string, { layout, key = 'k' }: Case, request: Try) {
  let retried: Ended<Posted>[] = []
  const worlds = worldsWithComment({ layout })
  return {
    ...OVER_ENGINE,
    title: `${title}, ${layout}`,
    setUp: () => {
      retried = []
      return worlds()
    },
    actors: { one: request('one', key), two: request('two', key) },
    recover: async (world: World) => {
      retried = [await request('retry', key)({ ...world, sleep: atOnce })]
    },
    answers: ({ one, two }: Partial<Results>) => [one, two, ...retried],
    exhaustiveUpTo: 500,
    random: 100,
  }
}

function expectOneAnswer(answers: readonly (Ended<unknown> | undefined)[]): void {
  const all = answers.filter((end) => end !== undefined)
  expect(
    all.filter((end) => !isDone(end)),
    'a try is refused',
  ).toEqual([])
  expect(new Set(all.map((end) => JSON.stringify(end))).size, 'answers differ').toBe(1)
}

const posting = (title: string, one: Case) => {
  const { answers, ...definition } = tries(title, one, replies)
  return defineProtocol<World, Results>({
    ...definition,
    check: async (world, { acknowledged }) => {
      await drain(world)
      const posted = (await commentsIn(world)).filter(({ text }) => text === 'yes')
      expect(posted, 'posted more than once').toHaveLength(1)
      expect(await told(world), 'told more than once').toEqual({ created: 2 })
      expectOneAnswer(answers(acknowledged))
      const [answer] = answers(acknowledged).filter((end) => end !== undefined)
      expect(answer, 'another comment').toMatchObject({ done: { comment: { slug: posted[0]?.slug } } })
    },
  })
}

/** While the comment is deleted as soon as it is seen; the slower try must not bring it back. */
const vanishing = (layout: LayoutName) =>
  defineProtocol<World, Results>({
    ...OVER_ENGINE,
    title: `two tries of a reply that is deleted, ${layout}`,
    setUp: worldsWithComment({ layout, deletion: 'refuse' }),
    actors: { one: replies('one', 'k'), two: replies('two', 'k'), deleter: deletesReply },
    crashes: 0,
    exhaustiveUpTo: 1_000,
    random: 100,
    check: async (world, { acknowledged: { one, two, deleter } }) => {
      const isDeleted = deleter !== undefined && isDone(deleter)
      expectOneAnswer([one, two])
      await drain(world)
      expect(await told(world)).toEqual(isDeleted ? { created: 2, removed: 1 } : { created: 2 })
      expect(await commentsIn(world), 'what was deleted is back').toHaveLength(isDeleted ? 1 : 2)
      expect(await discussionIn(world), 'miscounted').toMatchObject({ comments: isDeleted ? 1 : 2 })
    },
  })

async function deletesReply(world: World & Acting): Promise<Ended<unknown>> {
  const service = serviceOn(world, 'deleter')
  const { layout, place } = atHome(service.needs.homes, await service.discussion(world.ref))
  const [, reply] = await layout.list(place, 'threaded', { limit: 2 })
  return ended(service.delete({ actor: BOB, ref: world.ref }, reply?.slug ?? 'none'))
}

/** While somebody else edits the same comment. */
const editing = (title: string, one: Case) => {
  const { answers, actors, ...definition } = tries(title, one, edits)
  return defineProtocol<World, Results>({
    ...definition,
    actors: { ...actors, intruder: intrudes },
    mayCrash: ['one', 'two'],
    check: async (world, { acknowledged }) => {
      const [comment] = await commentsIn(world)
      expect(await told(world), 'edited more than once').toEqual({ created: 1, edited: 2 })
      expect(comment).toMatchObject({ rev: 3, history: [{ text: 'first' }, {}], changes: { length: 3 } })
      expectOneAnswer(answers(acknowledged))
    },
  })
}

/** Another request under the same key, at the same time: one of them is done, the other is refused. */
const clashing = (layout: LayoutName) =>
  defineProtocol<World, Results>({
    ...OVER_ENGINE,
    title: `two requests under one key, ${layout}`,
    setUp: worldsWithComment({ layout }),
    actors: {
      yes: replies('one', 'k'),
      no: (world) =>
        ended(
          serviceOn(world, 'two').post({ actor: BOB, ref: world.ref, key: 'k' }, { text: 'no', parent: world.root }),
        ),
    },
    check: async (world, { acknowledged, crashed }) => {
      const ends = [acknowledged['yes'], acknowledged['no']].filter((end) => end !== undefined)
      const refused = ends.filter((end) => !isDone(end))
      expect(ends.filter(isDone).length, 'both are done').toBeLessThan(2)
      expect(refused, 'refused for another reason').toEqual(refused.map(() => ({ refused: 'key-reused' })))
      if (crashed.length === 0) expect(refused, 'none is refused').toHaveLength(1)
      expect((await commentsIn(world)).length, 'both are posted').toBeLessThan(3)
    },
  })

const LAYOUTS = ['per-comment', 'embedded'] as const

describe('a request under an Idempotency-Key, in every order of the calls and with a crash at each', () => {
  it.for(LAYOUTS)('posts once and gives one answer: %s', async (layout, { annotate }) => {
    const { report } = await exploreProtocol(posting('two tries of a reply', { layout }))
    await annotate(report)
  })

  it.for(LAYOUTS)('posts nothing again that was deleted: %s', async (layout, { annotate }) => {
    const { report } = await exploreProtocol(vanishing(layout))
    await annotate(report)
  })

  it.for(LAYOUTS)('edits once and gives one answer, while another edits: %s', async (layout, { annotate }) => {
    const { report } = await exploreProtocol(editing('two tries of an edit', { layout }))
    await annotate(report)
  })

  it.for(LAYOUTS)('refuses another request under the same key: %s', async (layout, { annotate }) => {
    const explored = await exploreProtocol(clashing(layout))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('posts and edits twice where nothing is reserved', async () => {
    const unreserved = { layout: 'per-comment', key: null } as const
    await expectBroken(posting('fresh names at each try of a reply', unreserved), /posted more than once/)
    await expectBroken(
      editing('fresh names at each try of an edit', unreserved),
      /(edited more than once|answers differ)/,
    )
  })
})
