import * as z from 'zod'
import { revisionIn } from '../../api/revision-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Rules } from '../model.ts'
import { rulesSchema } from '../rules.ts'
import type { Moderation } from '../service.ts'

const path = '/v1/moderation/rules'
const tag = 'Moderation'
const answerSchema = z
  .object({ phases: rulesSchema, rev: z.int().min(0) })
  .meta({ id: 'ModerationRules', description: 'What is looked at, in this order, before a text is published.' })

export const ruleRoutes = (moderation: Moderation): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    name: 'getModerationRules',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'The phases that decide on a new or edited comment; for admins',
    answers: { 200: answerSchema },
    handle: async ({ actor }) => answerOf(await moderation.readRules(actor)),
  }),
  defineRoute({
    method: 'PUT',
    path,
    name: 'putModerationRules',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Sets the phases; with If-Match only if they are still those that were seen',
    body: z.strictObject({ phases: rulesSchema }),
    fields: ['if-match'],
    answers: { 200: answerSchema },
    handle: async ({ body, actor, headers }) =>
      answerOf(await moderation.putRules(actor, body.phases, revisionIn(headers.ifMatch, 'the rules were'))),
  }),
]

const answerOf = ({ phases, rev }: Rules): Answer => ({ body: { phases, rev }, etag: `r${rev}` })
