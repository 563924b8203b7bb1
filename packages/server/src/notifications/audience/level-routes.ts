import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { discussionParams, refOf, refQuery } from '../../comments/service.ts'
import { LEVELS } from '../model.ts'
import type { Levels, Standing } from './levels.ts'

const tag = 'Notifications'
const path = '/v1/me/levels/{discussion}'

const levelField = z.enum(LEVELS)
const standingSchema = z
  .object({
    discussion: z.string(),
    resource: z.object({ type: z.string(), id: z.string() }),
    title: z.string().nullable(),
    url: z.string().nullable(),
    level: levelField.meta({ description: 'What holds.' }),
    chosen: levelField
      .nullable()
      .meta({ description: 'What was chosen here; null where its topic or the defaults decide.' }),
    fromTopic: z
      .string()
      .nullable()
      .meta({ description: 'The topic for which the level was chosen; null where none decides.' }),
    takesPart: z.boolean().meta({ description: 'Whether one has written here.' }),
  })
  .meta({ id: 'Level' })

const listSchema = z
  .object({
    levels: z.array(standingSchema),
    next: z.string().nullable().meta({ description: 'For the query parameter `cursor`; null at the end.' }),
  })
  .meta({ id: 'Levels' })

const shown = ({ discussion: { _id, resource, title, url }, ...standing }: Standing) => ({
  discussion: _id,
  resource,
  title,
  url,
  ...standing,
})

const answerOf = (standing: Standing): Answer => ({ body: shown(standing) })

/** How much somebody wants to hear of which discussion: for that person alone. */
export const levelRoutes = (levels: Levels): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/me/levels',
    name: 'listLevels',
    auth: 'required',
    tag,
    summary: 'The discussions where one writes or has chosen a level, those that came last first',
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
    name: 'getLevel',
    auth: 'required',
    tag,
    summary: 'How much one hears of a discussion',
    params: discussionParams,
    query: refQuery,
    answers: { 200: standingSchema },
    handle: async ({ params, query, actor }) => answerOf(await levels.levelOf(actor, refOf(params, query, actor))),
  }),
  defineRoute({
    method: 'PUT',
    path,
    name: 'setLevel',
    auth: 'required',
    tag,
    summary: 'Chooses how much to hear of a discussion',
    params: discussionParams,
    query: refQuery,
    body: z.strictObject({ level: levelField }),
    answers: { 200: standingSchema },
    handle: async ({ params, query, body: { level }, actor }) =>
      answerOf(await levels.set(actor, refOf(params, query, actor), level)),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    name: 'resetLevel',
    auth: 'required',
    tag,
    summary: 'Leaves it to its topic and the defaults how much to hear of a discussion',
    params: discussionParams,
    query: refQuery,
    answers: { 200: standingSchema },
    handle: async ({ params, query, actor }) => answerOf(await levels.set(actor, refOf(params, query, actor), null)),
  }),
]
