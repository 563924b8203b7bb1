import { describe, expect, it } from 'vitest'
import { defineProtocol, exploreProtocol, expectBroken } from '../../../../store/src/testing/protocol.ts'
import { ancestorsOf } from '../keys.ts'
import { commentsIn, drain, expectNoOrphans } from './after-a-run.ts'
import { repliesBlindly } from './blind-reply.ts'
import { type Acting, ANN, BOB, type Ended, ended, isDone, partOf, serviceOn } from './stepped-service.ts'
import { OVER_ENGINE, type Search, SEARCHES, type World, worldsWithComment } from './stepped-worlds.ts'

type Slug = string
type End = Ended<Slug> & { deletes?: true }
type Actor = (world: World & Acting) => Promise<End>

const deletes =
  (name: string, key: string | null = null): Actor =>
  async (world) => {
    const end = await ended(serviceOn(world, name).delete({ actor: ANN, ref: world.ref, key }, world.root))
    return isDone(end) ? { done: world.root, deletes: true } : { ...end, deletes: true }
  }

/** To the first comment, or to what another writes under it. */
const replies =
  (name: string, to?: string): Actor =>
  async (world) => {
    const parent = to === undefined ? world.root : `${world.root}/${partOf(to)}`
    const end = await ended(serviceOn(world, name).post({ actor: BOB, ref: world.ref }, { text: name, parent }))
    return isDone(end) ? { done: end.done.comment.slug } : end
  }

const refusing = (title: string, actors: Record<string, Actor>, search: Search) =>
  defineProtocol<World, Record<string, End>>({
    ...OVER_ENGINE,
    ...search,
    title: `${title}, ${search.layout}`,
    setUp: worldsWithComment({ layout: search.layout, deletion: 'refuse' }),
    actors,
    check: async (world, { acknowledged }) => {
      const ends = Object.values(acknowledged).filter((end) => end !== undefined)
      const posted = ends.flatMap((end) => (isDone(end) && end.deletes === undefined ? [end.done] : []))
      const before = await slugsIn(world)
      expect(before, 'an acknowledged reply is not there').toEqual(expect.arrayContaining(posted))
      const parents = posted.flatMap((slug) => ancestorsOf(slug))
      expect(before, 'a reply is acknowledged under a removed parent').toEqual(expect.arrayContaining(parents))
      const deletions = ends.filter((end) => end.deletes === true)
      if (before.includes(world.root))
        expect(deletions.filter(isDone), 'a deletion was acknowledged and did not happen').toEqual([])
      else expect(deletions.filter(wasRefused), 'a deletion was refused and happened').toEqual([])
      await drain(world)
      expectNoOrphans(await commentsIn(world))
      expect(await slugsIn(world), 'an acknowledged reply went later').toEqual(expect.arrayContaining(posted))
    },
  })

const slugsIn = async (world: World): Promise<Slug[]> => (await commentsIn(world)).map(({ slug }) => slug)
const wasRefused = (end: End): boolean => !isDone(end) && end.refused === 'has-replies'

const cases = {
  'two repliers': { delete: deletes('delete'), replyA: replies('replyA'), replyB: replies('replyB') },
  'two deleters': { deleteA: deletes('deleteA'), deleteB: deletes('deleteB'), reply: replies('reply') },
  'two tries of one deletion': {
    deleteA: deletes('deleteA', 'k'),
    deleteB: deletes('deleteB', 'k'),
    reply: replies('reply'),
  },
  'a reply to the reply': { delete: deletes('delete'), reply: replies('reply'), below: replies('below', 'reply') },
}

const FULL: Search = { layout: 'per-comment', crashes: 1, exhaustiveUpTo: 1_000, random: 100 }

describe('delete what has no replies, in every order of the calls and with a crash at each', () => {
  for (const search of SEARCHES)
    it.for(Object.entries(cases))(
      `acknowledges no reply under what is gone: ${search.layout}, %s`,
      async ([title, actors], { annotate }) => {
        const { report } = await exploreProtocol(refusing(title, actors, search))
        await annotate(report)
      },
    )

  it('acknowledges one where the writer does not look again', async () => {
    const reply: Actor = (world) => repliesBlindly(world, 'reply', 'told')
    const actors = { delete: deletes('delete'), reply }
    await expectBroken(refusing('a blind reply', actors, FULL), /acknowledged under a removed parent/)
  })
})
