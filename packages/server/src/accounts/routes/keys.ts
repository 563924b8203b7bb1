import * as z from 'zod'
import { SCOPES } from '../../api/actor.ts'
import { numberInQuery } from '../../api/fields.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { newApiKeySchema } from '../api-keys-model.ts'
import { requireAdmin, requireMayGrant } from '../policy.ts'
import type { Accounts } from '../service.ts'

const shared = { auth: 'required', scope: 'settings', tag: 'Keys' } as const
const instant = z.iso.datetime()

const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    created: instant,
    lastUsed: instant.nullable().meta({ description: 'To the minute.' }),
    revoked: instant.nullable(),
  })
  .meta({ id: 'ApiKey' })

const newKeySchema = keySchema
  .extend({ key: z.string().meta({ description: 'Shown now and never again.' }) })
  .meta({ id: 'NewApiKey' })

const pageSchema = z
  .object({
    keys: z.array(keySchema),
    next: z.string().nullable().meta({ description: 'For the query parameter `cursor`; null at the end.' }),
  })
  .meta({ id: 'ApiKeys' })

export const keyRoutes = ({ apiKeys }: Pick<Accounts, 'apiKeys'>): Route[] => [
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/keys',
    name: 'listKeys',
    summary: "The API keys of the caller's org, the newest first; for admins",
    query: z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(1000).optional() }),
    answers: { 200: pageSchema },
    handle: async ({ query: { limit = 50, cursor = null }, actor }) => {
      requireAdmin(actor)
      const page = await apiKeys.list(actor.org, { limit, cursor })
      return { body: page, links: { next: page.next === null ? null : { cursor: page.next } } }
    },
  }),
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/v1/keys',
    name: 'createKey',
    summary: 'Makes an API key, with which a server speaks for the org; for admins',
    body: newApiKeySchema,
    answers: { 201: newKeySchema },
    handle: async ({ body, actor }) => {
      requireAdmin(actor)
      requireMayGrant(actor, body.scopes)
      return { status: 201, body: await apiKeys.create(actor.org, body) }
    },
  }),
  defineRoute({
    ...shared,
    method: 'DELETE',
    path: '/v1/keys/{key}',
    name: 'revokeKey',
    summary: 'Revokes an API key: it stops working within a second; for admins',
    params: z.object({ key: z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'must be the id of a key') }),
    answers: { 204: 'It is revoked.' },
    handle: async ({ params, actor }) => {
      requireAdmin(actor)
      await apiKeys.revoke(actor.org, params.key)
      return {}
    },
  }),
]
