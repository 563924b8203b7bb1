import * as z from 'zod'
import { lineOfText } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { People } from '../people.ts'
import { personIdSchema } from '../people-model.ts'
import { requireAdmin } from '../policy.ts'

const shared = {
  path: '/v1/people/{person}/hold',
  auth: 'required',
  scope: 'people',
  tag: 'People',
  params: z.object({ person: personIdSchema }),
} as const

/** Where something obliges an org to keep what there is of a person. */
export const holdRoutes = (people: Pick<People, 'hold'>): Route[] => [
  defineRoute({
    ...shared,
    method: 'PUT',
    name: 'holdPerson',
    summary: 'Has what there is of a person kept: nobody can erase them until it is lifted; for admins',
    body: z.strictObject({ reason: lineOfText(500) }),
    answers: { 204: 'It is so, from now on.' },
    handle: async ({ params, body, actor }) => {
      requireAdmin(actor)
      await people.hold(actor, params.person, body.reason)
      return {}
    },
  }),
  defineRoute({
    ...shared,
    method: 'DELETE',
    name: 'releasePerson',
    summary: 'Lifts that a person cannot be erased; for admins',
    answers: { 204: 'It is not so, or not any more.' },
    handle: async ({ params, actor }) => {
      requireAdmin(actor)
      await people.hold(actor, params.person, null)
      return {}
    },
  }),
]
