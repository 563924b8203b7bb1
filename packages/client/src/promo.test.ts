import { expect, test } from 'vitest'
import {
  adReport,
  advertiser,
  advertisers,
  archiveAdvertiser,
  archiveCampaign,
  archiveCreative,
  archiveFlight,
  campaign,
  campaigns,
  changeAdvertiser,
  changeCampaign,
  changeCreative,
  changeFlight,
  changeSite,
  changeZone,
  createAd,
  createSite,
  createZone,
  creative,
  creatives,
  explainAds,
  flight,
  flights,
  linkToReports,
  type NewAd,
  pauseCampaign,
  previewAd,
  removeSite,
  removeZone,
  resumeCampaign,
  reviewCreative,
  site,
  sites,
  startCampaign,
  unlinkReports,
  zone,
  zones,
} from './promo.ts'
import { all, ground } from './testing/ground.ts'

const AD: NewAd = {
  advertiser: { name: 'Tea House' },
  creative: {
    name: 'Green tea',
    format: 'card',
    card: { title: 'Green tea', text: 'Picked by hand.', action: 'Taste it' },
    destination: 'https://example.org/tea',
  },
  campaign: { name: 'Spring', from: '2026-01-01T00:00:00Z', budget: 5_000_000 },
  flight: { name: 'All readers', pricing: { model: 'cpm', price: 2_000_000 } },
}

async function admin() {
  const { as, token, proxy } = await ground()
  return { palaver: await as(null, { token: await token('eve', 'admin') }), proxy }
}

test('sites and zones are made, read, changed and removed', async () => {
  const { palaver } = await admin()
  await createSite(palaver, { key: 'magazine', name: 'The magazine' })
  await createZone(palaver, { key: 'front', site: 'magazine', name: 'Front page' })
  await changeSite(palaver, { key: 'magazine', rev: 1, isOn: false })
  await changeZone(palaver, { key: 'front', rev: 1, floor: 1000 })
  expect(await site(palaver, 'magazine')).toMatchObject({ isOn: false, rev: 2 })
  expect(await zone(palaver, 'front')).toMatchObject({ floor: 1000, rev: 2 })
  expect(await all(sites(palaver, { limit: 1 }))).toHaveLength(1)
  expect(await all(zones(palaver))).toHaveLength(1)
  await removeZone(palaver, 'front')
  await removeSite(palaver, 'magazine')
  await expect(site(palaver, 'magazine')).rejects.toMatchObject({ problem: { code: 'site-not-found' } })
})

test('an ad is made in one go, and the same call again makes nothing twice', async () => {
  const { palaver } = await admin()
  const broken = { ...AD, flight: { ...AD.flight, zones: ['nowhere'] } }
  await expect(createAd(palaver, broken, { key: 'spring' })).rejects.toMatchObject({
    problem: { code: 'zone-not-found', errors: [{ path: 'zones.0' }] },
  })
  const made = await createAd(palaver, AD, { key: 'spring' })
  expect(await createAd(palaver, AD, { key: 'spring' })).toEqual(made)
  expect(await all(campaigns(palaver, { advertiser: made.advertiser.id }))).toEqual([made.campaign])
  expect(await all(creatives(palaver, { review: 'waiting' }))).toHaveLength(1)
  expect(await all(advertisers(palaver))).toEqual([made.advertiser])
  const second = await createAd(palaver, { ...AD, advertiser: made.advertiser.id })
  expect(second.advertiser).toEqual(made.advertiser)
  expect(second.campaign.id).not.toBe(made.campaign.id)
})

test('a campaign is reviewed, started, paused, changed, reported on and put away', async () => {
  const { palaver } = await admin()
  await createSite(palaver, { key: 'magazine', name: 'The magazine' })
  await createZone(palaver, { key: 'front', site: 'magazine', name: 'Front page' })
  const made = await createAd(palaver, AD)
  const [id, card] = [made.campaign.id, made.creative.id]
  await expect(startCampaign(palaver, id)).rejects.toMatchObject({
    problem: { code: 'not-ready', errors: [{ path: 'creatives' }] },
  })
  await changeCreative(palaver, { id: card, rev: 1, name: 'Tea' })
  const unseen = reviewCreative(palaver, { id: card, rev: 1, state: 'approved' })
  await expect(unseen).rejects.toMatchObject({ problem: { code: 'changed-meanwhile' } })
  await reviewCreative(palaver, { id: card, rev: 2, state: 'approved' })
  expect((await creative(palaver, card)).review.state).toBe('approved')
  expect((await startCampaign(palaver, id)).state).toBe('on')
  expect((await pauseCampaign(palaver, id)).state).toBe('paused')
  expect((await resumeCampaign(palaver, id)).state).toBe('on')
  expect((await changeCampaign(palaver, { id, budget: 6_000_000 })).money.left).toBe(6_000_000)
  await changeFlight(palaver, { id: made.flight.id, goal: 1000 })
  expect((await flight(palaver, made.flight.id)).goal).toBe(1000)
  expect(await all(flights(palaver, { campaign: id }))).toHaveLength(1)
  await changeAdvertiser(palaver, { id: made.advertiser.id, category: 'drinks' })
  expect((await advertiser(palaver, made.advertiser.id)).category).toBe('drinks')
  const { served } = await explainAds(palaver, { places: [{ zone: 'front' }] })
  expect(served).toEqual([{ zone: 'front', flight: made.flight.id, creative: card }])
  const preview = await previewAd(palaver, { id: card, zone: 'front' })
  expect(preview.places[0]?.ads).toMatchObject([{ label: 'Ad', title: 'Green tea' }])
  expect(await adReport(palaver, { campaign: id, by: 'day' })).toMatchObject({ by: 'day' })
  expect((await linkToReports(palaver, made.advertiser.id)).link).not.toBe('')
  await unlinkReports(palaver, made.advertiser.id)
  await archiveFlight(palaver, made.flight.id)
  await archiveCreative(palaver, card)
  await archiveCampaign(palaver, id)
  await archiveAdvertiser(palaver, made.advertiser.id)
  expect((await campaign(palaver, id)).state).toBe('archived')
  expect(await all(campaigns(palaver))).toEqual([])
})
