import { expect, it } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { NO_TARGETING } from '../model.ts'
import type { AskedPlaces } from '../service.ts'
import { AdsGround } from './ground.fixtures.ts'

const POST = { type: 'social-post', id: 'p1' }

async function groundWithTopics(engine: TestEngine) {
  const ground = await AdsGround.on(engine)
  const { topics } = ground.context
  const by = { actor: ground.admin }
  await topics.trees.create(ground.admin, { key: 'main', name: 'Main' })
  const { topic: open } = await topics.create(by, 'main', { name: 'Open' })
  const { topic: elsewhere } = await topics.create(by, 'main', { name: 'Elsewhere' })
  const closed = { name: 'Closed', parent: open._id, visibility: 'roles' as const, roles: ['moderator' as const] }
  const { topic: hidden } = await topics.create(by, 'main', closed)
  return { ground, open: open._id, hidden: hidden._id, elsewhere: elsewhere._id }
}

describeEngines('ads in topics', (engine) => {
  it('say nothing of a topic to those who may not see it: to them it is one that never was', async () => {
    const { ground, open, hidden } = await groundWithTopics(engine)
    await ground.running({ targeting: { topics: { include: [open], exclude: [] } } })
    const moderator = { ...ground.admin, id: 'mo', role: 'moderator' as const }
    const shown = async (topic: string, actor: typeof moderator | null = null): Promise<number> =>
      (await ground.place({ topic, actor })).length
    expect([await shown(open), await shown(`${hidden}x`)]).toEqual([1, 0])
    expect([await shown(hidden), await shown(hidden, moderator)]).toEqual([0, 1])
  })

  it('are off where a site wants none, also in what who looks may not see, and beside posts', async () => {
    const { ground, open, hidden, elsewhere } = await groundWithTopics(engine)
    await ground.zone('foot', { house: [await ground.creative(await ground.advertiser())] })
    await ground.running()
    const { sites } = ground.context.ads.inventory
    const off = { topics: [open], roles: [], signedIn: false }
    await sites.change(ground.admin, 'magazine', { off })
    ground.clock.now += 1000
    const places = ['side', 'foot'].map((zone) => ({ zone, count: 1 }))
    const shown = async (topic: string | null, resource: AskedPlaces['resource'] = null): Promise<number> =>
      (await ground.place({ topic, resource, places })).length
    expect([await shown(null), await shown(elsewhere)]).toEqual([2, 2])
    expect([await shown(open), await shown(hidden)]).toEqual([0, 0])
    expect(await shown('main~never'), 'no other than what is hidden').toBe(0)
    expect([await shown(elsewhere, POST), await shown(open, POST), await shown(hidden, POST)]).toEqual([2, 0, 0])
  })

  it('are not those that exclude it, also where who looks may not see it, and beside posts', async () => {
    const { ground, open, hidden, elsewhere } = await groundWithTopics(engine)
    await ground.running({ targeting: { topics: { include: [], exclude: [open] } } })
    const shown = async (topic: string | null, resource: AskedPlaces['resource'] = null): Promise<number> =>
      (await ground.place({ topic, resource })).length
    expect([await shown(null), await shown(elsewhere), await shown(null, POST)]).toEqual([1, 1, 1])
    expect([await shown(open), await shown(hidden), await shown('main~never')]).toEqual([0, 0, 0])
    expect([await shown(elsewhere, POST), await shown(open, POST)]).toEqual([1, 0])
    const { verdicts, topics } = await ground.context.ads.explain(ground.admin, ground.asked({ topic: hidden }))
    expect([verdicts.map(({ droppedBy }) => droppedBy), topics]).toEqual([['topic-not-excluded'], []])
  })

  it('for a topic are not beside posts there: what is shown would tell of them', async () => {
    const { ground, open } = await groundWithTopics(engine)
    await ground.running({ targeting: { topics: { include: [open], exclude: [] } } })
    expect(await ground.place({ topic: open })).toHaveLength(1)
    expect(await ground.place({ topic: open, resource: POST })).toEqual([])
  })

  it('are kept away from a discussion by its own topic, also where the page does not say it', async () => {
    const { ground, open, hidden, elsewhere } = await groundWithTopics(engine)
    const { comments, ads } = ground.context
    const discussed = async (topic: string | null): Promise<{ type: string; id: string }> => {
      const resource = { type: 'article', id: topic ?? 'none' }
      await comments.open(ground.admin, { org: ground.admin.org, resource, topic })
      return resource
    }
    const [inOpen, inHidden, inOther] = [await discussed(open), await discussed(hidden), await discussed(elsewhere)]
    const nowhere = await discussed(null)
    const { flight } = await ground.running({ targeting: { topics: { include: [], exclude: [open] } } })
    const shown = async (resource: { type: string; id: string }): Promise<number> =>
      (await ground.place({ resource })).length
    const all = [inOpen, inHidden, inOther, nowhere, { type: 'article', id: 'unheard-of' }]
    expect(await Promise.all(all.map(shown))).toEqual([0, 0, 1, 1, 1])
    await ads.inventory.flights.change(ground.admin, flight, { targeting: NO_TARGETING })
    await ads.inventory.sites.change(ground.admin, 'magazine', {
      off: { topics: [open], roles: [], signedIn: false },
    })
    await ground.context.store.events.settle()
    ground.clock.now += 1000
    expect(await Promise.all(all.map(shown))).toEqual([0, 0, 1, 1, 1])
    const { topics } = await ads.explain(ground.admin, ground.asked({ resource: inOther }))
    expect(topics, 'what it is in is not told').toEqual([])
  })
})
