import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { mayStart } from '../policy.ts'
import type { Topics } from '../service.ts'
import { topicParams } from './inputs.ts'
import { topicOrHeir } from './views.ts'

export const mineRoute = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me/topics/{topic}',
    name: 'getMyTopic',
    auth: 'required',
    tag: 'Topics',
    summary: 'What the caller may do with a topic',
    params: topicParams,
    answers: { 200: z.object({ mayStart: z.boolean(), mayArrange: z.boolean() }).meta({ id: 'MyTopic' }) },
    handle: async ({ params, actor }) => {
      const { snapshot, topic } = await topicOrHeir(topics, params.topic, { actor, query: {} })
      return { body: { mayStart: mayStart(snapshot, actor, topic), mayArrange: actor.role === 'admin' } }
    },
  })
