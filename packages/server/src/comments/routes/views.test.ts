import { expect, test } from 'vitest'
import { conversation, service, type Service } from './service.fixtures.ts'

const texts = (data: { comments: { html: string }[] }): string[] =>
  data.comments.map(({ html }) => html.replace(/<[^>]+>/g, '').trim())

/** All pages from an address on, by the Link header. */
async function walk({ call }: Service, url: string, rel: 'next' | 'prev' = 'next'): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = url; next !== undefined;) {
    const { headers, data } = await call('GET', next)
    pages.push(texts(data))
    next = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(headers['link']))?.[1]
  }
  return pages
}

const NAMES = ['a', 'b', 'a.c', 'd', 'a.c.e', 'b.f']

test('pages go by time, by thread or by root, from either end, by cursor or by number', async () => {
  const all = await service()
  const { discussion } = await conversation(all, NAMES)
  const list = `/v1/discussions/${discussion}/comments`
  expect(await walk(all, `${list}?view=chronological&limit=4`)).toEqual([
    ['a', 'b', 'a.c', 'd'],
    ['a.c.e', 'b.f'],
  ])
  expect((await walk(all, `${list}?view=chronological&sort=newest&limit=4`)).flat()).toEqual(NAMES.toReversed())
  expect((await walk(all, `${list}?limit=2`)).flat()).toEqual(['a', 'a.c', 'a.c.e', 'b', 'b.f', 'd'])
  expect((await walk(all, `${list}?view=threaded&sort=newest&limit=2`)).flat()).toEqual([
    'd',
    'b',
    'b.f',
    'a',
    'a.c',
    'a.c.e',
  ])
  expect((await walk(all, `${list}?view=roots&limit=2`)).flat()).toEqual(['a', 'b', 'd'])
  expect(texts((await all.call('GET', `${list}?view=chronological&limit=2&page=2`)).data)).toEqual(['a.c', 'd'])
})

test('the way back leads over the same comments', async () => {
  const all = await service()
  const { discussion } = await conversation(all, NAMES)
  const list = `/v1/discussions/${discussion}/comments?view=threaded&limit=2`
  const forward = await walk(all, list)
  const second = (await all.call('GET', list)).data.next
  const third = (await all.call('GET', `${list}&cursor=${second}`)).data.next
  expect(await walk(all, `${list}&cursor=${third}`, 'prev')).toEqual(forward.toReversed())
})

test('replies, thread, permalink and position of one comment', async () => {
  const all = await service()
  const { discussion, slug, at } = await conversation(all, NAMES)
  expect(texts((await all.call('GET', `${at('a')}/replies`)).data)).toEqual(['a.c'])
  expect(texts((await all.call('GET', `${at('a')}/thread`)).data)).toEqual(['a', 'a.c', 'a.c.e'])
  const { data } = await all.call('GET', at('a.c.e'))
  expect(data.ancestors.map((one: { slug: string }) => one.slug)).toEqual([slug('a'), slug('a.c')])
  const encoded = `/v1/discussions/${discussion}/comments/${encodeURIComponent(slug('a.c.e'))}`
  expect((await all.call('GET', encoded)).data).toEqual(data)
  expect((await all.call('GET', `/v1/discussions/${discussion}/positions/0.0.0`)).data).toEqual(data)
  const nowhere = await all.call('GET', `/v1/discussions/${discussion}/positions/7`)
  expect([nowhere.statusCode, nowhere.data.code]).toEqual([404, 'comment-not-found'])
})

test('a tree has the first replies, and a cursor wherever there are more', async () => {
  const all = await service()
  const { discussion, at } = await conversation(all, ['a', 'a.b', 'a.c', 'a.d', 'a.b.e', 'f'])
  const { data } = await all.call('GET', `/v1/discussions/${discussion}/tree?limit=1&replies=2&depth=1`)
  const [root] = data.roots
  expect(root.replies).toHaveLength(2)
  expect(data.next).toEqual(expect.any(String))
  expect(texts((await all.call('GET', `${at('a')}/replies?cursor=${root.more}`)).data)).toEqual(['a.d'])
  const rest = await all.call('GET', `/v1/discussions/${discussion}/tree?limit=1&cursor=${data.next}`)
  expect(rest.data.roots).toMatchObject([{ comment: { depth: 0 }, replies: [], more: null }])
})

test.each([
  ['limit=0', 422, 'query.limit'],
  ['limit=101', 422, 'query.limit'],
  ['limit=ten', 422, 'query.limit'],
  ['view=sideways', 422, 'query.view'],
  ['view=chronological&sort=best', 422, 'query.sort'],
  ['lmit=5', 422, 'query.lmit'],
  ['page=2&cursor=x', 422, 'query.page'],
  ['cursor=x', 400, undefined],
  ['page=10000&limit=100', 400, undefined],
])('a list with %s is %i', async (query, status, path) => {
  const all = await service()
  const { discussion } = await conversation(all, ['a'])
  const { statusCode, data } = await all.call('GET', `/v1/discussions/${discussion}/comments?${query}`)
  expect([statusCode, data.errors?.[0]?.path]).toEqual([status, path])
})

test('a place in a list is not shown under the tag of what was there before', async () => {
  const all = await service()
  const opened = await all.call('POST', '/v1/discussions', {
    as: 'ann',
    role: 'admin',
    body: { resource: { type: 'page', id: 'p' }, settings: { deletion: 'cascade' } },
  })
  const own = `/v1/discussions/${opened.data.id}`
  const post = async (text: string): Promise<string> =>
    (await all.call('POST', `${own}/comments`, { as: 'ada', body: { text } })).data.comment.slug
  const first = await post('first')
  await post('second')
  const { etag } = (await all.call('GET', `${own}/positions/0`)).headers
  await all.call('DELETE', `${own}/comments/${first}`, { as: 'ada' })
  const now = await all.call('GET', `${own}/positions/0`, { headers: { 'if-none-match': String(etag) } })
  expect([now.statusCode, now.data?.comment.text]).toEqual([200, 'second'])
})

test('the last page numbers answer in every view, and the one behind them says to go by cursor', async () => {
  const all = await service()
  const { discussion } = await conversation(all, NAMES)
  const list = `/v1/discussions/${discussion}/comments`
  for (const view of ['chronological', 'threaded', 'threaded&sort=newest', 'threaded&sort=best', 'roots'])
    for (const page of ['page=10000&limit=1', 'page=200&limit=50', 'page=100&limit=100']) {
      const { statusCode, data } = await all.call('GET', `${list}?view=${view}&${page}`)
      expect([statusCode, data.comments]).toEqual([200, []])
    }
  const { statusCode, data } = await all.call('GET', `${list}?page=201&limit=50`)
  expect([statusCode, data.code]).toEqual([400, 'too-deep-page'])
})

test('half of a surrogate pair in a cursor is refused', async () => {
  const all = await service()
  const { discussion } = await conversation(all, NAMES)
  for (const [list, query] of [
    ['t-oldest', 'view=threaded'],
    ['t-newest', 'view=threaded&sort=newest'],
    ['c-oldest', 'view=chronological'],
  ]) {
    const cursor = Buffer.from(`["${list}","on","","\\ud800",null]`).toString('base64url')
    const { statusCode, data } = await all.call(
      'GET',
      `/v1/discussions/${discussion}/comments?${query}&cursor=${cursor}`,
    )
    expect([statusCode, data.code]).toEqual([400, 'bad-cursor'])
  }
})

test.each(['\u200b', '\u00ad\u2060', '\u3164 \n'])(
  'a text of which nothing can be seen (%#) is refused',
  async (text) => {
    const all = await service()
    const { discussion } = await conversation(all, ['a'])
    const { statusCode } = await all.call('POST', `/v1/discussions/${discussion}/comments`, {
      as: 'ada',
      body: { text },
    })
    expect(statusCode).toBe(422)
  },
)
