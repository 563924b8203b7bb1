import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Kind } from '../decision/model.ts'
import { Holding } from '../holding.ts'
import { readInventory, readOne } from '../inventory/reading.ts'
import { AdsGround, HOUR_MS } from './ground.fixtures.ts'

const TURNS = 200

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

  it('is not what a slow look brings back after a faster one', async () => {
    const ground = await AdsGround.on(engine)
    const { campaign } = await ground.running()
    const { ads, store } = ground.context
    let slow: Promise<void> | null = null
    let [isReading, goOn] = [(): void => {}, (): void => {}]
    const holding = new Holding({
      log: store.events,
      read: (org) => readInventory(ads.kept, org),
      readOne: async <K extends Kind>(kind: K, id: string) => {
        const read = await readOne(ads.kept, kind, id)
        const waits = slow
        slow = null
        isReading()
        await waits
        return read
      },
      ratesOf: async () => new Map(),
      now: () => ground.clock.now,
      changed: () => {},
    })
    const { org } = ground.admin
    await holding.of(org)
    const { campaigns } = ads.inventory
    await campaigns.change(ground.admin, campaign, { name: 'Another name' })
    await store.events.settle()
    slow = new Promise((resolve) => (goOn = resolve))
    const reading = new Promise<void>((resolve) => (isReading = resolve))
    ground.clock.now += 1000
    const first = Promise.resolve(holding.of(org))
    await reading
    await campaigns.pause(ground.admin, campaign)
    await store.events.settle()
    const second = holding.latest(org)
    // Time enough for it to overtake the first, if it does not wait for that.
    for (let turn = 0; turn < TURNS; turn++) await setImmediate()
    goOn()
    await Promise.all([first, second])
    const held = (await holding.latest(org)).stock.inventory().campaigns
    expect(held.map(({ state }) => state)).toEqual(['paused'])
  })

  it('keeps nothing of orgs that somebody made up, and ranks again when only conversions came', async () => {
    const ground = await AdsGround.on(engine)
    const { ads, store } = ground.context
    let [reads, conversions] = [0, 0]
    const holding = new Holding({
      log: store.events,
      read: (org) => {
        reads += 1
        return readInventory(ads.kept, org)
      },
      readOne: (kind, id) => readOne(ads.kept, kind, id),
      ratesOf: async () => new Map([['flight', { views: 10, clicks: 1, conversions }]]),
      now: () => ground.clock.now,
      changed: () => {},
    })
    for (const time of [1, 2]) {
      expect((await holding.of('nobody')).stock.inventory().zones).toEqual([])
      expect(reads).toBe(time)
    }
    const before = (await holding.of(ground.admin.org)).snapshot
    ground.clock.now += HOUR_MS
    expect((await holding.of(ground.admin.org)).snapshot).toBe(before)
    conversions = 1
    ground.clock.now += HOUR_MS
    expect((await holding.of(ground.admin.org)).snapshot).not.toBe(before)
  })
})
