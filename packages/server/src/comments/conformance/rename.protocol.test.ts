import { type CollectionSpec, Duplicate } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, exploreProtocol, expectBroken } from '../../../../store/src/testing/protocol.ts'
import { aliases } from '../collections.ts'
import { ADMIN, ORG } from '../testing/ground.ts'
import { drain } from './after-a-run.ts'
import { type Acting, atOnce, BOB, type Ended, ended, isDone, serviceOn } from './stepped-service.ts'
import { emptyEngine, OVER_ENGINE, type World as WithComment } from './stepped-worlds.ts'

type World = Pick<WithComment, 'engine' | 'position'>
type Results = Record<string, Ended<string>>
type Actor = (world: World & Acting) => Promise<Ended<string>>

const named = (id: string) => ({ org: ORG, resource: { type: 'page', id } })

/** Two discussions, by the names `a` and `b`. */
async function twoDiscussions(): Promise<World> {
  const engine = await emptyEngine('per-comment')
  const service = serviceOn({ engine, sleep: atOnce }, 'seed')
  for (const id of ['a', 'b']) await service.open(ADMIN, named(id))
  return { engine, position: 0 }
}

/** Gives the discussion of one name another one; its id, where that was done. */
const renames =
  (name: string, [from, to]: readonly [string, string]): Actor =>
  async (world) => {
    const work = serviceOn(world, name).rename({ actor: ADMIN, ref: named(from) }, named(to).resource)
    return ended(work.then(({ _id }) => _id))
  }

async function leadsTo({ engine }: Pick<World, 'engine'>, id: string): Promise<string | null> {
  const found = await serviceOn({ engine, sleep: atOnce }, 'look').needs.discussions.find(named(id))
  return found === null ? null : `${found.resource.id} ${found._id}`
}

const WAYS = { A: ['a', 'new'], B: ['b', 'new'] } as const

/** Who died is asked again: a repeat finishes what was begun. */
const rivals = (title: string, setUp: () => Promise<World>) =>
  defineProtocol<World, Results>({
    ...OVER_ENGINE,
    title,
    setUp,
    actors: { A: renames('A', WAYS.A), B: renames('B', WAYS.B) },
    crashes: 2,
    recover: async (world, { crashed }) => {
      for (const name of crashed) await renames(`again${name}`, WAYS[name as 'A' | 'B'])({ ...world, sleep: atOnce })
    },
    check: async (world, { acknowledged }) => {
      const ends = Object.values(acknowledged).filter((end) => end !== undefined)
      expect(ends.filter(isDone).length, 'two have one name').toBeLessThan(2)
      const [a, b, winner] = [await leadsTo(world, 'a'), await leadsTo(world, 'b'), await leadsTo(world, 'new')]
      expect(winner, 'the new name leads nowhere').toMatch(/^new /)
      expect(
        [a, b].filter((found) => found === winner),
        'not one has the new name',
      ).toHaveLength(1)
      expect([a, b], 'an old name leads elsewhere').toEqual([
        a === winner ? winner : expect.stringMatching(/^a /),
        b === winner ? winner : expect.stringMatching(/^b /),
      ])
      for (const end of ends) if (!isDone(end)) expect(end).toEqual({ refused: 'resource-taken' })
    },
  })

/** The engine, but an alias can be given away twice. */
async function withoutOneAlias(): Promise<World> {
  const { engine } = await twoDiscussions()
  const insert = async (collection: CollectionSpec, ...rest: [never, never]): Promise<void> => {
    try {
      await engine.insert(collection, ...rest)
    } catch (error) {
      if (!(error instanceof Duplicate) || collection.name !== aliases.name) throw error
    }
  }
  return { engine: withMembers(engine, { insert }), position: 0 }
}

const posts =
  (name: string): Actor =>
  async (world) =>
    ended(
      serviceOn(world, name)
        .post({ actor: BOB, ref: named('new') }, { text: name })
        .then(({ comment }) => comment.slug),
    )

/** The first comments on a resource open its discussion. */
const opening = () =>
  defineProtocol<World, Results>({
    ...OVER_ENGINE,
    title: 'two first comments on a resource',
    setUp: async () => ({ engine: await emptyEngine('per-comment'), position: 0 }),
    actors: { one: posts('one'), two: posts('two') },
    recover: async (world) => void (await posts('again')({ ...world, sleep: atOnce })),
    check: async (world, { acknowledged }) => {
      await drain(world)
      const service = serviceOn({ ...world, sleep: atOnce }, 'look')
      const discussion = await service.discussion(named('new'))
      const { layout, place } = { layout: service.needs.homes.layouts[discussion.layout], place: discussion }
      const comments = await layout.list({ ...place, discussion: place._id }, 'threaded', { limit: 10 })
      const posted = Object.values(acknowledged).flatMap((end) => (end && isDone(end) ? [end.done] : []))
      expect(
        comments.map(({ slug }) => slug),
        'an acknowledged comment is lost',
      ).toEqual(expect.arrayContaining(posted))
      expect(discussion.comments).toBe(comments.length)
      const { docs } = await service.needs.homes.discussions.find({ where: { org: ORG }, limit: 10 })
      expect(docs, 'there are two discussions').toHaveLength(1)
    },
  })

describe('a resource gets a name, in every order of the calls and with crashes', () => {
  it('leads every name where it should', async ({ annotate }) => {
    const explored = await exploreProtocol(rivals('two discussions want one name', twoDiscussions))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('opens one discussion', async ({ annotate }) => {
    const { report } = await exploreProtocol(opening())
    await annotate(report)
  })

  it('gives one name twice where an alias is not unique', async () => {
    await expectBroken(rivals('an alias can be taken twice', withoutOneAlias), /two have one name/)
  })
})
