import { createStore } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { memberships } from '../collections.ts'
import { allOf } from '../testing/recounting.ts'
import { type Actor, atOnce, atTheSameTime, type Case, processOn, unlessRefused } from '../testing/stepped.ts'
import { actorOf, toCircles } from '../testing/village.ts'

const [ADA, BOB] = [actorOf('ada'), actorOf('bob')]

const removes: Actor = (acting) => processOn(acting, 'remover').circles.remove(ADA, 'k')
const adds: Actor = (acting) => unlessRefused(processOn(acting, 'adder').circles.add(ADA, 'k', BOB.id))

const REMOVED: Case = {
  title: 'somebody is added to a circle that is removed',
  before: async (acting) => {
    const service = processOn(acting, 'ada')
    await service.circles.create(ADA, { key: 'k', name: '$set' })
    await service.write({ actor: ADA }, { text: 'hello', audience: toCircles })
  },
  actors: { remover: removes, adder: adds },
  check: async (world) => {
    const service = processOn({ ...world, sleep: atOnce }, 'look')
    // Whoever died before it was removed comes again.
    await service.circles.remove(ADA, 'k')
    await service.circles.create(ADA, { key: 'other', name: '$set' })
    expect(await service.circles.with(ADA, BOB.id), 'in a circle').toEqual([])
    expect(await service.sees({ org: ADA.org, actor: BOB }, 'adaP1'), 'sees').toBe(false)
  },
}

describe('circles, in any order of the calls and with a crash anywhere', () => {
  it('C8.4: let nobody in who is added while the circle is removed', async ({ annotate }) => {
    const { report } = await exploreProtocol(atTheSameTime(REMOVED))
    await annotate(report)
  })

  it('would have somebody in a circle that is no more, if only memberships were asked', async () => {
    const check: Case['check'] = async ({ engine }) =>
      expect(await allOf(createStore(engine), memberships), 'left behind').toEqual([])
    // Without crashes the circle is always removed.
    await expectBroken(atTheSameTime({ ...REMOVED, check, crashes: 0, simplest: 2_000 }), /left behind/)
  })
})
