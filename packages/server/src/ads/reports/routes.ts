import * as z from 'zod'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { idField, instantField } from '../inventory/inputs.ts'
import { reportSchema, reportView, sharedSchema, sharedView } from './answers.ts'
import type { CampaignReport, ReportBook, Wanted } from './book.ts'
import { csvOf } from './csv.ts'
import { GROUPINGS } from './report.ts'

const tag = 'Ads'
const wantedQuery = z.object({
  from: instantField
    .optional()
    .meta({ description: 'The beginning of the day thirty days before the end where nothing is said.' }),
  until: instantField.optional().meta({ description: 'Now, or the end of the campaign; at most 92 days after from.' }),
  by: z.enum(GROUPINGS).default('day'),
})
const campaignParams = z.object({ campaign: idField.meta({ description: 'Id of a campaign.' }) })
const advertiserParams = z.object({ advertiser: idField.meta({ description: 'Id of an advertiser.' }) })
const linkParams = z.object({
  link: z
    .string()
    .max(100)
    .regex(/^[\w-]+\.[\w-]+$/, 'must be a link as it was given to you'),
})

/** Who has the address has the numbers: it is told to nobody else. */
const NOT_KEPT = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const wantedIn = ({ from, until, by }: z.output<typeof wantedQuery>): Wanted => ({
  from: from ?? null,
  until: until ?? null,
  by,
})

/** What ads brought, in numbers. */
export const reportRoutes = (book: ReportBook): Route[] => [
  reportRoute(book),
  csvRoute(book),
  linkRoute(book),
  unlinkRoute(book),
  sharedRoute(book),
  sharedCsvRoute(book),
]

const reportRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/promo/campaigns/{campaign}/report',
    name: 'adReport',
    summary: 'What a campaign brought',
    tag,
    auth: 'required',
    scope: 'settings',
    params: campaignParams,
    query: wantedQuery,
    answers: { 200: reportSchema },
    handle: async ({ actor, params, query }) => ({
      body: reportView(await book.report(actor, params.campaign, wantedIn(query))),
    }),
  })

const csvRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/promo/campaigns/{campaign}/report.csv',
    name: 'adReportAsCsv',
    summary: 'The same for a spreadsheet',
    tag,
    auth: 'required',
    scope: 'settings',
    params: campaignParams,
    query: wantedQuery,
    mediaType: 'text/csv',
    answers: { 200: 'A table, with a line for each of its names.' },
    handle: async ({ actor, params, query }) => asCsv(await book.report(actor, params.campaign, wantedIn(query))),
  })

const asCsv = ({ by, lines, campaign }: CampaignReport): Answer => ({
  body: Buffer.from(csvOf(by, lines)),
  type: 'text/csv; charset=utf-8',
  headers: { ...NOT_KEPT, 'content-disposition': `attachment; filename="${campaign._id}-${by}.csv"` },
})

const linkRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/promo/advertisers/{advertiser}/link',
    name: 'linkToAdReports',
    summary: 'A new link to the reports of an advertiser, to be given to them; links before it lead nowhere',
    tag,
    auth: 'required',
    scope: 'settings',
    params: advertiserParams,
    answers: { 201: z.object({ link: z.string(), path: z.string() }).meta({ id: 'AdReportLink' }) },
    handle: async ({ actor, params }) => {
      const link = await book.link(actor, params.advertiser)
      return { status: 201, body: { link, path: `/r/${link}` } }
    },
  })

const unlinkRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/promo/advertisers/{advertiser}/link',
    name: 'unlinkAdReports',
    summary: 'Links to the reports of an advertiser lead nowhere from now on',
    tag,
    auth: 'required',
    scope: 'settings',
    params: advertiserParams,
    answers: { 204: 'They do not.' },
    handle: async ({ actor, params }) => {
      await book.unlink(actor, params.advertiser)
      return { status: 204 }
    },
  })

const sharedRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/promo/shared/{link}',
    name: 'sharedAdReports',
    summary: 'What an advertiser sees who was given a link',
    tag,
    auth: 'none',
    params: linkParams,
    query: wantedQuery,
    answers: { 200: sharedSchema },
    handle: async ({ params, query }) => ({
      body: sharedView(await book.shared(params.link, wantedIn(query))),
      headers: NOT_KEPT,
    }),
  })

const sharedCsvRoute = (book: ReportBook): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/promo/shared/{link}/campaigns/{campaign}/report.csv',
    name: 'sharedAdReportAsCsv',
    summary: 'One of them for a spreadsheet',
    tag,
    auth: 'none',
    params: linkParams.extend(campaignParams.shape),
    query: wantedQuery,
    mediaType: 'text/csv',
    answers: { 200: 'A table, with a line for each of its names.' },
    handle: async ({ params, query }) => asCsv(await book.sharedOne(params.link, params.campaign, wantedIn(query))),
  })
