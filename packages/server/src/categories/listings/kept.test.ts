import { expect, it } from 'vitest'
import { ORG } from '../../comments/routes/service.fixtures.ts'
import { topicGround } from '../routes/ground.fixtures.ts'

async function started() {
  const ground = await topicGround()
  const topic = await ground.add('Cooking')
  const body = { title: 'Soup', text: 'How long?', tags: ['soup'] }
  const start = (key: string) =>
    ground.call('POST', `/v1/topics/${topic.id}/discussions`, { as: 'ada', body, headers: { 'idempotency-key': key } })
  const { statusCode, data } = await start('once')
  expect(statusCode).toBe(201)
  /** Also what is not JSON. */
  const ask = async (url: string, as?: string) => {
    const headers = as === undefined ? {} : { authorization: `Bearer ${await ground.token(as)}` }
    return ground.app.inject({ method: 'GET', url, headers })
  }
  return { ...ground, ask, topic, start, discussion: data.discussion as string, slug: data.comment.slug as string }
}

it('starts a discussion once, however often it is asked for under the same key', async () => {
  const { start, call, discussion, topic } = await started()
  expect((await start('once')).data.discussion).toBe(discussion)
  expect((await start('another')).data.discussion).not.toBe(discussion)
  const { data } = await call('GET', `/v1/discussions/${discussion}`)
  expect(data).toMatchObject({ title: 'Soup', topic: topic.id, tags: ['soup'], resource: { type: 'talk' } })
})

it('gives out no kept page of a discussion once its topic is hidden, and keeps none', async () => {
  const { call, ask, change, topic, discussion, slug, context } = await started()
  const { type, id } = (await call('GET', `/v1/discussions/${discussion}`)).data.resource
  const ref = new URLSearchParams({ org: ORG, type, id }).toString()
  const pages = [
    `/v1/discussions/${discussion}/comments`,
    `/v1/discussions/${discussion}/tree`,
    `/v1/discussions/${discussion}/comments/${slug}`,
    `/v1/discussions/${discussion}/feed`,
    `/v1/opening?${ref}`,
  ]
  const isKept = (url: string): boolean => context.pages.get(url) !== undefined
  for (const url of pages) expect((await ask(url)).statusCode, url).toBe(200)
  const kept = pages.filter(isKept)
  expect(kept.length).toBeGreaterThan(2)
  await change(topic, { visibility: 'members' })
  expect(pages.filter(isKept)).toEqual([])
  for (const url of pages.slice(0, 4)) expect((await ask(url)).statusCode, url).toBe(404)
  expect((await call('GET', pages[4] ?? '')).data.discussion).toBe(null)
  for (const url of pages.slice(0, 4)) expect((await ask(url, 'bob')).statusCode, url).toBe(200)
  expect(pages.filter(isKept)).toEqual([])
})

it('tells an org’s feed nothing of what is hidden', async () => {
  const { ask, change, topic } = await started()
  const feed = async (as?: string): Promise<string> => (await ask(`/v1/orgs/${ORG}/feed`, as)).body
  await expect.poll(() => feed()).toContain('How long?')
  await change(topic, { visibility: 'members' })
  expect(await feed()).not.toContain('How long?')
  expect(await feed('bob')).toContain('How long?')
})
