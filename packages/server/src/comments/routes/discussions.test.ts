import { describe, expect, test, vi } from 'vitest'
import { ARTICLE, conversation, ORG, service } from './service.fixtures.ts'

const admin = { as: 'root', role: 'admin' } as const
const resource = { type: 'page', id: 'p/1?x=ü' }
const patiently = { timeout: 60_000 }

describe('a discussion', () => {
  test('is opened with its settings, once, by who may', async () => {
    const { call } = await service()
    const body = { resource, title: 'One', url: 'https://example.org/1', settings: { layout: 'hybrid', maxDepth: 2 } }
    const opened = await call('POST', '/v1/discussions', { ...admin, body })
    expect(opened.statusCode).toBe(201)
    expect(opened.data).toMatchObject({
      org: ORG,
      resource,
      state: 'open',
      settings: { layout: 'hybrid', maxDepth: 2, deletion: 'tombstone' },
      comments: 0,
    })
    expect((await call('GET', String(opened.headers['location']))).data).toEqual(opened.data)
    expect((await call('POST', '/v1/discussions', { ...admin, body })).data.code).toBe('discussion-exists')
    expect((await call('POST', '/v1/discussions', { as: 'ada', body })).data.code).toBe('forbidden')
  })

  test.each(['https://bank.example@evil.example/', 'http://a:b@evil.example', 'javascript:alert(1)', '//evil.example'])(
    'is not found at %s',
    async (url) => {
      const { call } = await service()
      const { statusCode, data } = await call('POST', '/v1/discussions', { ...admin, body: { resource, url } })
      expect([statusCode, data.errors[0].path]).toEqual([422, 'url'])
    },
  )

  test('is changed; what is null goes back to the setting of the org', async () => {
    const { call } = await service()
    const { id } = (await call('POST', '/v1/discussions', { ...admin, body: { resource } })).data
    const change = (body: unknown) => call('PATCH', `/v1/discussions/${id}`, { ...admin, body })
    expect((await change({ title: 'T', settings: { state: 'closed', maxDepth: 1 } })).data).toMatchObject({
      title: 'T',
      state: 'closed',
      settings: { maxDepth: 1 },
    })
    expect((await change({ settings: { state: null } })).data).toMatchObject({
      state: 'open',
      settings: { maxDepth: 1 },
    })
    const wrong = await change({ settings: { layout: 'hybrid', maxDepth: -1 } })
    expect(wrong.data.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'settings.layout',
      'settings.maxDepth',
    ])
  })

  test('is changed, with If-Match only if it is as it was seen; comments do not get in the way of that', async () => {
    const all = await service()
    const { discussion } = await conversation(all, ['a'])
    const url = `/v1/discussions/${discussion}`
    const { etag } = (await all.call('GET', url)).headers
    await conversation(all, ['b'])
    const change = (title: string, tag: string) =>
      all.call('PATCH', url, { ...admin, body: { title }, headers: { 'if-match': tag } })
    const first = await change('One', String(etag))
    expect([first.statusCode, first.data.title]).toEqual([200, 'One'])
    expect((await change('Two', String(etag))).data).toMatchObject({ status: 412, code: 'changed-meanwhile' })
    expect((await change('Two', '"x"')).data.errors[0].path).toBe('header.if-match')
    expect((await change('Two', String(first.headers.etag))).statusCode).toBe(200)
    expect((await change('Three', '*')).data.title).toBe('Three')
    expect((await all.call('GET', url, { headers: { 'if-none-match': String(etag) } })).statusCode).toBe(200)
  })

  test('gets another name; the old one leads there too', async () => {
    const { call } = await service()
    const { id } = (await call('POST', '/v1/discussions', { ...admin, body: { resource } })).data
    const other = { type: 'page', id: 'p2' }
    const renamed = await call('POST', `/v1/discussions/${id}/rename`, { ...admin, body: { resource: other } })
    expect(renamed.data).toMatchObject({ id, resource: other })
    for (const name of [resource.id, other.id]) {
      const { data } = await call('GET', `/v1/discussions/-?org=${ORG}&type=page&id=${encodeURIComponent(name)}`)
      expect(data.id).toBe(id)
    }
    await call('POST', '/v1/discussions', { ...admin, body: { resource: { type: 'page', id: 'p3' } } })
    const taken = await call('POST', `/v1/discussions/${id}/rename`, {
      ...admin,
      body: { resource: { type: 'page', id: 'p3' } },
    })
    expect([taken.statusCode, taken.data.code]).toEqual([409, 'resource-taken'])
  })

  test.each([
    ['/v1/discussions/-', ['query.org', 'query.type', 'query.id']],
    ['/v1/discussions/-?org=main&type=page', ['query.id']],
    ['/v1/discussions/abc?type=page', ['query.type']],
    [`/v1/discussions/-?org=main&type=page&id=${'%C3%BC'.repeat(513)}`, ['query.id']],
  ])('%s does not say clearly which is meant', async (url, paths) => {
    const { call } = await service()
    const { statusCode, data } = await call('GET', url)
    expect([statusCode, data.errors.map(({ path }: { path: string }) => path)]).toEqual([422, paths])
  })

  test('may have an id of a kilobyte, kept exactly', async () => {
    const { call } = await service()
    for (const id of ['👍'.repeat(256), ` a\u0000\n%2F/../"<>& `]) {
      const query = `org=${ORG}&type=t&id=${encodeURIComponent(id)}`
      expect(
        (await call('POST', `/v1/discussions/-/comments?${query}`, { as: 'ada', body: { text: 'a' } })).statusCode,
      ).toBe(201)
      expect((await call('GET', `/v1/discussions/-?${query}`)).data.resource.id).toBe(id)
    }
  })

  test('that is not there is 404', async () => {
    const { call } = await service()
    for (const url of [
      '/v1/discussions/nothing',
      `/v1/discussions/-?org=${ORG}&type=a&id=b`,
      '/v1/discussions/-?org=x&type=a&id=b',
    ])
      expect((await call('GET', url)).data.code).toBe('discussion-not-found')
  })
})

describe('counts', () => {
  test('are of resources of several types at once', async () => {
    const all = await service()
    await conversation(all, ['a', 'a.b', 'c'])
    const here = encodeURIComponent('page:https://example.org/a?b#c')
    const url = `/v1/counts?org=${ORG}&resource=${here}&resource=other:1:2`
    await vi.waitFor(
      async () =>
        expect((await all.call('GET', url)).data.counts).toEqual([
          { resource: 'page:https://example.org/a?b#c', comments: 3 },
          { resource: 'other:1:2', comments: null },
        ]),
      patiently,
    )
    for (const wrong of [
      `org=${ORG}&resource=nothing`,
      `org=${ORG}&resource=:1`,
      `org=${ORG}&resource=a:`,
      'resource=a:1',
    ])
      expect((await all.call('GET', `/v1/counts?${wrong}`)).statusCode).toBe(422)
  })

  test('are of many discussions at once, by either name', async () => {
    const all = await service()
    const { discussion } = await conversation(all, ['a', 'a.b', 'c'])
    const id = 'https%3A%2F%2Fexample.org%2Fa%3Fb%23c'
    const url = `/v1/counts?discussion=${discussion}&org=${ORG}&type=page&id=${id}&id=none`
    await vi.waitFor(
      async () =>
        expect((await all.call('GET', url)).data.counts).toEqual([
          { discussion, comments: 3 },
          { id: 'https://example.org/a?b#c', comments: 3 },
          { id: 'none', comments: null },
        ]),
      patiently,
    )
  })

  test.each([
    ['', 'query.id'],
    ['id=a', 'query.org'],
    ['id=a&org=main', 'query.type'],
    [Array.from({ length: 101 }, (_, n) => `discussion=${n}`).join('&'), 'query.discussion'],
    [`${Array.from({ length: 60 }, (_, n) => `discussion=${n}&id=${n}`).join('&')}&org=a&type=b`, 'query.id'],
  ])('%s is not clear', async (query, path) => {
    const { call } = await service()
    const { statusCode, data } = await call('GET', `/v1/counts?${query}`)
    expect([statusCode, data.errors[0].path]).toEqual([422, path])
  })
})

test('what a page shows is kept until somebody writes', async () => {
  const all = await service()
  const first = await all.call('POST', ARTICLE, { as: 'ada', body: { text: 'one' } })
  const { etag } = (await all.call('GET', ARTICLE)).headers
  expect((await all.call('GET', ARTICLE, { headers: { 'if-none-match': String(etag) } })).statusCode).toBe(304)
  await all.call('POST', ARTICLE, { as: 'bob', body: { text: 'two', parent: first.data.comment.slug } })
  const after = await all.call('GET', ARTICLE, { headers: { 'if-none-match': String(etag) } })
  expect([after.statusCode, after.data.comments.length]).toEqual([200, 2])
})
