import * as z from 'zod'
import type { Role } from '../../api/actor.ts'
import { numberInQuery } from '../../api/fields.ts'
import { handleOf } from '../../api/name-key.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { People } from '../people.ts'
import { inForce, type PersonDocument } from '../people-model.ts'
import { requireAdmin } from '../policy.ts'
import { holdRoutes } from './holds.ts'

const tag = 'People'
const MOST_TOLD = 1000

const sanctionSchema = z.object({ until: z.iso.datetime().nullable(), reason: z.string() })

export const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    handle: z.string().meta({ description: 'How the name is written behind an @ to mention this person.' }),
    url: z.string().nullable(),
    avatar: z.string().nullable(),
    ban: sanctionSchema.nullable().exactOptional().meta({ description: 'For moderators only.' }),
    shadow: sanctionSchema.nullable().exactOptional().meta({ description: 'For moderators only.' }),
    hostId: z.string().exactOptional().meta({ description: "For admins and the host's own servers only." }),
    email: z.string().nullable().exactOptional().meta({ description: "For admins and the host's own servers only." }),
  })
  .meta({ id: 'Person' })

type View = z.output<typeof personSchema>
const toldSchema = z
  .object({
    people: z.array(
      z.object({
        id: z.string().nullable().meta({ description: "The host's id, as it was sent." }),
        person: z.string().nullable().meta({ description: 'The id of this person here.' }),
        outcome: z.enum(['created', 'updated', 'unchanged', 'invalid']),
        errors: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
  })
  .meta({ id: 'PeopleTold', description: 'What became of each, in the order in which they were sent.' })

export const peopleRoutes = (people: People, now: () => number): Route[] => [
  tellPeople(people),
  findPeople(people, now),
  ...holdRoutes(people),
]

const tellPeople = (people: People): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/people',
    name: 'tellPeople',
    largestBody: 2_000_000,
    auth: 'required',
    scope: 'people',
    tag,
    summary: 'Tells of up to 1,000 people, so that they can be mentioned before they have ever been here',
    body: z.strictObject({
      people: z.array(z.unknown()).min(1).max(MOST_TOLD).meta({
        description: 'Each with `id` and `username` as in a token, and with `email`, `url`, `avatar` or null.',
      }),
    }),
    answers: { 200: toldSchema },
    handle: async ({ body, actor }) => {
      requireAdmin(actor)
      return { body: { people: await people.upsert(actor.org, body.people) } }
    },
  })

const findPeople = (people: People, now: () => number): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/people',
    name: 'findPeople',
    cost: 'costly',
    auth: 'required',
    scope: 'people',
    tag,
    summary: 'People whose name begins so, in order of their names: for whoever is about to mention somebody',
    query: z.object({ prefix: z.string().min(1).max(50), limit: numberInQuery(1, 20).optional() }),
    answers: { 200: z.object({ people: z.array(personSchema) }).meta({ id: 'People' }) },
    handle: async ({ query, actor }) => {
      const found = await people.lookup.startingWith(actor, query.prefix, query.limit ?? 8)
      const shown = found.map((person) => ({
        ...personView(actor.role, person, now()),
        avatar: people.pictureOf(person),
      }))
      return { body: { people: shown } }
    },
  })

/** What somebody of a role may know of a person, besides what those say of themselves. */
export function personView(role: Role, person: PersonDocument, now: number): View {
  const { _id: id, name, url, avatar, hostId, email } = person
  const shown = { id, name, handle: handleOf(name), url, avatar }
  if (role === 'member') return shown
  const sanctions = { ban: sanctionView(person.ban, now), shadow: sanctionView(person.shadow, now) }
  return role === 'admin' ? { ...shown, ...sanctions, hostId, email } : { ...shown, ...sanctions }
}

function sanctionView(sanction: PersonDocument['ban'], now: number): z.output<typeof sanctionSchema> | null {
  const current = inForce(sanction, now)
  return current === null ? null : { until: current.until, reason: current.reason }
}
