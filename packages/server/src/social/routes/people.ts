import * as z from 'zod'
import { type People, personSchema, personView } from '../../accounts/service.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { FOLLOW_STATES } from '../model.ts'
import { noPerson } from '../policy.ts'
import type { Social } from '../service.ts'
import { briefSchema, briefsSchema, nextField } from './answers.ts'
import { paged, pagingOf, personOf, viewerOf } from './asking.ts'
import { orgQuery, pageQuery, personParams } from './inputs.ts'

const tag = 'People'
const PERSON = '/v1/people/{person}'
const count = z.int().min(0)

const youSchema = z.object({
  follows: z.enum(FOLLOW_STATES).nullable(),
  followsYou: z.boolean(),
  isMuted: z.boolean(),
  isBlocked: z.boolean(),
  circles: z.array(z.string()).meta({ description: "Ids of the caller's circles that they are in." }),
  mayWrite: z.boolean().meta({ description: 'Whether the caller may write on their wall.' }),
})

const pageSchema = personSchema
  .extend({
    isPrivate: z.boolean().meta({ description: 'Who wants to follow them asks first.' }),
    bio: z.string().meta({ description: 'Rendered and sanitised.' }),
    links: z.array(z.string()),
    locale: z.string().nullable(),
    fields: z
      .array(z.object({ name: z.string(), label: z.string(), value: z.string() }))
      .meta({ description: 'What else the org lets people say of themselves: those that the caller may see.' }),
    created: z.iso.datetime().nullable(),
    numbers: z.object({ followers: count, following: count, posts: count }),
    you: youSchema
      .nullable()
      .meta({ description: 'How the caller stands with them; null for nobody and for oneself.' }),
  })
  .meta({ id: 'PersonPage' })

export const personRoutes = (social: Social, people: Pick<People, 'get'>): Route[] => [
  getPerson(social, people),
  listRoute(social, 'followers'),
  listRoute(social, 'following'),
  listFollowRequests(social),
]

const getPerson = (social: Social, people: Pick<People, 'get'>): Route =>
  defineRoute({
    method: 'GET',
    path: PERSON,
    name: 'getPerson',
    auth: 'optional',
    scope: 'people',
    tag,
    summary: 'Who somebody is, as far as they show it to the caller',
    params: personParams,
    query: orgQuery,
    answers: { 200: pageSchema },
    handle: async ({ params, query, actor }) => {
      const viewer = viewerOf({ actor, query }, noPerson)
      const [shown, known] = await Promise.all([
        social.people.view(viewer, params.person),
        people.get(viewer.org, params.person),
      ])
      if (known === null) throw noPerson()
      const now = social.needs.world.now()
      return { body: { ...personView(actor?.role ?? 'member', known, now), ...shown }, org: viewer.org }
    },
  })

const LISTS = {
  followers: { name: 'listFollowers', summary: 'Who follows somebody, the newest first, as far as they show it' },
  following: { name: 'listFollowing', summary: 'Whom somebody follows, the newest first, as far as they show it' },
} as const

const listRoute = (social: Social, side: keyof typeof LISTS): Route =>
  defineRoute({
    method: 'GET',
    path: `${PERSON}/${side}`,
    ...LISTS[side],
    auth: 'optional',
    scope: 'people',
    tag,
    params: personParams,
    query: orgQuery.extend(pageQuery.shape),
    answers: { 200: briefsSchema },
    handle: async ({ params, query, actor }) => {
      const viewer = viewerOf({ actor, query }, noPerson)
      return paged(await social.people[side](viewer, params.person, pagingOf(query)), viewer.org)
    },
  })

const listFollowRequests = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me/follow-requests',
    name: 'listFollowRequests',
    auth: 'required',
    tag: 'Following',
    summary: 'Who asks to follow the caller, the newest first',
    query: pageQuery,
    answers: {
      200: z
        .object({ people: z.array(z.object({ person: briefSchema, at: z.iso.datetime() })), next: nextField })
        .meta({ id: 'FollowRequests' }),
    },
    handle: async ({ query, actor }) => {
      personOf(actor)
      return paged(await social.people.requests(actor, pagingOf(query)), actor.org)
    },
  })
