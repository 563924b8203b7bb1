import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { partsOf } from '../ids.ts'
import type { Topic } from '../model.ts'
import { noTopic } from '../policy.ts'
import type { Topics } from '../service.ts'
import { presenter, topicPage, topicPageSchema, topicSchema } from './answers.ts'
import { orgField, topicField, topicParams, treeParams } from './inputs.ts'
import { localeQuery } from './locale-fields.ts'
import { shared, topicOrHeir, treeSeen, type View } from './views.ts'

const tag = 'Topics'
const DEFAULT_LIMIT = 100
const MOST = 500

export const topicReadRoutes = (topics: Topics): Route[] => [listTopics(topics), getTopic(topics)]

const listSchema = z
  .object({
    topics: z.array(topicSchema),
    next: z.string().nullable().meta({ description: 'For the query parameter cursor; null at the end.' }),
  })
  .meta({ id: 'Topics' })

const listTopics = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/trees/{tree}/topics',
    name: 'listTopics',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'The topics under a topic, or the roots of the tree, in their order',
    params: treeParams,
    query: z.object({
      org: orgField.optional(),
      parent: topicField.optional(),
      locale: localeQuery,
      limit: numberInQuery(1, MOST).optional(),
      cursor: z.string().max(16_000).optional(),
    }),
    answers: { 200: listSchema },
    handle: async ({ params, query, actor }) => {
      const view = await treeSeen(topics, params.tree, { actor, query })
      const { limit = DEFAULT_LIMIT, cursor = null } = query
      const children = childrenSeen(view, query.parent).filter(isBehind(cursor))
      const [page, last] = [children.slice(0, limit), children[limit - 1]]
      const next = children.length > limit && last !== undefined ? cursorOf([last.order, last.key]) : null
      const present = await presenter(topics, view)
      const body = { topics: page.map(present), next }
      const links = { next: next === null ? null : { cursor: next } }
      return { body, links, ...shared(view, { saysOrg: query.org !== undefined }) }
    },
  })

function childrenSeen({ snapshot, sight, tree }: View, parent: string | undefined): Topic[] {
  if (parent === undefined) return snapshot.childrenOf(null).filter(sight.sees)
  const parts = partsOf(parent)
  const topic = parts?.tree === tree._id ? snapshot.live(parts.key) : null
  if (topic === null || !sight.sees(topic)) throw noTopic()
  return snapshot.childrenOf(topic.key).filter(sight.sees)
}

function isBehind(cursor: string | null): (topic: Topic) => boolean {
  const [order, key] = positionIn(cursor, ['text', 'text']) ?? []
  if (typeof order !== 'string' || typeof key !== 'string') return () => true
  return (topic) => topic.order > order || (topic.order === order && topic.key > key)
}

const getTopic = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/topics/{topic}',
    name: 'getTopic',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A topic, with those above it; of one that was merged, where to go',
    params: topicParams,
    query: z.object({ org: orgField.optional(), locale: localeQuery }),
    answers: { 200: topicPageSchema, 301: 'Another topic took over what it held: its address is in Location.' },
    handle: async ({ params, query, actor }) => {
      const { topic, ...view } = await topicOrHeir(topics, params.topic, { actor, query })
      if (topic._id !== params.topic) return redirect(`/v1/topics/${topic._id}`, query)
      return topicPage(topics, view, { topic, saysOrg: true })
    },
  })

/** Who keeps it asks each time whether it still holds: a topic may come back, and another may take its address. */
export function redirect(path: string, query: Readonly<Record<string, string | undefined>>): Answer {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  const location = search.size === 0 ? path : `${path}?${search.toString()}`
  return { status: 301, headers: { location, 'cache-control': 'no-cache' } }
}
