import * as z from 'zod'
import { numberInQuery } from '../api/fields.ts'
import { defineRoute, type Route } from '../api/route.ts'
import { endpointChangeSchema, newEndpointSchema, replaySchema } from './model.ts'
import type { Webhooks } from './service.ts'
import { answered, deliverySchema, next, webhookSchema, withSecretSchema } from './views.ts'

const shared = { auth: 'required', scope: 'settings', tag: 'Webhooks' } as const
const paging = z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(1000).optional() })
const params = z.object({ webhook: z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a webhook') })

const nextLink = (cursor: string | null) => ({ next: cursor === null ? null : { cursor } })

export const webhookRoutes = (webhooks: Pick<Webhooks, 'endpoints' | 'deliveries'>): Route[] => [
  ...endpointRoutes(webhooks),
  ...sendingRoutes(webhooks),
]

const endpointRoutes = ({ endpoints }: Pick<Webhooks, 'endpoints'>): Route[] => [
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/webhooks',
    name: 'listWebhooks',
    summary: "The webhooks of the caller's org, the newest first; for admins",
    query: paging,
    answers: { 200: z.object({ webhooks: z.array(webhookSchema), next }).meta({ id: 'Webhooks' }) },
    handle: async ({ query: { limit = 50, cursor = null }, actor }) => {
      const page = await endpoints.list(actor, { limit, cursor })
      return { body: page, links: nextLink(page.next) }
    },
  }),
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks',
    name: 'createWebhook',
    summary: 'Has an address told of what happens to comments; for admins',
    body: newEndpointSchema,
    answers: { 201: withSecretSchema },
    handle: async ({ body, actor }) => ({ status: 201, body: await endpoints.create(actor, body) }),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/webhooks/{webhook}',
    name: 'getWebhook',
    summary: 'A webhook, and whether it works; for admins',
    params,
    answers: { 200: webhookSchema },
    handle: async ({ params: { webhook }, actor }) => ({ body: await endpoints.get(actor, webhook) }),
  }),
  defineRoute({
    ...shared,
    method: 'PATCH',
    path: '/v1/webhooks/{webhook}',
    name: 'changeWebhook',
    summary: 'Changes a webhook, or switches it off and on; for admins',
    params,
    body: endpointChangeSchema,
    answers: { 200: webhookSchema },
    handle: async ({ params: { webhook }, body, actor }) => ({ body: await endpoints.change(actor, webhook, body) }),
  }),
  defineRoute({
    ...shared,
    method: 'DELETE',
    path: '/v1/webhooks/{webhook}',
    name: 'removeWebhook',
    summary: 'Removes a webhook, and what waits to be sent there; for admins',
    params,
    answers: { 204: 'It is removed.' },
    handle: async ({ params: { webhook }, actor }) => {
      await endpoints.remove(actor, webhook)
      return {}
    },
  }),
]

const sendingRoutes = ({ endpoints, deliveries }: Pick<Webhooks, 'endpoints' | 'deliveries'>): Route[] => [
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/{webhook}/rotate',
    name: 'rotateWebhookSecret',
    summary: 'Gives a webhook a new secret; the one before signs along for a day; for admins',
    params,
    answers: { 200: withSecretSchema },
    handle: async ({ params: { webhook }, actor }) => ({ body: await endpoints.rotate(actor, webhook) }),
  }),
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/{webhook}/ping',
    name: 'pingWebhook',
    summary: 'Sends a `ping` now and answers what came back; for admins',
    cost: 'costly',
    params,
    answers: { 200: z.object({ event: z.string(), ...answered }).meta({ id: 'WebhookPing' }) },
    handle: async ({ params: { webhook }, actor, signal }) => ({
      body: await endpoints.ping(actor, webhook, signal()),
    }),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/v1/webhooks/{webhook}/deliveries',
    name: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook in the last 30 days, the newest first; for admins',
    params,
    query: paging,
    answers: { 200: z.object({ deliveries: z.array(deliverySchema), next }).meta({ id: 'WebhookDeliveries' }) },
    handle: async ({ params: { webhook }, query: { limit = 50, cursor = null }, actor }) => {
      const page = await deliveries.list(actor, webhook, { limit, cursor })
      return { body: page, links: nextLink(page.next) }
    },
  }),
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/{webhook}/replay',
    name: 'replayWebhook',
    summary: 'Sends one event again, or those since a time, some at each call; for admins',
    cost: 'costly',
    params,
    body: replaySchema,
    answers: { 200: z.object({ replayed: z.int(), next }).meta({ id: 'WebhookReplay' }) },
    handle: async ({ params: { webhook }, body, actor }) => ({ body: await deliveries.replay(actor, webhook, body) }),
  }),
]
