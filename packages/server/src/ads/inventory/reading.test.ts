import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { placeId } from '../ids.ts'
import { inventoryGround } from './inventory.fixtures.ts'
import { readInventory, readOne } from './reading.ts'

describeEngines('what decisions are made from', (engine) => {
  const { wholeCampaign } = inventoryGround(engine)

  test('what is read for decisions is all but what is archived, without its money, also one by one', async () => {
    const { actor, book, advertiser, creative, campaign, flight, needs } = await wholeCampaign()
    const { org } = actor
    const idsIn = async () => {
      const all = await readInventory(needs, org)
      const lists = [all.sites, all.zones, all.advertisers, all.campaigns, all.flights, all.creatives]
      expect(all.campaigns.every((one) => !('money' in one))).toBe(true)
      return lists.map((list) => list.map(({ _id }) => _id))
    }
    const [site, zone] = [placeId('site', org, 'magazine'), placeId('zone', org, 'front')]
    expect(await idsIn()).toEqual([[site], [zone], [advertiser._id], [campaign._id], [flight._id], [creative._id]])
    await book.creatives.review(actor, creative._id, { state: 'approved', reason: null })
    await book.campaigns.start(actor, campaign._id)
    expect(await idsIn()).toEqual([[site], [zone], [advertiser._id], [campaign._id], [flight._id], [creative._id]])
    const one = await readOne(needs, 'campaign', campaign._id)
    expect(one).toEqual((await readInventory(needs, org)).campaigns[0])
    expect(await readOne(needs, 'zone', zone)).toMatchObject({ key: 'front' })
    await book.campaigns.pause(actor, campaign._id)
    await book.flights.archive(actor, flight._id)
    await book.creatives.review(actor, creative._id, { state: 'rejected', reason: 'No.' })
    await book.advertisers.archive(actor, advertiser._id)
    await book.zones.archive(actor, 'front')
    // Whoever asks why it is not shown is told what rests.
    expect(await idsIn()).toEqual([[site], [], [advertiser._id], [campaign._id], [], [creative._id]])
    expect(await readOne(needs, 'advertiser', advertiser._id)).toMatchObject({ isArchived: true })
    expect(await readOne(needs, 'creative', creative._id)).toMatchObject({ review: { state: 'rejected' } })
    await book.campaigns.archive(actor, campaign._id)
    await book.creatives.archive(actor, creative._id)
    const gone = [
      readOne(needs, 'campaign', campaign._id),
      readOne(needs, 'flight', flight._id),
      readOne(needs, 'creative', creative._id),
      readOne(needs, 'zone', zone),
    ]
    expect(await Promise.all(gone)).toEqual(gone.map(() => null))
  })

  test('more than a page of an org is read as a whole', async () => {
    const { actor, needs, flight } = await wholeCampaign()
    const all = Array.from({ length: 1200 }, (_, at) => ({ ...flight, _id: `${actor.org}-flight-${at}` }))
    for (const one of all) await needs.flights.insert(one)
    expect((await readInventory(needs, actor.org)).flights).toHaveLength(1201)
  })
})
