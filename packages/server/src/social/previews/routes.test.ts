import { expect, onTestFinished, test } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { createApp } from '../../http/app.ts'
import { testContext } from '../../testing/test-context.ts'
import { html, page, scene, site } from './previews.fixtures.ts'
import { previewRoutes } from './routes.ts'
import type { PreviewsOptions } from './service.ts'

async function mounted(options: Partial<PreviewsOptions> = {}) {
  const here = await scene(sqliteInMemory, options)
  const context = await testContext()
  const app = await createApp(context, previewRoutes(here.previews))
  onTestFinished(() => app.close())
  const { _id: org } = await context.accounts.create('Mine')
  const token = await context.accounts.issue(org, { id: 'ada', username: 'Ada' }, 1)
  const ask = async (payload: object, headers = { authorization: `Bearer ${token}` }) => {
    const answer = await app.inject({ method: 'POST', url: '/v1/previews', payload, headers })
    return [answer.statusCode, answer.json()]
  }
  return { ...here, org, ask }
}

test('who is about to post a link gets what its page says', async () => {
  const { origin } = await site(html('<title>A headline</title>'))
  const { previews, ask } = await mounted()
  previews.start()
  const url = `${origin}/#part`
  const said = { title: 'A headline', description: null, site: null, picture: null, lang: 'en' }
  expect(await ask({ url })).toEqual([200, { state: 'ready', url, ...said }])
})

test('and is not kept waiting for what comes later', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { origin } = await site((_request, response) => {
    asked.resolve()
    void answer.promise.then(() =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('<title>x</title>')),
    )
  })
  const { previews, all, org, ask } = await mounted({ askMs: 20 })
  previews.start()
  expect(await ask({ url: origin })).toEqual([200, { state: 'wanted' }])
  await asked.promise
  answer.resolve()
  await expect.poll(async () => (await all())[0]?.state).toBe('ready')
  expect((await previews.of(org, [origin])).get(origin)).toMatchObject({ title: 'x' })
})

test('nor for what has failed a moment ago', async () => {
  const { origin, asked } = await site((_request, response) => response.writeHead(500).end())
  const { previews, ask } = await mounted({ askMs: 100_000 })
  previews.start()
  for (let time = 0; time < 3; time++) expect(await ask({ url: origin })).toEqual([200, { state: 'wanted' }])
  expect(asked).toHaveLength(1)
})

test('nor where nobody fetches', async () => {
  const { origin, asked } = await site(html('<title>x</title>'))
  const { previews, org, ask } = await mounted({ askMs: 100_000 })
  expect(await ask({ url: origin })).toEqual([200, { state: 'wanted' }])
  expect(asked).toEqual([])
  await previews.drained()
  expect((await previews.of(org, [origin])).size).toBe(1)
})

test('where there is nothing, that is said', async () => {
  const { origin } = await site((_request, response) => response.writeHead(404).end())
  const { previews, ask } = await mounted()
  previews.start()
  expect(await ask({ url: origin })).toEqual([200, { state: 'none' }])
})

test('so it is where nothing is fetched at all', async () => {
  const { origin, asked } = await site(html('<title>x</title>'))
  const { previews, all, ask } = await mounted({ enabled: false })
  previews.start()
  expect(await ask({ url: origin })).toEqual([200, { state: 'none' }])
  expect([asked, await all()]).toEqual([[], []])
})

test.each(['http://127.0.0.1/', 'http://[::1]/', 'https://site.example:22/', 'file:///etc/passwd', 'nonsense'])(
  '%s is refused',
  async (url) => {
    const { ask, all } = await mounted({ allowPrivate: false })
    const [status, problem] = await ask({ url })
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'invalid', 'url'])
    expect(await all()).toEqual([])
  },
)

test('a request has one field, and somebody who asks', async () => {
  const { ask } = await mounted()
  expect((await ask({}))[0]).toBe(422)
  expect((await ask({ url: 'http://a.example/', more: 1 }))[0]).toBe(422)
  expect((await ask({ url: `http://a.example/${'x'.repeat(2000)}` }))[0]).toBe(422)
  expect((await ask({ url: 'http://a.example/' }, {} as never))[0]).toBe(401)
})
