import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../store/src/testing/protocol.ts'
import { Refusal } from '../api/refusal.ts'
import { remove } from './removing.ts'
import {
  type Acting,
  ANN,
  DAY_MS,
  expectOnlyNeeded,
  expectWhole,
  type Leaving,
  NOON,
  partsOn,
  photosIn,
  picturesOf,
  setUp,
  type World,
} from './stepped.fixtures.ts'
import { Sweeper } from './sweeping.ts'
import { keep } from './uploading.ts'
import { claim } from './holding.ts'

const actorOf = { ...ANN, name: 'Ann', role: 'member', kind: 'person' } as const

/** The id of the new photo, or why there is none. */
const brings =
  (
    name: string,
    {
      leaves = null,
      pictures = picturesOf('same'),
    }: { leaves?: Leaving; pictures?: ReturnType<typeof picturesOf> } = {},
  ) =>
  async (world: Acting): Promise<string | null> => {
    try {
      return (await keep(partsOn(world, { name, leaves }), ANN, pictures))._id
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy') return null
      throw error
    }
  }

const removes =
  (name: string, id: string, leaves: Leaving = null) =>
  (world: Acting): Promise<boolean> =>
    remove(partsOn(world, { name, leaves }), id, ({ holder }) => holder === null)

/** By its clock all that is unused has expired. */
const sweeps =
  (name: string, days: number) =>
  async (world: Acting): Promise<void> => {
    const sweeper = new Sweeper(partsOn(world, { name, now: NOON + days * DAY_MS }))
    while (await sweeper.step()) await Promise.resolve()
  }

/** The photos `old1` and so on, all of the same bytes. */
const withPhotos =
  (count: number, leaves: Leaving = null) =>
  async (): Promise<World> => {
    const world = await setUp()
    const parts = partsOn({ ...world, sleep: async () => {} }, { name: 'old', leaves })
    for (let number = 0; number < count; number++) await keep(parts, ANN, picturesOf('same'))
    return world
  }

const common = {
  tearDown: ({ engine }: World) => engine.close(),
  steps: ['engine', 'blobs'] as const,
  unstepped: ['onAppend'],
  fingerprint: async ({ engine, kept }: World) => [(await contentsOf(engine)).documents, [...kept.keys()].toSorted()],
  always: expectWhole,
  exhaustiveUpTo: 2_500,
  random: 150,
}

const ids = (...some: (string | null | undefined)[]): string[] => some.filter((id) => typeof id === 'string')

const comingAndGoing = (title: string, leaves: Leaving = null) =>
  defineProtocol<World, { ann: string | null; bob: boolean }>({
    ...common,
    title,
    setUp: withPhotos(1, leaves),
    actors: { ann: brings('ann', { leaves }), bob: removes('bob', 'old1', leaves) },
    check: async (world, { acknowledged: { ann, bob } }) => {
      if (bob === true) expect((await photosIn(world.engine)).map(({ _id }) => _id)).not.toContain('old1')
      await expectOnlyNeeded(world, ids(ann))
    },
  })

const goneAndBack = (title: string, leaves: Leaving = null) =>
  defineProtocol<World, { ann: string | null; bob: boolean; eve: void }>({
    ...common,
    title,
    setUp: withPhotos(1, leaves),
    actors: {
      ann: brings('ann', { leaves }),
      bob: removes('bob', 'old1', leaves),
      // Helps whoever has died, so that the place is free while the first is still about to remove.
      eve: async (world) => {
        const parts = partsOn(world, { name: 'eve', leaves })
        const [blob] = (await parts.documents.find({ where: { look: { $gt: '' } }, limit: 1 })).docs
        if (blob !== undefined) await parts.book.look(blob)
      },
    },
    crashes: 0,
    exhaustiveUpTo: 600,
    check: (world, { acknowledged: { ann } }) => expectOnlyNeeded(world, ids(ann)),
  })

describe('photos of the same bytes, in every order of the calls and with a crash at each', () => {
  it('one comes while the last goes', async ({ annotate }) => {
    await annotate((await exploreProtocol(comingAndGoing('comes and goes'))).report)
  })

  it('two come at once', async ({ annotate }) => {
    const { report } = await exploreProtocol<World, { ann: string | null; bob: string | null }>({
      ...common,
      title: 'two come',
      setUp,
      actors: { ann: brings('ann'), bob: brings('bob') },
      check: (world, { acknowledged: { ann, bob } }) => expectOnlyNeeded(world, ids(ann, bob)),
    })
    await annotate(report)
  })

  it('two go at once', async ({ annotate }) => {
    const { report } = await exploreProtocol<World, { ann: boolean; bob: boolean }>({
      ...common,
      title: 'two go',
      setUp: withPhotos(2),
      actors: { ann: removes('ann', 'old1'), bob: removes('bob', 'old2') },
      check: (world) => expectOnlyNeeded(world, []),
    })
    await annotate(report)
  })

  it('one comes, one goes, and somebody helps', async ({ annotate }) => {
    await annotate((await exploreProtocol(goneAndBack('a late removal'))).report)
  })

  it('two of different sizes come while one goes, one size of each the same', async ({ annotate }) => {
    const { report } = await exploreProtocol<World, { ann: string | null; bob: string | null; eve: boolean }>({
      ...common,
      title: 'two sizes',
      setUp: withPhotos(1),
      actors: {
        ann: brings('ann', { pictures: picturesOf('same', 'a') }),
        bob: brings('bob', { pictures: picturesOf('b', 'same') }),
        eve: removes('eve', 'old1'),
      },
      exhaustiveUpTo: 500,
      check: (world, { acknowledged: { ann, bob } }) => expectOnlyNeeded(world, ids(ann, bob)),
    })
    await annotate(report)
  })

  it('one comes so slowly that all of it expires on the way', async ({ annotate }) => {
    const { report } = await exploreProtocol<World, { ann: string | null; sweeper: void }>({
      ...common,
      title: 'too slow',
      exhaustiveUpTo: 500,
      random: 100,
      setUp: withPhotos(1),
      actors: { ann: brings('ann'), sweeper: sweeps('sweeper', 2) },
      check: async (world) => {
        // What was there in time may have expired after that.
        await expectOnlyNeeded(
          world,
          (await photosIn(world.engine)).filter(({ state }) => state === 'here').map(({ _id }) => _id),
        )
      },
    })
    await annotate(report)
  })

  it('one is claimed while it expires, or is deleted', async ({ annotate }) => {
    const { report } = await exploreProtocol<World, { ann: boolean; bob: boolean; sweeper: void }>({
      ...common,
      title: 'claims',
      setUp: withPhotos(1),
      actors: {
        ann: async (world) => {
          try {
            const held = await claim(partsOn(world, { name: 'ann' }), actorOf, { ids: ['old1'], holder: 'post~1' })
            return held.length === 1
          } catch (error) {
            if (error instanceof Refusal && error.code === 'photo-not-found') return false
            throw error
          }
        },
        bob: removes('bob', 'old1'),
        sweeper: sweeps('sweeper', 2),
      },
      exhaustiveUpTo: 300,
      random: 100,
      check: async (world, { acknowledged: { ann, bob } }) => {
        const here = (await photosIn(world.engine)).filter(({ state }) => state === 'here')
        if (ann === true) expect(here, 'claimed, and gone').toMatchObject([{ _id: 'old1', holder: 'post~1' }])
        if (ann === true) expect(bob ?? false, 'claimed and deleted').toBe(false)
        await expectOnlyNeeded(world, ids(...here.map(({ _id }) => _id)))
      },
    })
    await annotate(report)
  })

  it('bytes are lost if nobody counts on them', async () => {
    await expectBroken(comingAndGoing('nobody counts', 'counting'), /has lost its bytes/)
  })

  it('bytes are lost if what is let go is not compared with what was read', async () => {
    await expectBroken(comingAndGoing('nothing compared', 'the comparison'), /has lost its bytes/)
  })

  it('bytes are lost if they come back under the same name', async () => {
    await expectBroken(goneAndBack('no generations', 'generations'), /has lost its bytes/)
  })
})
