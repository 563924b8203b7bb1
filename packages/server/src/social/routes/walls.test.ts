import { expect, test } from 'vitest'
import { textOf } from '../../api/markup.ts'
import { idOf, type SocialGround, socialGround } from './ground.fixtures.ts'

type Listed = { id: string; html: string }

/** All that a list has, page by page, with its cursors taken from the answers. */
async function all({ read }: SocialGround, name: string | null, path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = `${path}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`
    const { data, headers } = await read(name, at)
    found.push(...data.posts.map(({ html }: Listed) => textOf(html)))
    expect(String(headers['link'] ?? '').includes('rel="next"')).toBe(data.next !== null)
    cursor = data.next
  }
  return found
}

test('news and walls go on by cursors, without gap or repeat while posts come and go', async () => {
  const ground = await socialGround()
  const { say, put, read, drop } = ground
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  const ids: string[] = []
  for (const text of ['1', '2', '3', '4', '5']) ids.push(await say('ada', text))
  const wall = `/v1/people/${idOf('ada')}/wall`
  for (const limit of [1, 2, 5, 100]) {
    expect(await all(ground, 'bob', '/v1/news', limit)).toEqual(['5', '4', '3', '2', '1'])
    expect(await all(ground, null, wall, limit)).toEqual(['5', '4', '3', '2', '1'])
  }
  const first = (await read('bob', '/v1/news?limit=2')).data
  await say('ada', '6')
  await drop('ada', `/v1/posts/${ids[3]}`)
  const second = (await read('bob', `/v1/news?limit=2&cursor=${first.next}`)).data
  expect(second.posts.map(({ html }: Listed) => textOf(html))).toEqual(['3', '2'])
})

test.each(['/v1/news', '/v1/me/incoming', `/v1/people/${idOf('ada')}/wall`])(
  '%s takes no other cursor',
  async (path) => {
    const { read } = await socialGround()
    const cursors = [
      'x',
      'W10',
      Buffer.from('["a"]').toString('base64url'),
      Buffer.from('[1,"a"]').toString('base64url'),
    ]
    for (const cursor of cursors) expect((await read('ada', `${path}?cursor=${cursor}`)).data.code).toBe('bad-cursor')
    if (path === '/v1/news')
      for (const cursor of ['x', 'W10', Buffer.from('[1]').toString('base64url')])
        expect((await read('ada', `${path}?order=top&cursor=${cursor}`)).data.code).toBe('bad-cursor')
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'order=worst', 'more=1'])
      expect((await read('ada', `${path}?${wrong}`)).data.code).toBe('invalid')
  },
)

test('the top ones come first where that is asked for, each once, page by page', async () => {
  const ground = await socialGround()
  const { say, put, read, call, settled } = ground
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  const ids: string[] = []
  for (const text of ['1', '2', '3', '4']) ids.push(await say('ada', text))
  for (const name of ['bob', 'cy']) await call('POST', `/v1/posts/${ids[1]}/reposts`, { as: name, body: {} })
  await settled()
  const first = (await read('bob', '/v1/news?order=top&limit=2')).data
  expect(first.posts[0].id).toBe(ids[1])
  await call('POST', `/v1/posts/${ids[0]}/reposts`, { as: 'cy', body: {} })
  const found: string[] = first.posts.map(({ id }: Listed) => id)
  for (let next = first.next; next !== null;) {
    const page = (await read('bob', `/v1/news?order=top&limit=2&cursor=${next}`)).data
    found.push(...page.posts.map(({ id }: Listed) => id))
    next = page.next
  }
  // With what bob passed on.
  expect([found.length, new Set(found).size]).toEqual([5, 5])
  expect((await call('GET', '/v1/news')).data.code).toBe('unauthenticated')
})

test('what others put on a wall waits until its owner lets it show', async () => {
  const ground = await socialGround()
  const { say, put, read } = ground
  await put('ada', `/v1/me/following/${idOf('bob')}`)
  const wall = `/v1/people/${idOf('ada')}/wall`
  const post = await say('bob', 'For you', { wall: idOf('ada') })
  expect(await all(ground, 'cy', wall, 10)).toEqual([])
  expect((await read('ada', '/v1/me/incoming')).data.posts).toMatchObject([
    { id: post, wallState: 'waiting', wall: { name: 'ada' }, mine: { mayReview: true } },
  ])
  expect((await read('bob', '/v1/me/incoming')).data.posts).toEqual([])
  expect((await put('bob', `/v1/posts/${post}/review`, { shows: true })).data.code).toBe('forbidden')
  expect((await put('cy', `/v1/posts/${post}/review`, { shows: true })).data.code).toBe('post-not-found')
  expect((await put('ada', `/v1/posts/${post}/review`, { shows: true })).data.wallState).toBe('shown')
  expect(await all(ground, 'cy', wall, 10)).toEqual(['For you'])
  expect((await put('ada', `/v1/posts/${post}/review`, { shows: false })).data.wallState).toBe('declined')
  expect(await all(ground, 'cy', wall, 10)).toEqual([])
})

test('the wall of somebody who is not there, or apart, answers as that of somebody who never was', async () => {
  const { read, put, say, call } = await socialGround()
  await say('ada', 'Hello')
  await put('ada', `/v1/me/blocks/${idOf('bob')}`)
  expect((await call('DELETE', '/v1/me', { as: 'dee' })).statusCode).toBeLessThan(300)
  const told = async (name: string, person: string): Promise<unknown> => {
    const { statusCode, data } = await read(name, `/v1/people/${person}/wall`)
    return [statusCode, { ...data, requestId: '', instance: '' }]
  }
  const never = await told('bob', idOf('never'))
  expect(never).toMatchObject([404, { code: 'person-not-found' }])
  expect(await told('bob', idOf('ada'))).toEqual(never)
  expect(await told('ada', idOf('bob'))).toEqual(never)
  expect(await told('cy', idOf('dee'))).toEqual(never)
  expect(await told('cy', idOf('ada'))).not.toEqual(never)
})

test('without a token the org must be named', async () => {
  const { call } = await socialGround()
  const wall = `/v1/people/${idOf('ada')}/wall`
  expect((await call('GET', wall)).data).toMatchObject({ code: 'invalid', errors: [{ path: 'query.org' }] })
  expect((await call('GET', `${wall}?org=other`, { as: 'ada' })).data.code).toBe('person-not-found')
})
