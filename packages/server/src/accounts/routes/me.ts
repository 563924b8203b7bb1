import * as z from 'zod'
import { numberInQuery } from '../../api/fields.ts'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { noPerson, type People } from '../people.ts'
import { RELATION_KINDS, type RelationKind } from '../relations.ts'

const tag = 'Me'

/** Guests, too, can be muted and blocked: nobody else knows of them. */
const GUEST = /^guest\.[\w-]{22}$/
const personParams = z.object({
  person: z.string().regex(/^(guest\.)?[\w-]{22}$/, 'must be the id of a person, as the author of a comment has it'),
})

const WORDS = {
  mute: { path: '/v1/me/mutes', Name: 'Mute', does: 'Mutes somebody: their comments are marked as hidden' },
  block: { path: '/v1/me/blocks', Name: 'Block', does: 'Blocks somebody: neither is to have to do with the other' },
} as const

const listSchema = z
  .object({
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable().meta({ description: 'Null of guests and of people who are gone.' }),
        avatar: z.string().nullable(),
        at: z.iso.datetime(),
        until: z.iso.datetime().nullable().meta({ description: 'When it ends by itself; null where it does not.' }),
      }),
    ),
    next: z.string().nullable().meta({ description: 'For the query parameter `cursor`; null at the end.' }),
  })
  .meta({ id: 'Relations' })

/** Whom somebody has muted or blocked: for that person alone. */
export const relationRoutes = (people: People): Route[] =>
  RELATION_KINDS.flatMap((kind) => [addRoute(people, kind), removeRoute(people, kind), listRoute(people, kind)])

const muteBody = z
  .strictObject({
    until: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .meta({ description: 'When it ends by itself; null, or without a body, where it does not.' }),
  })
  .optional()

const addRoute = (people: People, kind: RelationKind): Route =>
  defineRoute({
    method: 'PUT',
    path: `${WORDS[kind].path}/{person}`,
    name: `add${WORDS[kind].Name}`,
    auth: 'required',
    tag,
    summary: WORDS[kind].does,
    params: personParams,
    body: kind === 'mute' ? muteBody : undefined,
    answers: { 204: 'It is so, from now on.' },
    handle: async ({ params: { person }, body, actor }) => {
      if (person === actor.id) throw new Refusal('invalid', `You cannot ${kind} yourself.`)
      const found = GUEST.test(person) ? null : await people.get(actor.org, person)
      if (!GUEST.test(person) && (found === null || found.erased !== null)) throw noPerson()
      if (kind === 'mute') await people.relations.mute(actor, person, body?.until ?? null)
      else await people.relations.add(actor, kind, person)
      return {}
    },
  })

const removeRoute = (people: People, kind: RelationKind): Route =>
  defineRoute({
    method: 'DELETE',
    path: `${WORDS[kind].path}/{person}`,
    name: `remove${WORDS[kind].Name}`,
    auth: 'required',
    tag,
    summary: `Takes a ${kind} back`,
    params: personParams,
    answers: { 204: 'It is not so, or not any more.' },
    handle: async ({ params: { person }, actor }) => {
      await people.relations.remove(actor, kind, person)
      return {}
    },
  })

const listRoute = (people: People, kind: RelationKind): Route =>
  defineRoute({
    method: 'GET',
    path: WORDS[kind].path,
    name: `list${WORDS[kind].Name}s`,
    auth: 'required',
    tag,
    summary: `The people of one's own ${kind}s, the newest first`,
    query: z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(1000).optional() }),
    answers: { 200: listSchema },
    handle: async ({ query: { limit = 50, cursor = null }, actor }) => {
      const { relations, next } = await people.relations.list(actor, kind, { limit, cursor })
      const listed = await Promise.all(
        relations.map(async ({ to, at, until }) => {
          const person = await people.get(actor.org, to)
          const isThere = person !== null && person.erased === null
          return {
            id: to,
            name: isThere ? person.name : null,
            avatar: isThere ? people.pictureOf(person) : null,
            at,
            until,
          }
        }),
      )
      return { body: { people: listed, next }, links: { next: next === null ? null : { cursor: next } } }
    },
  })
