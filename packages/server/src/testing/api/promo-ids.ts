import { setTimeout as wait } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { Ground } from './ground.ts'
import { nextName } from './post.ts'

type Said = Readonly<Record<string, unknown>>
type Made = { id: string; key: string }

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** As the org's admin; null where there is room for no more. */
async function make({ app, tokens }: Ground, plural: string, payload: Said): Promise<Made | null> {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  const answer = await app.inject({ method: 'POST', url: `/v1/promo/${plural}`, headers, payload })
  if (answer.statusCode < 300) return answer.json<Made>()
  if (answer.json<{ code: string }>().code === 'too-many') return null
  throw new Error(`No ${plural} could be made to try things on: ${answer.body}`)
}

async function anyOf({ app, tokens }: Ground, plural: string): Promise<Made> {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  const [first] =
    (await app.inject({ url: `/v1/promo/${plural}`, headers })).json<Record<string, Made[]>>()[plural] ?? []
  if (first === undefined) throw new Error(`There is nothing of ${plural}.`)
  return first
}

const madeOrAny = async (ground: Ground, plural: string, said: Said): Promise<Made> =>
  (await make(ground, plural, said)) ?? anyOf(ground, plural)

const newKey = ({ word }: Ground): string => nextName(word).toLowerCase()

/** Once for each org: nothing is ever done to it that could not be done again. */
function once<T>(find: (ground: Ground) => Promise<T>): (ground: Ground) => Promise<T> {
  const found = new WeakMap<Ground, Promise<T>>()
  return (ground) => {
    const known = found.get(ground) ?? find(ground)
    found.set(ground, known)
    return known
  }
}

/** An org may have fifty: some examples are about the same. */
export const newSite = async (ground: Ground): Promise<string> =>
  (await madeOrAny(ground, 'sites', { key: newKey(ground), name: ground.word })).key

const siteOf = once(newSite)

export async function newZone(ground: Ground): Promise<string> {
  const said = { key: newKey(ground), site: await siteOf(ground), name: ground.word }
  return (await madeOrAny(ground, 'zones', said)).key
}

export const newAdvertiser = async (ground: Ground): Promise<string> =>
  (await madeOrAny(ground, 'advertisers', { name: nextName(ground.word) })).id

const advertiserOf = once(newAdvertiser)

export async function newCreative(ground: Ground): Promise<string> {
  const { word } = ground
  const made = await madeOrAny(ground, 'creatives', {
    advertiser: await advertiserOf(ground),
    name: word,
    format: 'card',
    card: { title: word, text: word, action: word },
    destination: 'https://example.org/',
  })
  return made.id
}

const act = async ({ app, tokens }: Ground, at: string, payload?: Said): Promise<LightMyRequestResponse> => {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  const asked = { method: 'POST', url: `/v1/promo/${at}`, headers, ...(payload && { payload }) } as const
  const answer = await app.inject(asked)
  if (answer.statusCode >= 300) throw new Error(`${at}: ${answer.body}`)
  return answer
}

const approvedOf = once(async (ground) => {
  const creative = await newCreative(ground)
  await act(ground, `creatives/${creative}/review`, { state: 'approved' })
  return creative
})

const zoneOf = once(newZone)

async function flightIn(ground: Ground, campaign: string): Promise<string> {
  const pricing = { model: 'cpa', price: 1000 }
  const places = { zones: [await zoneOf(ground)], creatives: [await approvedOf(ground)] }
  return (await madeOrAny(ground, 'flights', { campaign, name: ground.word, pricing, pacing: 'asap', ...places })).id
}

/** One that is on. */
async function running(ground: Ground): Promise<string> {
  const advertiser = await advertiserOf(ground)
  const said = { advertiser, name: ground.word, from: '2020-01-01T00:00:00Z', budget: 1_000_000_000 }
  const { id } = await madeOrAny(ground, 'campaigns', said)
  await flightIn(ground, id)
  await act(ground, `campaigns/${id}/start`)
  return id
}

const campaignOf = once(running)

/** One that was on: so it can be started, paused and gone on with. */
export async function newCampaign(ground: Ground): Promise<string> {
  const campaign = await running(ground)
  await act(ground, `campaigns/${campaign}/pause`)
  return campaign
}

export const newFlight = async (ground: Ground): Promise<string> => flightIn(ground, await campaignOf(ground))

export const newReportLink = once(async (ground) => {
  await campaignOf(ground)
  return (await act(ground, `advertisers/${await advertiserOf(ground)}/link`)).json<{ link: string }>().link
})

type Ad = { click: string; impression: string }
type Placed = { places: { ads: Ad[] }[] }
const lastOf = (address: string): string => address.split('/').at(-1) ?? ''
const PATIENCE_MS = 5000
const PAUSE_MS = 20

/** What is new is known within a second. */
async function placed({ app, org }: Ground, zone: string, isEnough: (ads: readonly Ad[]) => boolean): Promise<Ad[]> {
  const payload = { org, places: [{ zone }] }
  const asked = { method: 'POST', url: '/v1/placements', headers: { 'user-agent': BROWSER }, payload } as const
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await app.inject(asked)
    const place = answer.statusCode === 200 ? answer.json<Placed>().places[0] : undefined
    if (place !== undefined && isEnough(place.ads)) return place.ads
    if (Date.now() > until) throw new Error(`No ad came: ${answer.body}`)
    await wait(PAUSE_MS)
  }
}

/** One that decisions know of. */
export const newServedZone = once(async (ground) => {
  const zone = await newZone(ground)
  await placed(ground, zone, () => true)
  return zone
})

/** What a page is given. */
const adOf = once(async (ground) => {
  await campaignOf(ground)
  const [ad] = await placed(ground, await zoneOf(ground), (ads) => ads.length > 0)
  return ad ?? { click: '', impression: '' }
})

/** What the address of an ad's click is made of. */
export const newAdTicket = async (ground: Ground): Promise<string> => lastOf((await adOf(ground)).click)

/** What the advertiser is told of somebody who saw an ad and followed it. */
export const newConversion = once(async (ground) => {
  const { impression, click } = await adOf(ground)
  const headers = { 'user-agent': BROWSER }
  await ground.app.inject({ method: 'POST', url: impression, headers })
  const { headers: led } = await ground.app.inject({ url: click, headers })
  return new URL(String(led.location)).searchParams.get('palaver_click') ?? ''
})
