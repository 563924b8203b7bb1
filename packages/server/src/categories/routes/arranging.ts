import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Comments } from '../../comments/service.ts'
import { DELETIONS } from '../changes/retire.ts'
import { treeId } from '../ids.ts'
import { isLive } from '../model.ts'
import { isRetired, requireMayArrange } from '../policy.ts'
import type { Standing, Topics } from '../service.ts'
import type { Arranged } from '../arranging.ts'
import { presenter, topicSchema } from './answers.ts'
import { newTopicSchema, topicChangeSchema, topicField, topicParams, treeParams } from './inputs.ts'
import { viewAfter } from './views.ts'

const tag = 'Topics'
const TOPIC = '/v1/topics/{topic}'

type Needs = { topics: Topics; comments: Comments }

export const arrangingRoutes = ({ topics, comments }: Needs): Route[] => [
  createTopic({ topics, comments }),
  changeTopic(topics),
  deleteTopic(topics),
  mergeTopic(topics),
  restoreTopic(topics),
]

const createTopic = ({ topics, comments }: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/trees/{tree}/topics',
    name: 'createTopic',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Adds a topic; its slug is made of its name where none is said',
    params: treeParams,
    body: newTopicSchema,
    fields: ['idempotency-key'],
    answers: { 201: topicSchema },
    handle: async ({ params, body, actor, headers: { idempotencyKey } }) => {
      requireMayArrange(actor)
      await topics.trees.require(actor.org, treeId(actor.org, params.tree))
      const request = ['createTopic', params.tree, body]
      await comments.needs.keys.reserve({ key: idempotencyKey, actor, request, since: async () => 0 })
      const made = await topics.create({ actor, idempotencyKey }, params.tree, body)
      // A repeat, of something that others have done away with meanwhile.
      if (!isLive(made.topic)) throw isRetired(made.topic)
      const { headers, ...answer } = await arranged(topics, made, actor)
      return { ...answer, status: 201, headers: { ...headers, location: `/v1/topics/${made.topic._id}` } }
    },
  })

const changeTopic = (topics: Topics): Route =>
  defineRoute({
    method: 'PATCH',
    path: TOPIC,
    name: 'changeTopic',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Renames a topic, moves it, puts it elsewhere among its siblings, or all of that in one step',
    params: topicParams,
    body: topicChangeSchema,
    fields: ['if-match'],
    answers: { 200: topicSchema },
    handle: async ({ params, body, actor, headers }) => {
      await requireArrangeable(topics, actor, params.topic)
      const revs = revisionsIn(headers.ifMatch)
      return arranged(topics, await topics.revise({ actor }, params.topic, { change: body, revs }), actor)
    },
  })

/** Who says where to and not how would believe that discussions were moved. */
const TO_NOWHERE = [{ path: 'query.to', message: 'goes with how=move only: leave it out, or say so' }]

const deleteTopic = (topics: Topics): Route =>
  defineRoute({
    method: 'DELETE',
    path: TOPIC,
    name: 'deleteTopic',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Deletes a topic; how says what becomes of what it holds',
    params: topicParams,
    query: z.object({
      how: z.enum(DELETIONS).optional().meta({
        description:
          'refuse (where nothing is said): it must be empty. reparent: all goes to the topic above. cascade: all below goes too. move: the discussions of all of it go to another.',
      }),
      to: topicField.optional().meta({ description: 'Where discussions go with how=move: the id of a topic.' }),
    }),
    answers: { 204: 'It is deleted.' },
    handle: async ({ params, query: { how = 'refuse', to = null }, actor }) => {
      await requireArrangeable(topics, actor, params.topic)
      if (to !== null && how !== 'move') throw new Refusal('invalid', 'query.to goes with how=move.', TO_NOWHERE)
      return { headers: toldBy(await topics.retire({ actor }, params.topic, { how, to })) }
    },
  })

const mergeTopic = (topics: Topics): Route =>
  defineRoute({
    method: 'POST',
    path: `${TOPIC}/merge`,
    name: 'mergeTopic',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Puts all that a topic holds into another, which is the answer; its addresses lead there',
    params: topicParams,
    body: z.strictObject({ into: topicField }),
    answers: { 200: topicSchema },
    handle: async ({ params, body, actor }) => {
      await requireArrangeable(topics, actor, params.topic)
      return arranged(topics, await topics.merge({ actor }, params.topic, body.into), actor)
    },
  })

const restoreTopic = (topics: Topics): Route =>
  defineRoute({
    method: 'POST',
    path: `${TOPIC}/restore`,
    name: 'restoreTopic',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Brings a deleted topic back, with those that were deleted together with it',
    params: topicParams,
    body: z.strictObject({
      parent: topicField
        .nullable()
        .exactOptional()
        .meta({ description: 'Where it is to be; where it was, as far as that is there, where nothing is said.' }),
    }),
    answers: { 200: topicSchema },
    handle: async ({ params, body, actor }) => {
      await requireArrangeable(topics, actor, params.topic)
      return arranged(topics, await topics.restore({ actor }, params.topic, body), actor)
    },
  })

/** Who may not arrange is not told what there is. */
async function requireArrangeable(topics: Topics, actor: Actor, id: string): Promise<Standing> {
  requireMayArrange(actor)
  return topics.require(actor.org, id)
}

async function arranged(topics: Topics, done: Arranged, actor: Actor): Promise<Answer> {
  const present = await presenter(topics, viewAfter(done, actor))
  const { topic } = done
  return { body: present(topic), etag: `r${topic.rev}`, headers: toldBy(done) }
}

/** Whoever reads next and says this sees what was done. */
const toldBy = ({ event }: Arranged): Record<string, string> => ({ 'palaver-event': event })
