import * as z from 'zod'
import { revisionIn } from '../../api/revision-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { choicesSchema, type Preferences } from './model.ts'
import { patchSchema } from './patch.ts'
import { type PreferenceBook, requirePerson, withDefaults } from './preferences.ts'

const path = '/v1/me/preferences'
const tag = 'Notifications'

const answerSchema = z
  .object({
    inForce: choicesSchema.meta({ id: 'Preferences', description: 'What holds: the choices, and the defaults.' }),
    chosen: choicesSchema
      .partial()
      .meta({ id: 'ChosenPreferences', description: 'What was chosen; all the rest is as the defaults say.' }),
    unsubscribed: z
      .object({ all: z.boolean(), reasons: z.array(z.string()), discussions: z.array(z.string()) })
      .meta({ description: 'What links in mails have ended; it holds for mails alone.' }),
    rev: z.int().min(0),
  })
  .meta({ id: 'OwnPreferences' })

/** How somebody is told of things: for that person alone. */
export const preferenceRoutes = (book: PreferenceBook): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    name: 'getPreferences',
    auth: 'required',
    tag,
    summary: 'How one is told of what happens',
    answers: { 200: answerSchema },
    handle: async ({ actor }) => {
      requirePerson(actor)
      return answerOf(await book.documentOf(actor.org, actor.id))
    },
  }),
  defineRoute({
    method: 'PATCH',
    path,
    name: 'changePreferences',
    auth: 'required',
    tag,
    summary: 'Changes how one is told; with If-Match only if it is still as it was seen',
    body: patchSchema,
    fields: ['if-match'],
    answers: { 200: answerSchema },
    handle: async ({ body, actor, headers }) =>
      answerOf(await book.change(actor, body, { ifMatch: revisionIn(headers.ifMatch, 'the preferences were') })),
  }),
]

const answerOf = ({ choices, unsubscribed, rev }: Preferences): Answer => ({
  body: { inForce: withDefaults(choices), chosen: choices, unsubscribed, rev },
  etag: `r${rev}`,
})
