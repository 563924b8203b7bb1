import * as z from 'zod'
import { lineOfText } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Moderation } from '../service.ts'
import type { SanctionKind } from '../standings.ts'
import { idField } from './inputs.ts'

const params = z.object({ person: idField })
const bodySchema = z.strictObject({
  reason: lineOfText(500),
  until: z.iso.datetime().nullable().default(null).meta({ description: 'Null for ever.' }),
})

const WORDS: Readonly<Record<SanctionKind, { path: string; name: string; does: string; lifts: string }>> = {
  ban: {
    path: '/v1/moderation/bans/{person}',
    name: 'ban',
    does: 'Bans a person: they may not write until a time, and are told why',
    lifts: 'Lifts a ban',
  },
  shadow: {
    path: '/v1/moderation/shadow/{person}',
    name: 'shadowBan',
    does: 'Shadow-bans a person: what they write is held, and they do not notice',
    lifts: 'Lifts a shadow-ban',
  },
}

export const sanctionRoutes = (moderation: Moderation): Route[] =>
  (['ban', 'shadow'] as const).flatMap((kind) => [impose(moderation, kind), lift(moderation, kind)])

const shared = { auth: 'required', scope: 'moderation', tag: 'Moderation', params } as const

const impose = (moderation: Moderation, kind: SanctionKind): Route =>
  defineRoute({
    ...shared,
    method: 'PUT',
    path: WORDS[kind].path,
    name: WORDS[kind].name,
    summary: WORDS[kind].does,
    body: bodySchema,
    answers: { 204: 'It is in force, on every node within a second.' },
    handle: async ({ params: { person }, body: { reason, until }, actor }) => {
      const sanction = { reason, until: until === null ? null : new Date(until).toISOString() }
      await moderation.sanction(actor, { person, kind, sanction })
      return {}
    },
  })

const lift = (moderation: Moderation, kind: SanctionKind): Route =>
  defineRoute({
    ...shared,
    method: 'DELETE',
    path: WORDS[kind].path,
    name: `${WORDS[kind].name}Lift`,
    summary: WORDS[kind].lifts,
    answers: { 204: 'It is lifted.' },
    handle: async ({ params: { person }, actor }) => {
      await moderation.sanction(actor, { person, kind, sanction: null })
      return {}
    },
  })
