import { randomUUID } from 'node:crypto'
import { openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { collections } from '../collections.ts'
import { presentWithText } from '../comments/present.ts'
import { createApp } from '../http/app.ts'
import { testContext } from '../testing/test-context.ts'
import { webhookCollections } from './collections.ts'
import { webhookRoutes } from './routes.ts'
import { Webhooks } from './service.ts'
import { receiver } from './webhooks.fixtures.ts'

/** The routes on a database of their own; every answer fits what they say they answer. */
async function service() {
  const all = [...new Set([...collections, ...webhookCollections])]
  const context = await testContext({ engine: await openSqlite({ file: ':memory:', collections: all }) })
  await context.accounts.ensureFirst()
  const webhooks = new Webhooks({
    ...context,
    view: presentWithText,
    allowPrivate: true,
    newId: randomUUID,
    restoredAt: async () => null,
  })
  const routes = webhookRoutes(webhooks)
  const app = await createApp(context, routes)
  const { key } = await context.accounts.apiKeys.create('main', { name: 'host', scopes: ['settings'] })
  const other = await context.accounts.apiKeys.create('main', { name: 'host', scopes: ['comments'] })
  const call = async (name: string, { id = '', body, as = key }: { id?: string; body?: object; as?: string } = {}) => {
    const route = routes.find((one) => one.name === name)
    if (route === undefined) throw new Error(`no route ${name}`)
    const answer = await app.inject({
      method: route.method,
      url: route.path.replace('{webhook}', id),
      headers: { authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    const schema = route.answers[answer.statusCode]
    if (schema instanceof z.ZodType) expect(schema.parse(answer.json())).toEqual(answer.json())
    else if (schema === undefined) expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    const data: ReturnType<typeof JSON.parse> = answer.body === '' ? null : answer.json()
    return { status: answer.statusCode, data }
  }
  return { call, app, context, otherKey: other.key }
}

test('a webhook from its first day to its last', async () => {
  const there = await receiver()
  const { call } = await service()
  const made = await call('createWebhook', { body: { url: there.url, types: ['comment.deleted', 'comment.created'] } })
  expect(made).toMatchObject({ status: 201, data: { types: ['comment.created', 'comment.deleted'] } })
  const { id, secret } = made.data
  expect(secret).toMatch(/^whsec_/)
  expect((await call('listWebhooks')).data).toMatchObject({ webhooks: [{ id }], next: null })
  expect((await call('getWebhook', { id })).data).not.toHaveProperty('secret')
  const changed = await call('changeWebhook', { id, body: { description: 'ours', disabled: true } })
  expect(changed.data).toMatchObject({ description: 'ours', disabled: { reason: 'owner' } })
  expect((await call('rotateWebhookSecret', { id })).data.secret).not.toBe(secret)
  expect(await call('pingWebhook', { id })).toMatchObject({ status: 200, data: { status: 204, error: null } })
  expect((await call('listWebhookDeliveries', { id })).data).toEqual({ deliveries: [], next: null })
  const since = '2026-01-01T00:00:00Z'
  expect((await call('replayWebhook', { id, body: { since } })).data).toEqual({ replayed: 0, next: null })
  expect(await call('replayWebhook', { id, body: { event: 'none' } })).toMatchObject({ status: 404 })
  expect(await call('removeWebhook', { id })).toMatchObject({ status: 204 })
  expect(await call('getWebhook', { id })).toMatchObject({ status: 404, data: { code: 'webhook-not-found' } })
})

test.each([
  { url: 'ftp://example.org/' },
  { url: 'https://me:pass@example.org/' },
  { url: 'https://example.org/', types: ['comment.unknown'] },
  { url: 'https://example.org/', secret: 'whsec_mine' },
  { url: 'https://example.org/', description: 'a\nb' },
])('%j is not taken', async (body) => {
  const { call } = await service()
  expect(await call('createWebhook', { body })).toMatchObject({ status: 422, data: { code: 'invalid' } })
})

test('it takes the scope settings, or an admin', async () => {
  const { call, otherKey, context } = await service()
  const [member, admin] = await Promise.all(
    (['member', 'admin'] as const).map((role) => context.accounts.issue('main', { id: role, username: role, role }, 1)),
  )
  expect(await call('listWebhooks', { as: otherKey })).toMatchObject({ status: 403 })
  expect(await call('listWebhooks', { as: member ?? '' })).toMatchObject({ status: 403 })
  expect(await call('listWebhooks', { as: admin ?? '' })).toMatchObject({ status: 200 })
})

test('the API is described', async () => {
  const { app } = await service()
  const { paths } = (await app.inject('/openapi.json')).json() as { paths: Record<string, unknown> }
  expect(Object.keys(paths)).toContain('/v1/webhooks/{webhook}/replay')
})
