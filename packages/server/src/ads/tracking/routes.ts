import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { type Answer, type Asked, defineRoute, type Route } from '../../api/route.ts'
import { NOT_KEPT, PIXEL, PIXEL_TYPE } from './pixel.ts'
import type { Tracking, Visit } from './track.ts'

const tag = 'Ads'

const ticketParams = z.object({
  ticket: z.string().max(1000).meta({ description: 'As the address of the ad has it: signed by the service.' }),
})

const told = { tag, auth: 'none', cost: 'read', params: ticketParams, ignoresQuery: true } as const

const PICTURE: Answer = { body: PIXEL, type: PIXEL_TYPE, headers: NOT_KEPT }
const NOTHING: Answer = { status: 204, headers: NOT_KEPT }

const visitOf = ({
  said,
  address,
  isHead,
}: Pick<Asked<unknown, unknown, unknown, null>, 'said' | 'address' | 'isHead'>): Visit => ({
  said,
  address,
  isHead,
})

/** The first two are mostly answered before they come here: see http/track-lane.ts. */
export const trackingRoutes = (tracking: Tracking): Route[] => [
  ...beacons('/t/i/{ticket}', {
    names: ['tellImpression', 'tellImpressionByPicture'],
    summary: 'That an ad is on the page: it counts once, whoever says it how often',
    tell: (token, visit) => tracking.view(token, visit),
  }),
  ...beacons('/t/v/{ticket}', {
    names: ['tellViewable', 'tellViewableByPicture'],
    summary: 'That half of an ad was to be seen for a second',
    tell: (token, visit) => tracking.seen(token, visit),
  }),
  clickRoute(tracking),
  ...conversionRoutes(tracking),
]

type Beacon = {
  names: readonly [string, string]
  summary: string
  tell: (token: string, visit: Visit) => Promise<unknown>
}

/** Answered in the same way whatever becomes of it. */
const beacons = (path: string, { names: [post, get], summary, tell }: Beacon): Route[] => [
  defineRoute({
    ...told,
    method: 'POST',
    path,
    name: post,
    summary,
    answers: { 204: 'It was heard.' },
    handle: async ({ params, ...asked }) => {
      await tell(params.ticket, visitOf(asked))
      return NOTHING
    },
  }),
  defineRoute({
    ...told,
    method: 'GET',
    path,
    name: get,
    summary: `${summary}; for pages without scripts`,
    mediaType: PIXEL_TYPE,
    answers: { 200: 'A picture of one transparent point.' },
    handle: async ({ params, ...asked }) => {
      await tell(params.ticket, visitOf(asked))
      return PICTURE
    },
  }),
]

/** What the page says of referrers holds for where it leads, too: nothing is said of them here. */
const clickRoute = (tracking: Tracking): Route =>
  defineRoute({
    ...told,
    method: 'GET',
    path: '/t/c/{ticket}',
    name: 'followAd',
    summary: 'Leads to what an ad is for, as its advertiser wrote it; nothing of that is taken from the address',
    answers: { 302: 'Where it leads is in Location.' },
    handle: async ({ params, ...asked }) => {
      const { location } = await tracking.click(params.ticket, visitOf(asked))
      if (location === null) throw noAd()
      return { status: 302, headers: { ...NOT_KEPT, location } }
    },
  })

const noAd = (): Refusal =>
  new Refusal('not-found', 'This leads to no ad: the address was changed on its way, or is too old.')

const conversionSchema = z
  .object({ counts: z.boolean(), verdict: z.string().meta({ description: 'Why it counts, or does not.' }) })
  .meta({ id: 'ToldConversion' })

const conversionRoutes = (tracking: Tracking): Route[] => [
  defineRoute({
    ...told,
    method: 'POST',
    path: '/t/a/{ticket}',
    name: 'tellConversion',
    summary: 'That somebody who followed an ad did what it was for: the value of `palaver_click`, told by a server',
    answers: { 200: conversionSchema },
    handle: async ({ params }) => {
      const verdict = await tracking.conversion(params.ticket)
      if (verdict === 'unknown') throw noAd()
      return { body: { counts: verdict === 'billed' || verdict === 'free', verdict }, headers: NOT_KEPT }
    },
  }),
  defineRoute({
    ...told,
    method: 'GET',
    path: '/t/a/{ticket}',
    name: 'tellConversionByPicture',
    summary: 'The same as a picture on the page that thanks them; shown whatever becomes of it',
    mediaType: PIXEL_TYPE,
    answers: { 200: 'A picture of one transparent point.' },
    handle: async ({ params, isHead }) => {
      await tracking.conversion(params.ticket, { isHead })
      return PICTURE
    },
  }),
]
