import * as z from 'zod'
import { Refusal } from '../api/refusal.ts'
import { defineRoute, type Route } from '../api/route.ts'
import type { PersonalData } from './service.ts'

const tag = 'People'

export const personalRoutes = (personal: PersonalData): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v1/me/export',
    name: 'exportMe',
    auth: 'required',
    tag,
    summary: 'All that is kept about the caller, as a ZIP with a page to read and the same as JSON',
    mediaType: 'application/zip',
    cost: 'costly',
    answers: { 200: 'A ZIP archive.' },
    handle: async ({ actor }) => {
      personal.requireRoom(actor)
      const headers = { 'content-disposition': 'attachment; filename="my-data.zip"' }
      return { stream: personal.archive(actor), type: 'application/zip', headers }
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/me',
    name: 'eraseMe',
    auth: 'required',
    tag,
    summary: 'Erases the caller for good: what they wrote, and who they are; their token works no longer',
    answers: { 202: 'It has begun, and will be done in a moment.' },
    handle: async ({ actor }) => {
      await personal.erase(actor, actor.id)
      return { status: 202 }
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/people/{person}',
    name: 'erasePerson',
    auth: 'required',
    scope: 'people',
    tag,
    summary: 'Erases a person for good; for admins and for the servers of the host',
    params: z.object({ person: z.string().regex(/^(guest\.)?[\w-]{22}$/, 'must be the id of a person or of a guest') }),
    answers: { 202: 'It has begun, and will be done in a moment.' },
    handle: async ({ params, actor }) => {
      if (actor.role !== 'admin') throw new Refusal('forbidden', 'Only admins may erase others.')
      await personal.erase(actor, params.person)
      return { status: 202 }
    },
  }),
]
