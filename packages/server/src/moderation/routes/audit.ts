import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Moderation } from '../service.ts'
import { entrySchema, entryView, nextField } from './answers.ts'
import { idField, linksOf, pagingOf, pagingQuery } from './inputs.ts'

const FILTERS = ['by', 'person', 'discussion'] as const

export const auditRoute = (moderation: Moderation): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/moderation/audit',
    name: 'getAuditLog',
    auth: 'required',
    scope: 'moderation',
    tag: 'Moderation',
    summary: 'What moderators did, the newest first; it cannot be edited',
    query: pagingQuery.extend({
      by: idField.optional().meta({ description: 'Only what this moderator did.' }),
      person: idField.optional().meta({ description: 'Only what was done to this person or what they wrote.' }),
      discussion: idField.optional(),
    }),
    answers: { 200: z.object({ entries: z.array(entrySchema), next: nextField }).meta({ id: 'AuditLog' }) },
    handle: async ({ query, actor }) => {
      const { limit, cursor } = query
      const filter = FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as const]))
      if (filter.length > 1) throw new Refusal('invalid', `Filter by one of ${FILTERS.join(', ')}.`)
      const asked = { ...Object.fromEntries(filter), ...pagingOf({ limit, cursor }) }
      const { entries, next } = await moderation.auditLog(actor, asked)
      return { body: { entries: entries.map(entryView), next }, ...linksOf(next) }
    },
  })
