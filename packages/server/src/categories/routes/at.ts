import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { pathIn, resolveFor } from '../addresses.ts'
import { noTopic, topicIsGone } from '../policy.ts'
import type { Topics } from '../service.ts'
import { topicPage, topicPageSchema } from './answers.ts'
import { orgField, pathField, treeParams } from './inputs.ts'
import { localeQuery } from './locale-fields.ts'
import { redirect } from './topics.ts'
import { treeSeen } from './views.ts'

export const atRoute = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/trees/{tree}/at',
    name: 'getTopicAt',
    auth: 'optional',
    scope: 'read',
    tag: 'Topics',
    summary: 'The topic at an address; of an address that it had once, or that is not quite right, where to go',
    params: treeParams,
    query: z.object({ org: orgField.optional(), path: pathField, locale: localeQuery }),
    answers: { 200: topicPageSchema, 301: 'The address of the topic is in Location.' },
    handle: async ({ params, query, actor }) => {
      const view = await treeSeen(topics, params.tree, { actor, query })
      const { snapshot, sight, locale } = view
      const found = resolveFor(snapshot, { path: query.path, locale, sees: sight.sees })
      if (found === null) throw noTopic()
      if (found === 'gone') throw topicIsGone()
      const path = pathIn(snapshot, found.topic, found.locale)
      // Also one that differs only in what is not seen, such as a slash at its end.
      if (path !== query.path) return redirect(`/v1/trees/${params.tree}/at`, { ...query, path })
      const saysOrg = query.org !== undefined
      return topicPage(topics, { ...view, locale: found.locale }, { topic: found.topic, saysOrg })
    },
  })
