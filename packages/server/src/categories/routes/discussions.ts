import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { LIST_SORTS, WITHINS } from '../listings/model.ts'
import type { Topics } from '../service.ts'
import { stepOf } from './answers.ts'
import { orgField, topicParams } from './inputs.ts'
import { localeQuery } from './locale-fields.ts'
import { redirect } from './topics.ts'
import { topicOrHeir } from './views.ts'

const DEFAULT_LIMIT = 50
const MOST = 100

const listedSchema = z
  .object({
    id: z.string(),
    resource: z.object({ type: z.string(), id: z.string() }),
    title: z.string().nullable(),
    url: z.string().nullable(),
    topic: z
      .object({ id: z.string(), name: z.string(), path: z.string() })
      .meta({ description: 'The topic that it is in.' }),
    tags: z.array(z.string()),
    created: z.iso.datetime(),
    activity: z.iso.datetime().meta({ description: 'When somebody last wrote there.' }),
    comments: z.int().min(0),
  })
  .meta({ id: 'TopicDiscussion' })

export const discussionsRoute = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/topics/{topic}/discussions',
    name: 'listTopicDiscussions',
    auth: 'optional',
    scope: 'read',
    tag: 'Topics',
    summary: 'The discussions in a topic and in all below it; just after a move the list may lag behind',
    params: topicParams,
    query: z.object({
      org: orgField.optional(),
      within: z.enum(WITHINS).optional().meta({ description: 'own: only those in the topic itself.' }),
      sort: z
        .enum(LIST_SORTS)
        .optional()
        .meta({ description: 'By newest activity where nothing is said, else the newest, or the most discussed.' }),
      locale: localeQuery,
      limit: numberInQuery(1, MOST).optional(),
      cursor: z.string().max(16_000).optional(),
    }),
    answers: {
      200: z
        .object({
          discussions: z.array(listedSchema),
          next: z.string().nullable().meta({ description: 'For the query parameter cursor; null at the end.' }),
        })
        .meta({ id: 'TopicDiscussions' }),
      301: 'Another topic took over what it held: its address is in Location.',
    },
    handle: async ({ params, query, actor }) => {
      const { topic, ...view } = await topicOrHeir(topics, params.topic, { actor, query })
      const { within = 'all', sort = 'activity', limit = DEFAULT_LIMIT, cursor = null, locale } = query
      const isOther = topic._id !== params.topic
      if (isOther) return redirect(`/v1/topics/${topic._id}/discussions`, { org: query.org, within, sort, locale })
      const { snapshot, tree } = view
      const page = await topics.discussionsIn(actor, { topic, snapshot }, { within, sort, limit, cursor })
      const discussions = page.discussions.map((one) => {
        const { id, name, path } = stepOf(view, one.topic)
        return { ...one, topic: { id, name, path } }
      })
      const links = { next: page.next === null ? null : { cursor: page.next } }
      return { body: { discussions, next: page.next }, links, org: tree.org }
    },
  })
