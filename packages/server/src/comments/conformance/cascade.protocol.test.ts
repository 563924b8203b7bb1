import { describe, expect, it } from 'vitest'
import { defineProtocol, exploreProtocol, expectBroken } from '../../../../store/src/testing/protocol.ts'
import { isWithin } from '../keys.ts'
import { commentsIn, discussionIn, drain, expectNoOrphans, followAll } from './after-a-run.ts'
import { repliesBlindly } from './blind-reply.ts'
import { type Acting, ANN, BOB, type Ended, ended, isDone, partOf, serviceOn } from './stepped-service.ts'
import { OVER_ENGINE, type Search, SEARCHES, type Seed, type World, worldsWithComment } from './stepped-worlds.ts'

type Slug = string
type Actor = (world: World & Acting) => Promise<Ended<Slug> | void>
type Results = Record<string, Ended<Slug> | void>

const deletes =
  (name: string, key: string | null = null): Actor =>
  async (world) => {
    const end = await ended(serviceOn(world, name).delete({ actor: ANN, ref: world.ref, key }, world.root))
    if (!isDone(end)) expect(end, 'a deletion is refused').toEqual({ refused: 'comment-not-found' })
  }

type Place = { elsewhere?: boolean; to?: string }

/** To the first comment, to what another writes under it, or to another comment. */
const replies =
  (name: string, { elsewhere = false, to }: Place = {}): Actor =>
  async (world) => {
    const above = to === undefined ? world.root : `${world.root}/${partOf(to)}`
    const parent = elsewhere ? OTHER : above
    const end = await ended(serviceOn(world, name).post({ actor: BOB, ref: world.ref }, { text: name, parent }))
    return isDone(end) ? { done: end.done.comment.slug } : end
  }

const consumes =
  (name: string): Actor =>
  (world) =>
    followAll(world, name)

const OTHER = 'xxxxxseed3'

/** A reply under the first comment, and another comment that nobody deletes. */
const talk: Seed = async (service, { ref, root }) => {
  await service.post({ actor: BOB, ref }, { text: 'second', parent: root })
  await service.post({ actor: BOB, ref }, { text: 'other' })
}

const cascading = (title: string, actors: Record<string, Actor>, search: Search) =>
  defineProtocol<World, Results>({
    ...OVER_ENGINE,
    ...search,
    title: `${title}, ${search.layout}`,
    setUp: worldsWithComment({ layout: search.layout, deletion: 'cascade' }, talk),
    actors,
    check: async (world, { acknowledged, crashed }) => {
      await drain(world)
      const slugs = (await commentsIn(world)).map(({ slug }) => slug)
      const under = slugs.filter((slug) => isWithin(slug, world.root))
      const posted = Object.values(acknowledged).flatMap((end) => (end && isDone(end) ? [end.done] : []))
      expectNoOrphans(await commentsIn(world))
      expect(slugs, 'a comment elsewhere is lost').toEqual(
        expect.arrayContaining([OTHER, ...posted.filter((slug) => isWithin(slug, OTHER))]),
      )
      const isDeleted = !slugs.includes(world.root)
      if (!isDeleted) expect(slugs, 'an acknowledged reply is lost').toEqual(expect.arrayContaining(posted))
      if (isDeleted) expect(under, 'something is left under the cut').toEqual([])
      if (!crashed.some((name) => name.startsWith('delete'))) expect(isDeleted, 'it is not deleted').toBe(true)
      expect(await discussionIn(world), 'a cut or a count is left').toMatchObject({ cuts: [], comments: slugs.length })
    },
  })

const cases = {
  'a reply under what is deleted': { delete: deletes('delete'), reply: replies('reply'), consume: consumes('consume') },
  'a reply to a reply under what is deleted': {
    delete: deletes('delete'),
    reply: replies('reply'),
    below: replies('below', { to: 'reply' }),
    consume: consumes('consume'),
  },
  'two tries of one deletion': {
    deleteA: deletes('deleteA', 'k'),
    deleteB: deletes('deleteB', 'k'),
    consume: consumes('consume'),
  },
  'a reply elsewhere and two consumers': {
    delete: deletes('delete'),
    reply: replies('reply', { elsewhere: true }),
    consumeA: consumes('consumeA'),
    consumeB: consumes('consumeB'),
  },
}

const FULL: Search = { layout: 'per-comment', crashes: 1, exhaustiveUpTo: 1_000, random: 100 }

describe('delete with all replies, in every order of the calls and with a crash at each', () => {
  for (const search of SEARCHES)
    it.for(Object.entries(cases))(
      `leaves nothing of it and all else: ${search.layout}, %s`,
      async ([title, actors], { annotate }) => {
        const { report } = await exploreProtocol(cascading(title, actors, search))
        await annotate(report)
      },
    )

  it('leaves a reply behind where its writer does not look again and tells nobody', async () => {
    const reply: Actor = (world) => repliesBlindly(world, 'reply', [])
    const actors = { delete: deletes('delete'), reply, consume: consumes('consume') }
    await expectBroken(cascading('a blind reply', actors, FULL), /a reply has no parent|a count is left/)
  })
})
