import { describe, expect, test, vi } from 'vitest'
import { ARTICLE, conversation, ORG, PAGE, service } from './service.fixtures.ts'

describe('posting', () => {
  test('the first comment on a resource opens its discussion; it is found by id and by resource', async () => {
    const { call } = await service()
    const posted = await call('POST', ARTICLE, { as: 'ada', body: { text: 'Hello *you*', title: 'A page' } })
    expect([posted.statusCode, posted.data.comment]).toMatchObject([
      201,
      { text: 'Hello *you*', html: expect.stringContaining('<em>you</em>'), author: { name: 'ada' }, depth: 0, rev: 1 },
    ])
    expect(posted.headers).toMatchObject({ 'palaver-event': expect.stringMatching(/^\w{10,}$/), etag: '"r1"' })
    const found = await call('GET', String(posted.headers['location']))
    expect(found.data).toMatchObject({ comment: posted.data.comment, ancestors: [] })
    const listed = await call('GET', ARTICLE)
    expect(listed.data.comments).toMatchObject([{ slug: posted.data.comment.slug }])
    expect(listed.data.discussion).toBe(posted.data.discussion)
    expect((await call('GET', `/v1/discussions/-?org=${ORG}&${PAGE}`)).data).toMatchObject({
      resource: { type: 'page', id: 'https://example.org/a?b#c' },
      title: 'A page',
      state: 'open',
    })
  })

  test('a reply goes under its parent, whichever way its slug is written', async () => {
    const { call } = await service()
    const first = (await call('POST', ARTICLE, { as: 'ada', body: { text: 'one' } })).data.comment.slug
    const second = (await call('POST', ARTICLE, { as: 'bob', body: { text: 'two', parent: first } })).data.comment.slug
    for (const parent of [second, second.replace('/', '.')]) {
      const { data } = await call('POST', ARTICLE, { as: 'ada', body: { text: 'three', parent } })
      expect(data.comment).toMatchObject({ parentSlug: second, depth: 2 })
    }
  })

  test('a repeat under the same Idempotency-Key is one comment; another request under it is refused', async () => {
    const { call } = await service()
    const once = { as: 'ada', body: { text: 'once' }, headers: { 'idempotency-key': 'k1' } }
    const [first, again] = [await call('POST', ARTICLE, once), await call('POST', ARTICLE, once)]
    expect(again.data).toEqual(first.data)
    expect(again.headers['palaver-event']).toBe(first.headers['palaver-event'])
    expect((await call('GET', ARTICLE)).data.comments).toHaveLength(1)
    const other = await call('POST', ARTICLE, { ...once, body: { text: 'twice' } })
    expect([other.statusCode, other.data.code]).toEqual([422, 'key-reused'])
  })

  test.each([
    [{ text: '' }, 422, 'invalid', 'text'],
    [{ text: 'x'.repeat(10_001) }, 422, 'invalid', 'text'],
    [{ text: 'a', parent: 'a b' }, 422, 'invalid', 'parent'],
    [{ text: 'a', parent: 'zzzzzzzzzz' }, 404, 'comment-not-found', undefined],
    [{ text: 'a', url: 'javascript:alert(1)' }, 422, 'invalid', 'url'],
    [{ text: 'a', url: 'https://example.org/\u0000' }, 422, 'invalid', 'url'],
    [{ text: 'a', author: 'bob' }, 422, 'invalid', 'author'],
  ])('%j is %i %s', async (body, status, code, path) => {
    const { call } = await service()
    await call('POST', ARTICLE, { as: 'ada', body: { text: 'first' } })
    const { statusCode, data } = await call('POST', ARTICLE, { as: 'ada', body })
    expect([statusCode, data.code, data.errors?.[0]?.path]).toEqual([status, code, path])
  })

  test('needs a token, and one of the same org', async () => {
    const { call, context, app } = await service()
    expect((await call('POST', ARTICLE, { body: { text: 'a' } })).data.code).toBe('unauthenticated')
    await call('POST', ARTICLE, { as: 'ada', body: { text: 'a' } })
    const { _id } = await context.accounts.create('Another')
    const foreign = await context.accounts.issue(_id, { id: 'eve', username: 'Eve', role: 'admin' }, 1)
    const headers = { authorization: `Bearer ${foreign}` }
    const answer = await app.inject({ method: 'POST', url: ARTICLE, headers, payload: { text: 'a' } })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'discussion-not-found'])
  })
})

describe('editing', () => {
  test('with If-Match only the version that was seen is changed', async () => {
    const all = await service()
    const { at } = await conversation(all, ['a'])
    const edit = (text: string, tag?: string) =>
      all.call('PATCH', at('a'), { as: 'ada', body: { text }, ...(tag && { headers: { 'if-match': tag } }) })
    const first = await edit('second', '"r1"')
    expect([first.statusCode, first.headers['etag'], first.data.comment.text]).toEqual([200, '"r2"', 'second'])
    const late = await edit('third', '"r1"')
    expect([late.statusCode, late.data.code]).toEqual([412, 'changed-meanwhile'])
    expect((await edit('third', '"r2-br"')).statusCode).toBe(200)
    expect((await edit('fourth', '*')).statusCode).toBe(200)
    expect((await edit('fifth')).statusCode).toBe(200)
    expect((await edit('sixth', '"r1", "r5"')).data.errors[0].path).toBe('header.if-match')
    const tag = String((await all.call('GET', at('a'))).headers['etag'])
    expect(tag).toMatch(/^"r5\..{27}"$/)
    expect((await edit('sixth', tag)).headers['etag']).toBe('"r6"')
  })

  test('with If-Match only the version that was seen is deleted', async () => {
    const all = await service()
    const { at } = await conversation(all, ['a'])
    const remove = (tag: string) => all.call('DELETE', at('a'), { as: 'ada', headers: { 'if-match': tag } })
    await all.call('PATCH', at('a'), { as: 'ada', body: { text: 'second' } })
    expect((await remove('"r1"')).data).toMatchObject({ status: 412, code: 'changed-meanwhile' })
    expect((await remove('"x"')).data.errors[0].path).toBe('header.if-match')
    const tag = String((await all.call('GET', at('a'))).headers['etag'])
    expect((await remove(tag)).statusCode).toBe(204)
  })

  test('keeps earlier texts for the author and for staff', async () => {
    const all = await service()
    const { at } = await conversation(all, ['a'])
    await all.call('PATCH', at('a'), { as: 'ada', body: { text: 'second' } })
    const history = (as?: string, role?: 'moderator') =>
      all.call('GET', `${at('a')}/history`, { ...(as && { as }), ...(role && { role }) })
    expect((await history('ada')).data.revisions).toMatchObject([{ text: 'a' }])
    expect((await history('sue', 'moderator')).data.revisions).toHaveLength(1)
    expect((await history('bob')).data.code).toBe('forbidden')
    expect((await history()).data.code).toBe('unauthenticated')
  })

  test('is for the author', async () => {
    const all = await service()
    const { at } = await conversation(all, ['a'])
    const answer = await all.call('PATCH', at('a'), { as: 'bob', body: { text: 'mine' } })
    expect([answer.statusCode, answer.data.code]).toEqual([403, 'forbidden'])
  })
})

describe('deleting', () => {
  test('leaves the place, and is told by its event', async () => {
    const all = await service()
    const { at } = await conversation(all, ['a', 'a.b'])
    const once = { as: 'ada', headers: { 'idempotency-key': 'k1' } }
    const gone = await all.call('DELETE', at('a'), once)
    expect([gone.statusCode, gone.body, gone.headers['palaver-event']]).toEqual([204, '', expect.any(String)])
    expect((await all.call('DELETE', at('a'), once)).headers['palaver-event']).toBe(gone.headers['palaver-event'])
    const { data } = await all.call('GET', at('a.b'))
    expect(data.ancestors).toMatchObject([{ status: 'deleted', html: '', author: null }])
    expect((await all.call('PATCH', at('a'), { as: 'ada', body: { text: 'b' } })).data.code).toBe('comment-deleted')
  })
})

test('who holds a comment is told of votes for it and of what happens to its ancestors', async () => {
  const all = await service()
  const { at } = await conversation(all, ['a', 'a.b'])
  const tagNow = async (): Promise<string> => String((await all.call('GET', at('a.b'))).headers['etag'])
  const first = await tagNow()
  expect((await all.call('GET', at('a.b'), { headers: { 'if-none-match': first } })).statusCode).toBe(304)
  await all.call('DELETE', at('a'), { as: 'ada' })
  const { statusCode, data } = await all.call('GET', at('a.b'), { headers: { 'if-none-match': first } })
  expect([statusCode, data.ancestors]).toMatchObject([200, [{ status: 'deleted' }]])
  const second = await tagNow()
  await all.call('PUT', `${at('a.b')}/vote`, { as: 'bob', body: { value: 1 } })
  await vi.waitFor(async () => expect(await tagNow()).not.toBe(second))
})

test('a preview shows a text without posting it', async () => {
  const { call } = await service()
  const { statusCode, data } = await call('POST', '/v1/preview', { as: 'ada', body: { text: '**b** @bob' } })
  expect([statusCode, data]).toEqual([200, { html: expect.stringContaining('<strong>b</strong>'), mentions: [] }])
  expect((await call('POST', '/v1/preview', { body: { text: 'a' } })).statusCode).toBe(401)
  expect((await call('POST', '/v1/preview', { as: 'ada', body: { text: ' ' } })).data.errors[0].path).toBe('text')
})
