import * as z from 'zod'
import { type Asked, defineRoute, type Route } from '../../api/route.ts'
import { orgField, resourceId, resourceType } from '../../comments/service.ts'
import type { Actor } from '../../api/actor.ts'
import type { Ads, AskedPlaces } from '../service.ts'
import { placesSchema } from '../serving/views.ts'
import { preferredLocale } from '../decision/locale.ts'
import { idField, zoneKey } from '../inventory/inputs.ts'
import { isRandomId } from '../profiles/person.ts'
import { explainedSchema } from '../serving/explaining.ts'
import { noZone } from '../serving/serve.ts'
import { NOT_KEPT } from '../tracking/pixel.ts'

const tag = 'Ads'
const MOST_PLACES = 20
const MOST_ADS = 20
const MOST_KEYWORDS = 50
const MOST_BESIDE = 50

const randomId = z
  .string()
  .max(64)
  .refine(isRandomId, 'must be a random text of 22 to 64 letters, digits, _ and -, such as a UUID')

const placesBody = z.strictObject({
  org: orgField,
  places: z
    .array(z.strictObject({ zone: zoneKey, count: z.int().min(1).max(MOST_ADS).default(1) }))
    .min(1)
    .max(MOST_PLACES)
    .refine((places) => new Set(places.map(({ zone }) => zone)).size === places.length, 'must name each zone once'),
  page: z
    .strictObject({
      url: z.string().max(2000).optional(),
      resource: z.strictObject({ type: resourceType, id: resourceId }).optional(),
      topic: z.string().max(200).optional(),
      keywords: z.array(z.string().max(80)).max(MOST_KEYWORDS).default([]),
    })
    .optional()
    .meta({ description: 'What the page is about. Never what somebody wrote for some people only.' }),
  locale: z.string().max(35).optional(),
  person: z
    .strictObject({
      id: randomId.optional(),
      consent: z.boolean(),
    })
    .optional()
    .meta({ description: 'Without consent nothing is kept, and only the page decides. `Sec-GPC: 1` is a no.' }),
  beside: z
    .array(z.string().max(300))
    .max(MOST_BESIDE)
    .default([])
    .meta({ description: 'Tokens of what the page shows already.' }),
})

export const PLACES_PATH = '/v1/placements'

type Body = z.output<typeof placesBody>

export const placementRoutes = (ads: Ads): Route[] => [
  placeRoute(ads),
  forgetRoute(ads),
  previewRoute(ads),
  explainRoute(ads),
]

/** Mostly answered before it comes here: see http/place-lane.ts. */
const placeRoute = (ads: Ads): Route =>
  defineRoute({
    method: 'POST',
    path: PLACES_PATH,
    name: 'placeAds',
    summary: 'Ads for the places of a page',
    tag,
    auth: 'optional',
    scope: 'read',
    cost: 'read',
    body: placesBody,
    answers: { 200: placesSchema },
    handle: async (asked) => ({
      body: Buffer.from(await ads.place(placesIn(asked))),
      org: asked.body.org,
      headers: NOT_KEPT,
    }),
  })

const forgetRoute = (ads: Ads): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/placements/shown',
    name: 'forgetAdsShown',
    summary: 'Forgets what the caller was shown: by their token, or by the random id of their page',
    tag,
    auth: 'optional',
    scope: 'people',
    query: z.object({ org: orgField, id: randomId.optional() }),
    answers: { 204: 'Nothing is known any more.' },
    handle: async ({ actor, query: { org, id } }) => {
      await ads.forget(org, actor?.org === org ? actor : null, id ?? null)
      return { status: 204 }
    },
  })

const previewRoute = (ads: Ads): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/promo/creatives/{creative}/preview',
    name: 'previewAd',
    summary: 'A creative as a page would be given it; nothing of it is counted',
    tag,
    auth: 'required',
    scope: 'settings',
    params: z.object({ creative: idField }),
    query: z.object({ zone: zoneKey }),
    answers: { 200: placesSchema },
    handle: async ({ actor, params, query }) => ({
      body: Buffer.from(await ads.preview(actor, params.creative, query.zone)),
    }),
  })

const explainRoute = (ads: Ads): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/promo/explain',
    name: 'explainAds',
    summary: 'What a page would be given now, and for each other ad the first rule that speaks against it',
    tag,
    auth: 'required',
    scope: 'settings',
    cost: 'costly',
    body: placesBody.omit({ org: true }),
    answers: { 200: explainedSchema },
    handle: async ({ body, actor, said }) => ({
      body: await ads.explain(actor, placesIn({ body: { ...body, org: actor.org }, actor: null, said })),
    }),
  })

type Asking = Pick<Asked<unknown, unknown, Body, Actor | null>, 'body' | 'actor' | 'said'>

const NO_PAGE = { keywords: [], topic: undefined, resource: undefined }
const NOBODY = { id: undefined, consent: false }

/** What somebody asks who does not say who they are; null where it cannot be taken as it is. */
export function placesSaid(body: unknown, said: Asking['said']): AskedPlaces | null {
  const { data } = placesBody.safeParse(body)
  return data === undefined ? null : placesIn({ body: data, actor: null, said })
}

/** What a request says of the page, of the program and of who asks. A token of another org finds nothing here. */
function placesIn({ body, actor, said }: Asking): AskedPlaces {
  const { org, places, page = NO_PAGE, locale, person = NOBODY, beside } = body
  if (actor !== null && actor.org !== org) throw noZone(places[0]?.zone ?? '')
  const { keywords, topic = null, resource = null } = page
  const { id = null, consent } = person
  const about = { keywords, topic, resource, locale: locale ?? preferredLocale(said('accept-language')) }
  return { org, actor, places, ...about, random: id, consent, beside, said }
}
