import { expect, test } from 'vitest'
import { idOf, socialGround } from './ground.fixtures.ts'

const poll = { choices: ['Tea', 'Coffee', 'Water'], seconds: 60 }

test('one vote a person, while the poll is open', async () => {
  const { call, say, put, read, settled } = await socialGround()
  const at = `/v1/posts/${await say('ada', 'Which?', { poll })}`
  const vote = (name: string, choices: unknown) => put(name, `${at}/vote`, { choices })
  expect((await vote('bob', [1])).data.mine.votes).toEqual([1])
  expect((await vote('bob', [1])).statusCode).toBe(200)
  expect((await vote('bob', [2])).data).toMatchObject({ code: 'already-voted', status: 409 })
  for (const wrong of [[], [3], [0, 1], [-1], 'all'])
    expect((await vote('cy', wrong)).data).toMatchObject({
      code: 'invalid',
      errors: [{ path: expect.stringMatching(/^choices/) }],
    })
  await settled()
  const { data } = await read('ada', at)
  expect(data.poll).toMatchObject({ voters: 1, isClosed: false, choices: [{ votes: 0 }, { votes: 1 }, { votes: 0 }] })
  expect(
    (await call('PUT', `/v1/posts/${await say('ada', 'No poll')}/vote`, { as: 'cy', body: { choices: [0] } })).data
      .code,
  ).toBe('invalid')
})

test('a poll that is over takes no votes', async () => {
  const { context, put, read } = await socialGround()
  const actor = { org: 'main', id: idOf('ada'), name: 'ada', role: 'member', kind: 'person' } as const
  const audience = { to: 'public' as const, circles: [], people: [] }
  const over = { choices: ['Yes', 'No'], isMultiple: false, seconds: 0 }
  const { post } = await context.social.write({ actor }, { text: 'Which?', audience, poll: over })
  expect((await read('bob', `/v1/posts/${post._id}`)).data.poll.isClosed).toBe(true)
  expect((await put('bob', `/v1/posts/${post._id}/vote`, { choices: [0] })).data).toMatchObject({
    code: 'poll-closed',
    status: 409,
  })
})

test('a reaction is given, changed and taken back; only those that the site has', async () => {
  const { say, put, read, settled, context } = await socialGround()
  await context.accounts.change('main', { reactions: { like: { emoji: '👍', label: 'Like' } } } as never)
  const at = `/v1/posts/${await say('ada', 'Hello')}`
  const react = (reaction: unknown) => put('bob', `${at}/reaction`, { reaction })
  expect((await react('like')).data.mine.reaction).toBe('like')
  expect((await react('like')).statusCode).toBe(200)
  await settled()
  expect((await read(null, at)).data).toMatchObject({ numbers: { reactions: { like: 1 } }, mine: { reaction: null } })
  expect((await react('odd')).data).toMatchObject({ code: 'invalid', errors: [{ path: 'reaction' }] })
  expect((await react(null)).data.mine.reaction).toBeNull()
  await settled()
  expect((await read(null, at)).data.numbers.reactions).toEqual({})
})

test('a post is passed on once, and again after that was deleted', async () => {
  const { call, say, put, drop, read } = await socialGround()
  const of = await say('ada', 'Hello')
  const pass = () => call('POST', `/v1/posts/${of}/reposts`, { as: 'bob', body: {} })
  const [first, again] = [await pass(), await pass()]
  expect([first.statusCode, first.data.kind, first.data.of.id]).toEqual([201, 'repost', of])
  expect([again.data.id, first.headers['location']]).toEqual([first.data.id, `/v1/posts/${first.data.id}`])
  await put('cy', `/v1/me/following/${idOf('bob')}`)
  expect((await read('cy', '/v1/news')).data.posts).toMatchObject([{ kind: 'repost', of: { id: of } }])
  await drop('bob', `/v1/posts/${first.data.id}`)
  expect((await pass()).data.id).not.toBe(first.data.id)
  expect((await drop('ada', `/v1/posts/${of}`)).statusCode).toBe(204)
  expect((await read('cy', '/v1/news')).data.posts).toEqual([])
})

test('how often a post is passed on and quoted is counted of what is for all, as it is now', async () => {
  const { say, call, read, settled } = await socialGround()
  const post = await say('ada', 'all')
  const audience = { to: 'people', people: [idOf('dee')] }
  const quote = await say('bob', 'quoted', { of: post })
  await call('POST', `/v1/posts/${post}/reposts`, { as: 'bob', body: { audience } })
  await say('dee', 'between us', { of: post, audience })
  await settled()
  const numbers = async (): Promise<object> => (await read('cy', `/v1/posts/${post}`)).data.numbers
  expect(await numbers()).toMatchObject({ reposts: 0, quotes: 1 })
  await call('PATCH', `/v1/posts/${quote}`, { as: 'bob', body: { audience } })
  await settled()
  expect(await numbers()).toMatchObject({ reposts: 0, quotes: 0 })
})
