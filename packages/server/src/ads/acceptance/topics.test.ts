import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { AdsGround } from './ground.fixtures.ts'

describeEngines('ads in topics', (engine) => {
  it('say nothing of a topic to those who may not see it: to them it is one that never was', async () => {
    const ground = await AdsGround.on(engine)
    const { topics } = ground.context
    const by = { actor: ground.admin }
    await topics.trees.create(ground.admin, { key: 'main', name: 'Main' })
    const { topic: open } = await topics.create(by, 'main', { name: 'Open' })
    const closed = { name: 'Closed', parent: open._id, visibility: 'roles' as const, roles: ['moderator' as const] }
    const { topic: hidden } = await topics.create(by, 'main', closed)
    await ground.running({ targeting: { topics: { include: [open._id], exclude: [] } } })
    const moderator = { ...ground.admin, id: 'mo', role: 'moderator' as const }
    const shown = async (topic: string, actor: typeof moderator | null = null): Promise<number> =>
      (await ground.place({ topic, actor })).length
    expect([await shown(open._id), await shown(`${hidden._id}x`)]).toEqual([1, 0])
    expect([await shown(hidden._id), await shown(hidden._id, moderator)]).toEqual([0, 1])
  })
})
