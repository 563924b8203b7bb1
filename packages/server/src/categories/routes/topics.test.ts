import { expect, test } from 'vitest'
import { treeId } from '../ids.ts'
import { topicGround } from './ground.fixtures.ts'

/** Of those that everybody may use as they like. */
const languageOf = (number: number): string =>
  `q${'ab'[Math.trunc(number / 26)]}${String.fromCharCode(97 + (number % 26))}`

const PAGES = { topic: 'https://example.org/t/{path}?id={id}', discussion: null }

test('a topic has all that was said of it, and its page', async () => {
  const { add, call, arrange } = await topicGround({ pages: PAGES, locale: 'en-gb' })
  const music = await add('Müsic & more', { emoji: '🎸', colour: '#0A7F5C', starts: 'moderators', ref: 'shopify:aa-1' })
  expect(music).toMatchObject({
    tree: 'main',
    parent: null,
    slug: 'müsic-more',
    colour: '#0a7f5c',
    locale: 'en-GB',
    visibility: 'public',
    starts: 'moderators',
    ref: 'shopify:aa-1',
    children: 0,
    counts: { discussions: 0, comments: 0, allDiscussions: 0, allComments: 0 },
    url: `https://example.org/t/m%C3%BCsic-more?id=${encodeURIComponent(music.id)}`,
    rev: 1,
  })
  const rock = await add('Rock', { parent: music.id })
  const page = await call('GET', `/v1/topics/${rock.id}`)
  expect(page.data).toMatchObject({ topic: { id: rock.id, parent: music.id }, breadcrumb: [{ id: music.id }] })
  expect((await arrange('POST', '/v1/trees/main/topics', { body: { name: 'X', ref: 'shopify:aa-1' } })).data.code).toBe(
    'ref-taken',
  )
})

test('a list is in its order, page by page, and beside whom one is put', async () => {
  const { add, call, change } = await topicGround()
  const names = ['a', 'b', 'c', 'd', 'e']
  const made = []
  for (const name of names) made.push(await add(name))
  const [a, , , , e] = made
  if (a === undefined || e === undefined) throw new Error('There are none.')
  await change(e, { before: a.id })
  await add('f', { after: a.id })
  const found: string[] = []
  for (let next: string | undefined = '/v1/trees/main/topics?org=main&limit=2'; next !== undefined;) {
    const { data, headers } = await call('GET', next)
    found.push(...data.topics.map(({ name }: { name: string }) => name))
    next = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1]
  }
  expect(found).toEqual(['e', 'a', 'f', 'b', 'c', 'd'])
})

test('a rename and a move in one request are one change of the tree', async () => {
  const { add, arrange, context, call, at } = await topicGround()
  const [music, films] = [await add('Music'), await add('Films')]
  const rock = await add('Rock', { parent: music.id })
  await add('Live', { parent: rock.id })
  const before = (await call('GET', '/v1/trees/main?org=main')).data.version
  const changed = await arrange('PATCH', `/v1/topics/${rock.id}`, { body: { name: 'Roll', parent: films.id } })
  expect(changed.data).toMatchObject({ path: 'films/roll', parent: films.id, rev: 2, children: 1 })
  const after = await call('GET', '/v1/trees/main?org=main')
  expect(after.data).toMatchObject({ version: before + 1, topics: 4, pending: null })
  expect(context.pages.hasSeen(String(changed.headers['palaver-event']))).toBe(true)
  expect((await call('GET', at('films/roll/live'))).data.version).toBe(before + 1)
})

test('with If-Match a change is refused where somebody was faster, whatever else the tag says', async () => {
  const { add, arrange, call } = await topicGround()
  const music = await add('Music')
  const { headers } = await call('GET', `/v1/topics/${music.id}`)
  const seen = { 'if-match': String(headers['etag']) }
  const rename = (name: string, fields: Record<string, string>) =>
    arrange('PATCH', `/v1/topics/${music.id}`, { body: { name }, headers: fields })
  expect((await rename('Sound', seen)).headers['etag']).toBe('"r2"')
  expect((await rename('Noise', seen)).data.code).toBe('changed-meanwhile')
  expect((await rename('Noise', { 'if-match': '"r1", "r2"' })).statusCode).toBe(200)
  const tree = (fields: Record<string, string>) =>
    arrange('PATCH', '/v1/trees/main', { body: { name: 'All' }, headers: fields })
  const treeTag = String((await call('GET', '/v1/trees/main?org=main')).headers['etag'])
  expect((await tree({ 'if-match': treeTag })).data).toMatchObject({ name: 'All', rev: 2 })
  expect((await tree({ 'if-match': treeTag })).data.code).toBe('changed-meanwhile')
})

test('a repeat under the same key makes nothing twice, and another request under it is refused', async () => {
  const { arrange, call } = await topicGround()
  const add = (name: string) =>
    arrange('POST', '/v1/trees/main/topics', { body: { name }, headers: { 'idempotency-key': 'k1' } })
  const [first, again] = [await add('Music'), await add('Music')]
  expect([again.statusCode, again.data]).toEqual([201, first.data])
  expect((await add('Films')).data.code).toBe('key-reused')
  expect((await call('GET', '/v1/trees/main/topics?org=main')).data.topics).toHaveLength(1)
  expect((await arrange('DELETE', `/v1/topics/${first.data.id}`)).statusCode).toBe(204)
  expect((await add('Music')).data).toMatchObject({ code: 'topic-retired', status: 409 })
})

test('a change tells its own event, whoever changes the tree a moment later', async () => {
  const { add, arrange, context } = await topicGround()
  const [one, other] = [await add('One'), await add('Other')]
  const told = await Promise.all([
    arrange('PATCH', `/v1/topics/${one.id}`, { body: { name: 'First' } }),
    arrange('PATCH', `/v1/topics/${other.id}`, { body: { name: 'Second' } }),
  ])
  const events = told.map(({ headers }) => String(headers['palaver-event']))
  const { recent } = await context.topics.trees.require('main', treeId('main', 'main'))
  expect(events.toSorted()).toEqual(recent.slice(-2).toSorted())
})

test('languages that come one request after the other are not more than a topic can have', async () => {
  const { add, arrange } = await topicGround()
  const spoken = (from: number, number: number, said: unknown) =>
    Object.fromEntries(Array.from({ length: number }, (_, at) => [languageOf(from + at), said]))
  const music = await add('Music', { locales: spoken(0, 40, { name: 'Musik', slug: null }) })
  const more = (locales: unknown) => arrange('PATCH', `/v1/topics/${music.id}`, { body: { locales } })
  const refused = await more(spoken(40, 11, { name: 'Musik', slug: null }))
  expect(refused.data).toMatchObject({ code: 'invalid', errors: [{ path: 'body.locales' }] })
  const instead = { ...spoken(0, 1, null), ...spoken(40, 11, { name: 'Musik', slug: null }) }
  expect((await more(instead)).statusCode).toBe(200)
})

test('trees have names of their own, and an org has several', async () => {
  const { arrange, call } = await topicGround()
  const made = await arrange('POST', '/v1/trees', { body: { key: 'places', name: 'Places', pages: PAGES } })
  expect([made.statusCode, made.headers['location']]).toEqual([201, '/v1/trees/places'])
  expect((await arrange('POST', '/v1/trees', { body: { key: 'main', name: 'Again' } })).data.code).toBe('tree-exists')
  const { data } = await call('GET', '/v1/trees?org=main')
  expect(data.trees).toMatchObject([{ key: 'main' }, { key: 'places', pages: PAGES, topics: 0, version: 0 }])
  expect((await call('GET', '/v1/trees/other?org=main')).data.code).toBe('tree-not-found')
  expect((await call('GET', '/v1/trees/main?org=other')).data.code).toBe('tree-not-found')
  expect((await call('GET', '/v1/trees/main')).data.errors).toMatchObject([{ path: 'query.org' }])
})

test('what cannot be is refused before anything is written', async () => {
  const { add, arrange } = await topicGround()
  const music = await add('Music')
  const rock = await add('Rock', { parent: music.id })
  const patched = async (id: string, body: unknown) => (await arrange('PATCH', `/v1/topics/${id}`, { body })).data
  const patch = async (id: string, body: unknown): Promise<string> => (await patched(id, body)).code
  const [under, self] = [await patched(music.id, { parent: rock.id }), await patched(music.id, { parent: music.id })]
  expect([under.code, self.code]).toEqual(['topic-cycle', 'topic-cycle'])
  expect(under.detail).toMatch(/^“Music” cannot be under “Rock”, which lies under it/)
  expect(self.detail).toBe('“Music” cannot be under itself.')
  const unclear = await arrange('DELETE', `/v1/topics/${music.id}?how=cascade&to=${rock.id}`)
  expect(unclear.data.errors).toMatchObject([{ path: 'query.to' }])
  expect(await patch(rock.id, { parent: 'nothing' })).toBe('topic-not-found')
  await add('Films', { slug: 'films' })
  expect(await patch(music.id, { slug: 'films' })).toBe('slug-taken')
  for (const body of [
    { slug: 'Not A Slug' },
    { slug: 'new' },
    { name: '\u200b' },
    { name: 'x'.repeat(256) },
    { emoji: 'a\nb' },
    { colour: 'red' },
    { locales: { '': { name: 'x' } } },
    { locales: { __proto__x: { name: 'x' } } },
    { locales: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`de-${100 + at}`, { name: 'x' }])) },
    { before: rock.id, after: rock.id },
    { description: 'a\u0007b' },
  ])
    expect([body, await patch(music.id, body)]).toEqual([body, 'invalid'])
  const pages = async (topic: string): Promise<string> =>
    (await arrange('PATCH', '/v1/trees/main', { body: { pages: { topic, discussion: null } } })).data.code
  for (const page of [
    'javascript:alert(1)//{id}',
    'https://{path}/',
    'https://a@b/{id}',
    'https://example.org/',
    '/{id}',
  ])
    expect([page, await pages(page)]).toEqual([page, 'invalid'])
})

test('what the caller may do with a topic', async () => {
  const { add, call } = await topicGround()
  const music = await add('Music', { starts: 'moderators' })
  const mine = async (role: 'member' | 'moderator' | 'admin') =>
    (await call('GET', `/v1/me/topics/${music.id}`, { as: role, role })).data
  expect(await mine('member')).toEqual({ mayStart: false, mayArrange: false })
  expect(await mine('moderator')).toEqual({ mayStart: true, mayArrange: false })
  expect(await mine('admin')).toEqual({ mayStart: true, mayArrange: true })
})
