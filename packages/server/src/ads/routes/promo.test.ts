import { expect, test } from 'vitest'
import { PICTURE } from '../../testing/api/photo-ids.ts'
import { campaignOf, creativeOf, flightOf, promoGround, ROLES_BELOW, SITE, ZONE } from './promo.fixtures.ts'

test('everything is made, shown, listed, changed and put away', async () => {
  const { ask, make } = await promoGround()
  const site = await make('sites', SITE)
  expect(site).toEqual({
    ...SITE,
    isOn: true,
    off: { topics: [], roles: [], signedIn: false },
    blocked: { advertisers: [], categories: [] },
    created: expect.any(String),
    rev: 1,
  })
  const zone = await make('zones', ZONE)
  expect(zone).toMatchObject({ placement: { kind: 'anywhere' }, formats: ['card'], floor: 0, design: 'targeted' })
  const advertiser = await make('advertisers', { name: 'Tea House', category: 'drinks' })
  expect(Object.keys(advertiser)).not.toContain('linkSecret')
  const creative = await make('creatives', creativeOf(advertiser.id))
  expect(creative).toMatchObject({ review: { state: 'waiting' }, picture: null, isArchived: false })
  const campaign = await make('campaigns', campaignOf(advertiser.id))
  const money = { budget: 5_000_000, spent: 0, left: 5_000_000, out: 0 }
  expect(campaign).toMatchObject({ state: 'draft', tier: 'standard', from: '2026-01-01T00:00:00.000Z', money })
  const flight = await make('flights', { ...flightOf(campaign.id), creatives: [creative.id], zones: ['front'] })
  expect(flight).toMatchObject({ state: 'on', pacing: 'even', goal: null, caps: [] })
  const names = [
    ['flights', flight.id, flight],
    ['campaigns', campaign.id, campaign],
    ['creatives', creative.id, creative],
    ['advertisers', advertiser.id, advertiser],
    ['zones', 'front', zone],
    ['sites', 'magazine', site],
  ] as const
  for (const [plural, name, made] of names) {
    const at = `/v1/promo/${plural}/${name}`
    const read = await ask('GET', at)
    expect(read.data).toEqual(made)
    expect((await ask('GET', `/v1/promo/${plural}`)).data).toEqual({ [plural]: [made], next: null })
    const changed = await ask('PATCH', at, {
      body: { name: 'Another' },
      headers: { 'if-match': read.headers.etag as string },
    })
    expect(changed.data).toEqual({ ...made, name: 'Another', rev: 2 })
    const late = await ask('PATCH', at, { body: { name: 'Late' }, headers: { 'if-match': '"r1"' } })
    expect(late.data).toMatchObject({ code: 'changed-meanwhile', status: 412 })
    expect((await ask('DELETE', at)).statusCode).toBe(204)
    expect((await ask('GET', `/v1/promo/${plural}`)).data[plural]).toEqual([])
  }
  expect((await ask('GET', `/v1/promo/campaigns/${campaign.id}`)).data).toMatchObject({ state: 'archived', rev: 3 })
  expect((await ask('GET', '/v1/promo/sites/magazine')).data).toMatchObject({ code: 'site-not-found' })
})

test('a repeat answers what was made before, with another status', async () => {
  const { ask, make } = await promoGround()
  await make('sites', SITE)
  expect((await ask('POST', '/v1/promo/sites', { body: SITE })).statusCode).toBe(200)
  const other = await ask('POST', '/v1/promo/sites', { body: { ...SITE, name: 'Another' } })
  expect(other.data).toMatchObject({ code: 'site-exists', status: 409 })
  await make('zones', ZONE)
  const wider = await ask('POST', '/v1/promo/zones', { body: { ...ZONE, floor: 1 } })
  expect(wider.data).toMatchObject({ code: 'zone-exists', status: 409 })
  const said = { id: 'TeaHouse2026', name: 'Tea House' }
  expect((await make('advertisers', said)).id).toBe(said.id)
  expect((await ask('POST', '/v1/promo/advertisers', { body: said })).statusCode).toBe(200)
  const taken = await ask('POST', '/v1/promo/advertisers', { body: { ...said, category: 'drinks' } })
  expect(taken.data).toMatchObject({ code: 'id-taken', status: 409, errors: [{ path: 'id' }] })
  const keyed = { body: { name: 'Coffee House' }, headers: { 'idempotency-key': 'k1' } }
  const [first, again] = [
    await ask('POST', '/v1/promo/advertisers', keyed),
    await ask('POST', '/v1/promo/advertisers', keyed),
  ]
  expect([first.statusCode, again.statusCode, again.data]).toEqual([201, 200, first.data])
  const reused = await ask('POST', '/v1/promo/advertisers', { ...keyed, body: { name: 'Milk House' } })
  expect(reused.data).toMatchObject({ code: 'key-reused', status: 422 })
})

test('only admins, and keys that are for settings, get at it', async () => {
  const { ask, call, make, asKey } = await promoGround()
  await make('sites', SITE)
  for (const role of ROLES_BELOW)
    for (const [method, url] of [
      ['GET', '/v1/promo/sites'],
      ['GET', '/v1/promo/sites/magazine'],
      ['GET', '/v1/promo/sites/nowhere'],
      ['DELETE', '/v1/promo/sites/magazine'],
    ] as const)
      expect((await ask(method, url, { as: 'ada', role })).data).toMatchObject({ code: 'forbidden', status: 403 })
  expect((await call('GET', '/v1/promo/sites')).statusCode).toBe(401)
  expect(await asKey(['settings'], '/v1/promo/sites')).toBe(200)
  expect(await asKey(['read', 'comments', 'moderation', 'people'], '/v1/promo/sites')).toBe(403)
})

test('a campaign is started when it can run; what is missing is said with its place', async () => {
  const { ask, make } = await promoGround()
  const advertiser = await make('advertisers', { name: 'Tea House' })
  const creative = await make('creatives', creativeOf(advertiser.id))
  const campaign = await make('campaigns', campaignOf(advertiser.id))
  const at = `/v1/promo/campaigns/${campaign.id}`
  expect((await ask('POST', `${at}/start`)).data).toMatchObject({
    code: 'not-ready',
    status: 409,
    errors: [{ path: 'flights', message: expect.stringContaining('POST /v1/promo/flights') }],
  })
  await make('flights', { ...flightOf(campaign.id), creatives: [creative.id] })
  const review = `/v1/promo/creatives/${creative.id}/review`
  expect((await ask('POST', `${at}/start`)).data).toMatchObject({
    errors: [{ path: 'creatives', message: expect.stringContaining(review) }],
  })
  const approved = await ask('POST', review, { body: { state: 'approved' }, headers: { 'if-match': '"r1"' } })
  expect(approved.data.review).toMatchObject({ state: 'approved', reason: null })
  expect((await ask('POST', `${at}/start`)).data.state).toBe('on')
  expect((await ask('POST', `${at}/pause`, { headers: { 'if-match': '"r1"' } })).data.code).toBe('changed-meanwhile')
  expect((await ask('POST', `${at}/pause`)).data.state).toBe('paused')
  expect((await ask('POST', `${at}/resume`)).data.state).toBe('on')
  expect((await ask('PATCH', at, { body: { budget: 7_000_000 } })).data.money).toMatchObject({ left: 7_000_000 })
  expect((await ask('GET', '/v1/promo/campaigns?state=on')).data.campaigns).toHaveLength(1)
})

test('an image is brought, shown by its creative to everybody, and to nobody once it is taken out', async () => {
  const { app, ask, make, token } = await promoGround()
  const bring = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${await token('root', 'admin')}`, 'content-type': 'image/png' }
    return (await app.inject({ method: 'POST', url: '/v1/photos', headers, payload: PICTURE })).json().id
  }
  const advertiser = await make('advertisers', { name: 'Tea House' })
  const [photo, other] = [await bring(), await bring()]
  const said = { ...creativeOf(advertiser.id), format: 'image', card: null, size: { width: 300, height: 250 } }
  const creative = await make('creatives', { ...said, image: { photo, alt: 'A cup of tea' } })
  const { url } = creative['picture'] as { url: string }
  expect(creative['picture']).toMatchObject({ width: 1, height: 1, alt: 'A cup of tea' })
  expect((await app.inject(url)).statusCode).toBe(200)
  const body = { image: { photo: other, alt: 'Two cups' } }
  const changed = await ask('PATCH', `/v1/promo/creatives/${creative.id}`, { body })
  expect((await app.inject(changed.data.picture.url)).statusCode).toBe(200)
  expect((await app.inject(url)).statusCode).toBe(404)
})
