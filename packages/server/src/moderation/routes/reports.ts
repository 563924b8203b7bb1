import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { commentParams, refOf, refQuery } from '../../comments/service.ts'
import { REPORT_REASONS } from '../model.ts'
import type { Moderation } from '../service.ts'
import { nextField, reportSchema, reportView } from './answers.ts'
import { linksOf, pagingOf, pagingQuery } from './inputs.ts'

const tag = 'Moderation'
const path = '/v1/discussions/{discussion}/comments/{slug}/reports'

/** Several lines, but nothing that cannot be seen. */
const noteField = z
  .string()
  .trim()
  .max(1_000)
  .refine((note) => note.isWellFormed() && !note.includes('\0'), 'must be well-formed text')
  .nullable()
  .default(null)

export const reportRoutes = (moderation: Moderation): Route[] => [reportComment(moderation), listReports(moderation)]

const reportComment = (moderation: Moderation): Route =>
  defineRoute({
    method: 'POST',
    path,
    name: 'reportComment',
    auth: 'required',
    scope: 'comments',
    tag,
    summary: 'Tells moderators that something is wrong with a comment; a second report takes the place of the first',
    params: commentParams,
    query: refQuery,
    body: z.strictObject({ reason: z.enum(REPORT_REASONS), note: noteField }),
    answers: { 204: 'It is reported.' },
    handle: async ({ params, query, body, actor }) => {
      await moderation.report(actor, { ref: refOf(params, query, actor), slug: params.slug, ...body })
      return {}
    },
  })

const listReports = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path,
    name: 'listReports',
    auth: 'required',
    scope: 'moderation',
    tag,
    summary: 'What people have against a comment; for moderators',
    params: commentParams,
    query: refQuery.extend(pagingQuery.shape),
    answers: { 200: z.object({ reports: z.array(reportSchema), next: nextField }).meta({ id: 'Reports' }) },
    handle: async ({ params, query, actor }) => {
      const { limit, cursor, ...names } = query
      const asked = { ref: refOf(params, names, actor), slug: params.slug, ...pagingOf({ limit, cursor }) }
      const { reports, next } = await moderation.reportsOf(actor, asked)
      return { body: { reports: reports.map(reportView), next }, ...linksOf(next) }
    },
  })
