import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type * as z from 'zod'
import { createApp } from '../../http/app.ts'
import { testContext } from '../../testing/test-context.ts'
import { inboxes, notifications } from '../collections.ts'
import { Centre } from './centre.ts'
import { centreRoutes } from './routes.ts'

const PATH = '/v1/me/notifications'

async function served() {
  const context = await testContext()
  await context.accounts.ensureFirst()
  const { store, comments, people, now } = context
  const isErased = people.isErased.bind(people)
  const hiddenFrom = people.relations.hiddenFrom.bind(people.relations)
  const rows = { notifications: store.collection(notifications), inboxes: store.collection(inboxes) }
  const centre = new Centre({ ...rows, log: store.events, comments, hiddenFrom, isErased, now, newId: randomUUID })
  const routes = centreRoutes(centre)
  const app = await createApp(context, routes)
  onTestFinished(() => app.close())
  const token = await context.accounts.issue('main', { id: 'ann', username: 'ann', role: 'member' }, 1)
  const call = async (
    method: 'GET' | 'POST',
    at: string,
    { body, as = token }: { body?: unknown; as?: string } = {},
  ) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const headers = {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await app.inject({ method, url: `${PATH}${at}`, headers, ...payload })
    const route = routes.find((one) => one.method === method && one.path === `${PATH}${at.split('?')[0]}`)
    const schema = route?.answers[answer.statusCode]
    if (schema !== undefined) expect((schema as z.ZodType).parse(answer.json())).toEqual(answer.json())
    return { status: answer.statusCode, data: answer.json() }
  }
  return { context, call }
}

describe('the routes of the notification centre', () => {
  it('answer somebody who was never told anything', async () => {
    const { call } = await served()
    const places = { position: 0, readTo: 0, seenTo: 0 }
    const none = { count: 0, more: false }
    expect(await call('GET', '')).toEqual({ status: 200, data: { entries: [], next: null, ...places } })
    expect(await call('GET', '?filter=archived&limit=5')).toMatchObject({ status: 200 })
    expect(await call('GET', '/counts')).toEqual({ status: 200, data: { unread: none, unseen: none, ...places } })
    for (const body of [{ ids: ['x'] }, { group: 'g' }, { discussion: 'd' }, { upTo: 7 }])
      expect(await call('POST', '/read', { body })).toEqual({ status: 200, data: { marked: 0, more: false } })
    expect(await call('POST', '/read', { body: { type: 'page', id: '1' } })).toMatchObject({ status: 404 })
    expect(await call('POST', '/seen', { body: { upTo: 7 } })).toMatchObject({ status: 200 })
    for (const at of ['/archive', '/unarchive'])
      expect(await call('POST', at, { body: { ids: ['x', 'y~z'] } })).toMatchObject({ status: 200 })
  })

  it('take nothing that they do not know', async () => {
    const { call } = await served()
    for (const body of [{}, { ids: [] }, { upTo: -1 }, { upTo: 1, ids: ['x'] }, { ids: [{ $gt: '' }] }, { group: '' }])
      expect(await call('POST', '/read', { body }), JSON.stringify(body)).toMatchObject({ status: 422 })
    expect(await call('POST', '/archive', { body: { upTo: 1 } })).toMatchObject({ status: 422 })
    expect(await call('POST', '/seen', { body: { ids: ['x'] } })).toMatchObject({ status: 422 })
    expect(await call('GET', '?cursor=x')).toMatchObject({ status: 400, data: { code: 'bad-cursor' } })
  })

  it('refuse guests', async () => {
    const { call, context } = await served()
    await context.accounts.change('main', { guests: true })
    const { token } = await context.accounts.welcome('main', 'somebody')
    for (const at of ['', '/counts'])
      expect(await call('GET', at, { as: token })).toMatchObject({ status: 403, data: { code: 'forbidden' } })
    expect(await call('POST', '/seen', { as: token, body: { upTo: 1 } })).toMatchObject({ status: 403 })
  })
})
