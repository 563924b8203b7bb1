import { expect, it, onTestFinished } from 'vitest'
import type { Route } from '../api/route.ts'
import { createApp } from '../http/app.ts'
import { testContext } from '../testing/test-context.ts'
import { held as allHeld } from '../moderation/collections.ts'
import { Audiences } from './audience/audiences.ts'
import { levelRoutes } from './audience/level-routes.ts'
import { Levels } from './audience/levels.ts'
import * as all from './collections.ts'
import { Explainer } from './explain.ts'
import { explainRoutes } from './explain-routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { PreferenceBook } from './preferences/preferences.ts'

const ORG = 'main'
const AT = '/v1/me/levels/-?type=page&id=1'

/** The routes of preferences, levels and explanations, with all that they stand on. */
async function opened() {
  const context = await testContext()
  await context.accounts.ensureFirst()
  const { store, people, comments, now } = context
  const isErased = (whose: { org: string; id: string }): Promise<boolean> => people.isErased(whose)
  const preferences = new PreferenceBook({ preferences: store.collection(all.preferences), isErased, now })
  const followings = store.collection(all.followings)
  const topicFollowings = store.collection(all.topicFollowings)
  const held = store.collection(allHeld)
  const needs = {
    followings,
    topicFollowings,
    audiences: store.collection(all.audiences),
    notifications: store.collection(all.notifications),
    inboxes: store.collection(all.inboxes),
    tellings: store.collection(all.tellings),
    comments,
    people,
    preferences,
    mayOf: async () => ({ see: true, moderate: null }),
    isWaiting: async (_: string, id: string) => (await held.get(id))?.state === 'waiting',
    restoredAt: async () => null,
    now,
    keptDays: 1,
  }
  const levels = new Levels({ followings, topicFollowings, comments, preferences, isErased, now })
  const explainer = new Explainer({
    hasPush: true,
    ...needs,
    windows: store.collection(all.windows),
    log: store.events,
  })
  const routes: Route[] = [...preferenceRoutes(preferences), ...levelRoutes(levels), ...explainRoutes(explainer)]
  const app = await createApp(context, routes)
  onTestFinished(() => app.close())
  const call = async (method: Route['method'], url: string, more: { body?: unknown; match?: string } = {}) => {
    const token = await context.accounts.issue(ORG, { id: 'bob', username: 'bob' }, 1)
    const type = more.body === undefined ? {} : { 'content-type': 'application/json' }
    const match = more.match === undefined ? {} : { 'if-match': more.match }
    const headers = { authorization: `Bearer ${token}`, ...type, ...match }
    const payload = more.body === undefined ? {} : { payload: JSON.stringify(more.body) }
    const answer = await app.inject({ method, url, headers, ...payload })
    return { status: answer.statusCode, tag: answer.headers.etag, data: answer.json() }
  }
  return { ...context, audiences: new Audiences(needs), call }
}

it('preferences are read and changed, with the revision that was seen', async () => {
  const { call } = await opened()
  const path = '/v1/me/preferences'
  const first = await call('GET', path)
  expect(first).toMatchObject({ status: 200, tag: '"r0"', data: { inForce: { mail: 'instant' }, chosen: {}, rev: 0 } })
  const changed = await call('PATCH', path, { body: { mail: 'daily' }, match: '"r0"' })
  expect(changed).toMatchObject({
    status: 200,
    tag: '"r1"',
    data: { inForce: { mail: 'daily' }, chosen: { mail: 'daily' } },
  })
  expect(await call('PATCH', path, { body: { mail: 'off' }, match: '"r0"' })).toMatchObject({
    status: 412,
    data: { code: 'changed-meanwhile' },
  })
  expect(await call('PATCH', path, { body: { mail: 'off' }, match: '"x"' })).toMatchObject({ status: 422 })
  expect(await call('PATCH', path, { body: { channels: { fax: {} } } })).toMatchObject({ status: 422 })
})

it('levels are chosen by discussion or by resource, and listed', async () => {
  const { call, comments, accounts } = await opened()
  expect(await call('PUT', AT, { body: { level: 'watching' } })).toMatchObject({
    status: 404,
    data: { code: 'discussion-not-found' },
  })
  const root = await accounts.identify(await accounts.issue(ORG, { id: 'root', username: 'root', role: 'admin' }, 1))
  const { _id } = await comments.open(root, { org: ORG, resource: { type: 'page', id: '1' } })
  expect(await call('PUT', AT, { body: { level: 'watching' } })).toMatchObject({
    data: { discussion: _id, level: 'watching' },
  })
  expect(await call('GET', `/v1/me/levels/${_id}`)).toMatchObject({ data: { chosen: 'watching', takesPart: false } })
  expect(await call('GET', '/v1/me/levels')).toMatchObject({ data: { levels: [{ discussion: _id }], next: null } })
  expect(await call('DELETE', AT)).toMatchObject({ data: { level: 'mentions', chosen: null } })
})

it('L2: one call explains why somebody was told, or was not', async () => {
  const { call, comments, accounts, store, audiences } = await opened()
  const ada = await accounts.identify(await accounts.issue(ORG, { id: 'ada', username: 'ada' }, 1))
  await call('GET', '/v1/me/preferences')
  const ref = { org: ORG, resource: { type: 'page', id: '1' } }
  const { event } = await comments.post({ actor: ada, ref }, { text: 'hello @bob' })
  const events = await store.events.read({ partition: store.events.partitionOf(ORG), id: event, after: 0, limit: 1 })
  for (const one of events) await audiences.of(one)[Symbol.asyncIterator]().next()
  const told = { channel: 'centre', state: 'pending', why: null, words: null }
  expect(await call('GET', `/v1/notifications/explain?event=${event}`)).toMatchObject({
    status: 200,
    data: { reason: 'mention', op: 'created', channels: [told, {}, {}] },
  })
  const other = await call('GET', `/v1/notifications/explain?event=${event}&user=${ada.id}`)
  expect([other.status, other.data.code]).toEqual([403, 'forbidden'])
  const missing = await call('GET', '/v1/notifications/explain?event=nothing')
  expect([missing.status, missing.data.code]).toEqual([404, 'event-not-found'])
})
