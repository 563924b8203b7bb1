import { expect, test } from 'vitest'
import { idOf, type SocialGround, socialGround } from './ground.fixtures.ts'

const SECRET = 'Those$whom.I🎈trust'
const VIEWERS = ['bob', 'cy', 'dee', null] as const

/** Posts for some, each with who may see it. */
async function postsForSome(ground: SocialGround) {
  const { circle, say, put, settled } = ground
  await put('bob', `/v1/me/following/${idOf('ada')}`)
  const [trusted, others] = [await circle('ada', SECRET, ['cy']), await circle('ada', `${SECRET} too`, ['bob'])]
  const posts = [
    { id: await say('ada', 'a', { audience: { to: 'followers' } }), seenBy: ['bob'] },
    { id: await say('ada', 'b', { audience: { to: 'circles' } }), seenBy: ['bob', 'cy'] },
    { id: await say('ada', 'c', { audience: { to: 'chosen', circles: [trusted] } }), seenBy: ['cy'] },
    {
      id: await say('ada', 'd', { audience: { to: 'people', people: [idOf('bob'), idOf('dee')] } }),
      seenBy: ['bob', 'dee'],
    },
  ]
  const quote = await say('cy', 'e', { of: posts[2]?.id })
  const repost = await ground.call('POST', `/v1/posts/${posts[2]?.id}/reposts`, { as: 'cy', body: {} })
  posts.push({ id: repost.data.id, seenBy: ['cy'] })
  await settled()
  return { posts, quote, circles: [trusted, others] }
}

const ADDRESSES = (posts: readonly string[]): string[] => [
  ...posts.map((id) => `/v1/posts/${id}`),
  `/v1/people/${idOf('ada')}/wall`,
  `/v1/people/${idOf('cy')}/wall`,
  `/v1/people/${idOf('ada')}`,
  `/v1/people/${idOf('ada')}/followers`,
]

test('no answer for others has a name or id of a circle, nor who else a post is for', async () => {
  const ground = await socialGround()
  const { posts, quote, circles } = await postsForSome(ground)
  const mine = ['/v1/news', '/v1/news?order=top', '/v1/me/circles', '/v1/me/incoming', '/v1/me/notifications']
  let answers = 0
  for (const viewer of VIEWERS) {
    const others = VIEWERS.flatMap((one) => (one === null || one === viewer ? [] : [idOf(one)]))
    const asked = ADDRESSES([...posts.map(({ id }) => id), quote])
    for (const path of viewer === null ? asked : [...asked, ...mine]) {
      const { body, headers, statusCode } = await ground.read(viewer, path)
      const said = `${body} ${JSON.stringify(headers)}`
      for (const secret of [...circles, SECRET])
        expect([viewer, path, said.includes(secret)]).toEqual([viewer, path, false])
      if (statusCode !== 200 || !path.startsWith(`/v1/posts/${posts[3]?.id}`)) continue
      answers += 1
      for (const other of others) expect([viewer, said.includes(other)]).toEqual([viewer, false])
    }
  }
  expect(answers).toBe(2)
  const own = (await ground.read('ada', `/v1/posts/${posts[2]?.id}`)).data
  expect(own.audience).toEqual({ to: 'chosen', circles: [circles[0]], people: [] })
})

test('a post that somebody may not see answers as one that never was, to the byte, whatever is asked', async () => {
  const ground = await socialGround()
  const { posts } = await postsForSome(ground)
  const never = 'never'.padEnd(posts[0]?.id.length ?? 10, '1')
  const told = async (viewer: string | null, id: string, [method, path, body]: readonly [string, string, unknown?]) => {
    const url = `/v1/posts/${id}${path}${viewer === null ? '?org=main' : ''}`
    const answer = await ground.call(method as 'GET', url, {
      ...(viewer !== null && { as: viewer }),
      ...(body !== undefined && { body }),
    })
    const text = answer.body.replaceAll(id, '<id>').replace(/"requestId":"[^"]*"/, '')
    // These are of the moment, not of the post.
    const kept = Object.entries(answer.headers).filter(([name]) => !/^(x-request-id|date|ratelimit.*)$/.test(name))
    return [answer.statusCode, text, JSON.stringify(kept).replaceAll(id, '<id>')]
  }
  const requests = [
    ['GET', ''],
    ['PATCH', '', { text: 'Mine' }],
    ['DELETE', ''],
    ['GET', '/history'],
    ['PUT', '/reaction', { reaction: 'like' }],
    ['PUT', '/vote', { choices: [0] }],
    ['POST', '/reposts', {}],
    ['PUT', '/review', { shows: true }],
  ] as const
  let hidden = 0
  for (const { id, seenBy } of posts)
    for (const viewer of VIEWERS.filter((one) => one === null || !seenBy.includes(one)))
      for (const request of viewer === null ? requests.slice(0, 1) : requests) {
        const answer = await told(viewer, id, request)
        expect([viewer, request, answer]).toEqual([viewer, request, await told(viewer, never, request)])
        expect(answer[0]).toBe(404)
        hidden += 1
      }
  expect(hidden).toBeGreaterThan(40)
})

test('narrowing, widening, leaving a circle and blocking act on the next request', async () => {
  const { call, circle, say, read, put, drop } = await socialGround()
  const key = await circle('ada', 'Mates', ['bob'])
  const at = `/v1/posts/${await say('ada', 'Hello', { audience: { to: 'chosen', circles: [key] } })}`
  const seen = async () => Promise.all(['bob', 'cy'].map(async (name) => (await read(name, at)).statusCode === 200))
  const narrow = (audience: object) => call('PATCH', at, { as: 'ada', body: { audience } })
  expect(await seen()).toEqual([true, false])
  await drop('ada', `/v1/me/circles/${key}/people/${idOf('bob')}`)
  expect(await seen()).toEqual([false, false])
  expect((await narrow({ to: 'public' })).data.edited).toBeNull()
  expect(await seen()).toEqual([true, true])
  await narrow({ to: 'people', people: [idOf('cy')] })
  expect(await seen()).toEqual([false, true])
  await put('cy', `/v1/me/blocks/${idOf('ada')}`)
  expect(await seen()).toEqual([false, false])
  await narrow({ to: 'public' })
  expect(await seen()).toEqual([true, false])
})
