import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Kind } from '../decision/model.ts'
import { Holding } from '../holding.ts'
import { readInventory, readOne } from '../inventory/reading.ts'
import { AdsGround } from './ground.fixtures.ts'

describeEngines('the inventory that is held', (engine) => {
  it('B8.7: takes up a pause that could not be read at first, as soon as it can', async () => {
    const ground = await AdsGround.on(engine)
    const { campaign } = await ground.running()
    const { ads, store } = ground.context
    let isBroken = false
    const holding = new Holding({
      log: store.events,
      read: (org) => readInventory(ads.kept, org),
      readOne: <K extends Kind>(kind: K, id: string) => {
        if (isBroken) throw new Error('The store does not answer.')
        return readOne(ads.kept, kind, id)
      },
      ratesOf: async () => new Map(),
      now: () => ground.clock.now,
      changed: () => {},
    })
    const running = async (): Promise<number> =>
      (await holding.of(ground.admin.org)).stock.inventory().campaigns.filter(({ state }) => state === 'on').length
    expect(await running()).toBe(1)
    await ads.inventory.campaigns.pause(ground.admin, campaign)
    await store.events.settle()
    isBroken = true
    ground.clock.now += 1000
    await expect(running()).rejects.toThrow('does not answer')
    isBroken = false
    expect(await running()).toBe(0)
  })
})
