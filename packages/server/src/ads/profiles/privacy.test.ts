import type { Engine } from '@palaver/store'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { personId } from '../../accounts/ids.ts'
import { collections } from '../../collections.ts'
import { startFollowing } from '../../following.ts'
import { createApp } from '../../http/app.ts'
import { unzipped } from '../../personal/unzipped.fixtures.ts'
import { allDocuments, allFollowed } from '../../testing/api/all-documents.ts'
import { groundOf } from '../../testing/api/ground.ts'
import { testContext } from '../../testing/test-context.ts'
import { profiles as allProfiles } from '../collections.ts'
import { HUMANS } from '../traffic/humans.fixtures.ts'

const RANDOM = 'V1StGXR8_Z5jdHi6B-myT9'
const [CHROME = ''] = HUMANS
const MOST = 2

type Headers = Record<string, string>
type Said = { id: string }
type Ad = { impression: string; isHouse: boolean }

/** However slow this machine is. */
const WAITS = { timeout: 60_000 }
const PATIENT = { PALAVER_ADS_LIMIT_MS: '10000' }

/** A page of an org that has one campaign: nobody sees it more than twice an hour. */
async function page(engine: { open: (all: typeof collections) => Promise<Engine> }) {
  const context = await testContext({ engine: await engine.open(collections) }, PATIENT)
  startFollowing(context)
  const app = await createApp(context)
  onTestFinished(() => app.close())
  const { org, tokens } = await groundOf({ context, app }, 'quince')
  const asAdmin = { authorization: `Bearer ${tokens.admin}` }
  const make = async (path: string, body?: object, headers: Headers = {}): Promise<Said> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/promo/${path}`,
      ...(body && { body }),
      headers: { ...asAdmin, ...headers },
    })
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json<Said>()
  }
  await make('sites', { key: 'magazine', name: 'The magazine' })
  await make('zones', { key: 'front', site: 'magazine', name: 'Front page', design: 'capped' })
  const { id: advertiser } = await make('advertisers', { name: 'Tea' })
  const card = { title: 'Green tea', text: 'Picked by hand.', action: 'Taste it' }
  const destination = 'https://example.org/tea'
  const { id: creative } = await make('creatives', { advertiser, name: 'Tea', format: 'card', card, destination })
  await make(`creatives/${creative}/review`, { state: 'approved' }, { 'if-match': '"r1"' })
  const from = '2026-01-01T00:00:00Z'
  const { id: campaign } = await make('campaigns', { advertiser, name: 'Spring', from, budget: 500_000_000 })
  const pricing = { model: 'cpm', price: 2_000_000 }
  const caps = [{ per: 'campaign', most: MOST, seconds: 3600 }]
  await make('flights', { campaign, name: 'All', pricing, pacing: 'asap', caps, creatives: [creative] })
  await make(`campaigns/${campaign}/start`)
  const ask = async (person: object | undefined, headers: Headers = {}) => {
    const body = { org, places: [{ zone: 'front' }], ...(person && { person }) }
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/placements',
      body,
      headers: { 'user-agent': CHROME, ...headers },
    })
    expect(answer.statusCode).toBe(200)
    return { headers: answer.headers, ads: answer.json<{ places: { ads: Ad[] }[] }>().places.flatMap(({ ads }) => ads) }
  }
  const kept = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const { doc } of context.store.collection(allProfiles).scan()) found.push(doc._id)
    return found
  }
  /** Somebody who asks so often until something is shown: the service may not know of it yet. */
  const shown = (person?: object, headers?: Headers) =>
    vi.waitFor(async () => {
      const { ads, headers: said } = await ask(person, headers)
      expect(ads).toHaveLength(1)
      return { ad: ads[0] as Ad, said }
    }, WAITS)
  return { app, context, org, tokens, ask, shown, kept, documents: () => allDocuments(context.store) }
}

describeEngines('a page with ads', (engine) => {
  it('B8.11: with Sec-GPC or without consent sets, reads and stores nothing, and still shows some', async () => {
    const { context, shown, documents, kept, tokens } = await page(engine)
    const signedIn = { authorization: `Bearer ${tokens.member}` }
    // Who they are is told by their token, and known once they have come; a slice is taken for what is shown.
    await shown(undefined, signedIn)
    await allFollowed(context.store)
    const before = await documents()
    const asked: [object | undefined, Headers][] = [
      [undefined, {}],
      [undefined, signedIn],
      [{ consent: false }, signedIn],
      [{ id: RANDOM, consent: false }, {}],
      [{ id: RANDOM, consent: true }, { 'sec-gpc': '1' }],
      [{ consent: true }, { ...signedIn, 'sec-gpc': '1' }],
    ]
    for (const [person, headers] of asked)
      for (let time = 0; time <= MOST; time++) {
        const { said } = await shown(person, headers)
        expect(said).not.toHaveProperty('set-cookie')
      }
    await allFollowed(context.store)
    expect(await kept()).toEqual([])
    expect(await documents()).toEqual(before)
  })

  it('B8.11: with consent shows it as often as it may, until that is forgotten; what comes then brings nothing back', async () => {
    const { app, org, ask, shown, kept } = await page(engine)
    const person = { id: RANDOM, consent: true }
    const { ad } = await shown(person)
    await shown(person)
    expect((await ask(person)).ads).toEqual([])
    expect(await kept()).toHaveLength(1)
    await shown({ id: `${RANDOM}b`, consent: true })
    const forgotten = await app.inject({ method: 'DELETE', url: `/v1/placements/shown?org=${org}&id=${RANDOM}` })
    expect(forgotten.statusCode).toBe(204)
    expect(await kept()).toHaveLength(1)
    const told = await app.inject({ method: 'POST', url: ad.impression, headers: { 'user-agent': CHROME } })
    expect(told.statusCode).toBe(204)
    expect(await kept()).toHaveLength(1)
  })

  it('B8.11: gives who signed in what they were shown, and forgets it with them', async () => {
    const { app, context, org, tokens, shown, kept } = await page(engine)
    const headers = { authorization: `Bearer ${tokens.member}` }
    const { ad } = await shown({ consent: true }, headers)
    await app.inject({ method: 'POST', url: ad.impression, headers: { 'user-agent': CHROME } })
    await shown({ id: RANDOM, consent: true })
    const archive = await app.inject({ url: '/v1/me/export', headers })
    const data = JSON.parse(unzipped(archive.rawPayload).get('data.json') ?? '')
    expect(data['ads shown']).toEqual([
      {
        advertiser: expect.any(String),
        campaign: expect.any(String),
        creative: expect.any(String),
        at: expect.any(String),
        seen: true,
      },
    ])
    const member = personId(org, 'quince-member')
    const operator = { org, id: 'operator', name: 'Operator', role: 'admin', kind: 'person' } as const
    await context.personal.erase(operator, member)
    await expect.poll(kept).toEqual([context.ads.profiles.idOf(org, `r:${RANDOM}`)])
  })
})
