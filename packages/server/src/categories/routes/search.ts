import * as z from 'zod'
import { lineOfText, numberInQuery } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { searchTopics } from '../search.ts'
import type { Topics } from '../service.ts'
import { breadcrumbOf, presenter, topicSchema } from './answers.ts'
import { orgField, treeParams } from './inputs.ts'
import { localeQuery } from './locale-fields.ts'
import { shared, treeSeen } from './views.ts'

const DEFAULT_LIMIT = 10
const MOST = 50

export const searchRoute = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/trees/{tree}/search',
    name: 'searchTopics',
    auth: 'optional',
    scope: 'read',
    tag: 'Topics',
    summary: 'Topics by the beginnings of words in their names, whatever the accents and the order of the words',
    params: treeParams,
    query: z.object({
      org: orgField.optional(),
      q: lineOfText(255),
      locale: localeQuery,
      limit: numberInQuery(1, MOST).optional(),
    }),
    answers: { 200: z.object({ topics: z.array(topicSchema) }).meta({ id: 'FoundTopics' }) },
    handle: async ({ params, query, actor }) => {
      const view = await treeSeen(topics, params.tree, { actor, query })
      const { q: text, limit = DEFAULT_LIMIT } = query
      const found = searchTopics(view.snapshot, { text, locale: view.locale, limit, sees: view.sight.sees })
      const present = await presenter(topics, view)
      const shown = found.map((topic) => ({ ...present(topic), breadcrumb: breadcrumbOf(view, topic) }))
      return { body: { topics: shown }, ...shared(view, { saysOrg: query.org !== undefined }) }
    },
  })
