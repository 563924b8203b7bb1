import { expect, it, onTestFinished } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import type { Route } from '../../api/route.ts'
import { createApp } from '../../http/app.ts'
import { testContext } from '../../testing/test-context.ts'
import { topicLevelRoutes } from './routes.ts'

const ORG = 'main'
const ADMIN: Actor = { org: ORG, id: 'root', name: 'root', role: 'admin', kind: 'person' }

it('levels of topics are chosen, left to what is above, and listed, over HTTP', async () => {
  const context = await testContext()
  await context.accounts.ensureFirst()
  const { topics, notifications } = context
  await topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  const root = (await topics.create({ actor: ADMIN }, 'main', { name: 'Fruit', emoji: '🍉' })).topic._id
  const leaf = (await topics.create({ actor: ADMIN }, 'main', { name: 'Melons', parent: root })).topic._id
  const app = await createApp(context, topicLevelRoutes(notifications.topicLevels))
  onTestFinished(() => app.close())
  const token = await context.accounts.issue(ORG, { id: 'bob', username: 'bob' }, 1)
  const call = async (method: Route['method'], of: string, payload?: object) => {
    const url = `/v1/me/topic-levels${of === '' ? '' : `/${of}`}`
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    return { status: answer.statusCode, data: answer.json() }
  }
  const fruit = { topic: root, name: 'Fruit', path: 'fruit' }
  const melons = { topic: leaf, tree: 'main', name: 'Melons', path: 'fruit/melons', emoji: null }
  expect((await call('PUT', root, { level: 'watching' })).data).toEqual({
    ...fruit,
    tree: 'main',
    emoji: '🍉',
    level: 'watching',
    chosen: 'watching',
    from: null,
  })
  const inherited = { ...melons, level: 'watching', chosen: null, from: fruit }
  expect(await call('GET', leaf)).toEqual({ status: 200, data: inherited })
  expect(await call('PUT', leaf, { level: 'muted' })).toMatchObject({ status: 200, data: { chosen: 'muted' } })
  const { data } = await call('GET', '')
  expect(data).toMatchObject({ levels: [{ topic: leaf }, { topic: root }], next: null })
  expect(await call('DELETE', leaf)).toEqual({ status: 200, data: inherited })
  expect(await call('PUT', leaf, { level: 'participating' })).toMatchObject({ status: 422 })
  expect(await call('GET', 'nowhere')).toMatchObject({ status: 404, data: { code: 'topic-not-found' } })
})
