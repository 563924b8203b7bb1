import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { pathIn, type Standing, topicParams as params } from '../../categories/service.ts'
import { TOPIC_LEVELS } from './model.ts'
import type { TopicLevels, TopicStanding } from './topic-levels.ts'

const tag = 'Notifications'
const path = '/v1/me/topic-levels/{topic}'

const levelField = z.enum(TOPIC_LEVELS)
const named = { topic: z.string(), name: z.string(), path: z.string() }

const standingSchema = z
  .object({
    ...named,
    tree: z.string(),
    emoji: z.string().nullable(),
    level: levelField.nullable().meta({ description: 'What holds; null where the defaults hold.' }),
    chosen: levelField.nullable().meta({ description: 'What was chosen here; null where something above decides.' }),
    from: z
      .object(named)
      .nullable()
      .meta({ description: 'The topic above for which the level was chosen, where it was not chosen here.' }),
  })
  .meta({ id: 'TopicLevel' })

const listSchema = z
  .object({
    levels: z.array(standingSchema),
    next: z.string().nullable().meta({ description: 'For the query parameter `cursor`; null at the end.' }),
  })
  .meta({ id: 'TopicLevels' })

const nameOf = ({ topic, snapshot }: Standing) => ({
  topic: topic._id,
  name: topic.name,
  path: pathIn(snapshot, topic, null),
})

const shown = ({ snapshot, topic, level, chosen, from }: TopicStanding) => ({
  ...nameOf({ snapshot, topic }),
  tree: snapshot.tree.key,
  emoji: topic.emoji,
  level,
  chosen,
  from: from === null ? null : nameOf({ snapshot, topic: from }),
})

const answerOf = (standing: TopicStanding): Answer => ({ body: shown(standing) })

/** How much somebody wants to hear of which topic: for that person alone. */
export const topicLevelRoutes = (levels: TopicLevels): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/me/topic-levels',
    name: 'listTopicLevels',
    auth: 'required',
    tag,
    summary: 'The topics for which one has chosen a level, the last chosen first',
    query: z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(1000).optional() }),
    answers: { 200: listSchema },
    handle: async ({ query: { limit = 50, cursor = null }, actor }) => {
      const { standings, next } = await levels.list(actor, { limit, cursor })
      return { body: { levels: standings.map(shown), next }, links: { next: next === null ? null : { cursor: next } } }
    },
  }),
  defineRoute({
    method: 'GET',
    path,
    name: 'getTopicLevel',
    auth: 'required',
    tag,
    summary: 'How much one hears of a topic',
    params,
    answers: { 200: standingSchema },
    handle: async ({ params: { topic }, actor }) => answerOf(await levels.levelOf(actor, topic)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    name: 'setTopicLevel',
    auth: 'required',
    tag,
    summary: 'Chooses how much to hear of a topic and of those below it',
    params,
    body: z.strictObject({ level: levelField }),
    answers: { 200: standingSchema },
    handle: async ({ params: { topic }, body: { level }, actor }) => answerOf(await levels.set(actor, topic, level)),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    name: 'resetTopicLevel',
    auth: 'required',
    tag,
    summary: 'Leaves it to the topics above and the defaults how much to hear of a topic',
    params,
    answers: { 200: standingSchema },
    handle: async ({ params: { topic }, actor }) => answerOf(await levels.set(actor, topic, null)),
  }),
]
