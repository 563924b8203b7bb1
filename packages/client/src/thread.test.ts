import { expect, test } from 'vitest'
import { call } from './call.ts'
import { counts } from './counts.ts'
import { discussion, type Thread } from './discussion.ts'
import { PalaverError } from './error.ts'
import { pages } from './listing.ts'
import { listen } from './live.ts'
import { about, comments, permalink, replies, subthread, tree } from './reading.ts'
import { all, ground, PAGE } from './testing/ground.ts'
import { mine, react, vote } from './voting.ts'
import { edit, post, preview, remove } from './writing.ts'

async function slugOf(thread: Thread, text: string, parent: string | null = null): Promise<string> {
  const posted = await post(thread, { text, parent })
  if ('held' in posted) throw new Error('It is held.')
  return posted.comment.slug
}

async function texts(list: AsyncIterable<{ html: string }>): Promise<string[]> {
  return (await all(list)).map(({ html }) => html.replace(/<[^>]+>|\n/g, ''))
}

test('a thread: posted, replied to, read in every view, edited, voted on, removed', async () => {
  const { as } = await ground()
  const ada = discussion(await as('ada'), PAGE)
  const first = await slugOf(ada, 'a *first* one')
  const reply = await slugOf(ada, 'a reply', first)
  await slugOf(ada, 'a deeper one', reply)
  await slugOf(ada, 'a second one')
  const nobody = discussion(await as(null), PAGE)
  expect(await texts(comments(nobody))).toEqual(['a first one', 'a reply', 'a deeper one', 'a second one'])
  expect(await texts(comments(nobody, { view: 'roots', sort: 'newest' }))).toEqual(['a second one', 'a first one'])
  const { comment, ancestors } = await permalink(nobody, { slug: reply })
  expect([comment.text, ancestors.map(({ slug }) => slug)]).toEqual(['a reply', [first]])
  expect(await texts(replies(nobody, comment))).toEqual(['a deeper one'])
  expect(await texts(subthread(nobody, comment))).toEqual(['a reply', 'a deeper one'])
  const roots = await all(tree(nobody, { depth: 1 }))
  expect(roots.map((root) => [root.comment.slug, root.replies.length])).toEqual([
    [first, 1],
    [expect.anything(), 0],
  ])

  expect(await edit(ada, { slug: reply, text: 'mended', rev: comment.rev })).toMatchObject({
    comment: { text: 'mended' },
  })
  await expect(edit(ada, { slug: reply, text: 'too late', rev: comment.rev })).rejects.toMatchObject({
    problem: { code: 'changed-meanwhile', status: 412 },
  })
  const bob = discussion(await as('bob'), PAGE)
  expect(await vote(bob, { slug: first, value: 1 })).toMatchObject({ value: 1 })
  expect(await mine(bob, [first, reply])).toMatchObject([
    { slug: first, value: 1, mayEdit: false },
    { slug: reply, value: 0 },
  ])
  expect(await remove(ada, comment)).toBeUndefined()
  expect((await permalink(ada, comment)).comment.status).toBe('deleted')
  expect(await preview(ada.palaver, '**bold**')).toMatchObject({ html: '<p><strong>bold</strong></p>\n' })
})

test('a reaction is given and taken back', async () => {
  const { as, context } = await ground()
  const ada = discussion(await as('ada'), PAGE)
  const slug = await slugOf(ada, 'hello')
  const [name = ''] = Object.keys((await context.accounts.get('main'))?.reactions ?? {})
  expect((await react(ada, { slug, name })).reactions).toEqual([name])
  expect((await react(ada, { slug, name, on: false })).reactions).toEqual([])
})

test('counts keep the order in which they were asked for, of more than one request can name', async () => {
  const { as, proxy } = await ground()
  const ada = await as('ada')
  const article = discussion(ada, PAGE)
  await slugOf(article, 'one')
  await slugOf(article, 'two')
  await slugOf(discussion(ada, { type: 'photo', id: '7' }), 'three')
  const { id } = await about(article)
  const missing = Array.from({ length: 120 }, (_, at) => ({ type: 'page', id: `missing ${at}` }))
  const before = proxy.heard.length
  const refs = [{ type: 'photo', id: '7' }, ...missing, { discussion: id }, PAGE]
  await expect.poll(() => counts(ada, refs)).toEqual([1, ...missing.map(() => null), 2, 2])
  expect((proxy.heard.length - before) % 5).toBe(0)
  expect(await counts(ada, [])).toEqual([])
})

test('however long their ids are, they are asked for in addresses that whatever stands between takes', async () => {
  const { as, proxy } = await ground()
  const ada = await as('ada')
  const long = Array.from({ length: 50 }, (_, at) => ({ type: 'page', id: `${'ä'.repeat(475)} ${at}` }))
  await slugOf(discussion(ada, { type: 'page', id: long[49]?.id ?? '' }), 'one')
  await expect.poll(() => counts(ada, long)).toEqual([...long.slice(1).map(() => null), 1])
  expect(Math.max(...proxy.heard.map(({ url }) => url.length))).toBeLessThan(8000)
})

test('250 comments come once each and in order, while others post', async () => {
  const { as, proxy } = await ground()
  const ada = discussion(await as('ada'), PAGE)
  const before: string[] = []
  for (let at = 0; at < 250; at += 1) {
    // Of one person so many at once would be taken for a flood.
    const person = discussion(await as(`person ${at % 50}`), PAGE)
    before.push(await slugOf(person, `comment ${at}`))
  }
  const bob = discussion(await as('bob'), PAGE)
  const seen: string[] = []
  let page = 0
  for await (const { slug } of comments(ada, { view: 'chronological', limit: 100 })) {
    seen.push(slug)
    if (seen.length % 60 === 0 && page < 5) await slugOf(bob, `meanwhile ${(page += 1)}`)
  }
  expect(seen.slice(0, 250)).toEqual(before)
  expect(new Set(seen).size).toBe(seen.length)
  expect(proxy.heard.filter(({ method }) => method === 'GET').length).toBe(3)
  expect(await texts(comments(ada, { view: 'chronological', page: 4, limit: 100 }))).toEqual([])
})

test('a list can be read by its pages, or one page at a time, and stops where the reader stops', async () => {
  const { as, proxy } = await ground()
  const ada = discussion(await as('ada'), PAGE)
  for (let at = 0; at < 5; at += 1) await slugOf(ada, `${at}`)
  const list = comments(ada, { limit: 2 })
  const sizes = (await all(pages(list))).map((page) => page.comments.length)
  expect(sizes).toEqual([2, 2, 1])
  const first = await list.page()
  const second = await list.page(first.next)
  expect(await list.page(second.previous)).toEqual(first)
  expect(await texts(comments(ada, { limit: 2, ...(first.next !== null && { cursor: first.next }) }))).toEqual([
    '2',
    '3',
    '4',
  ])
  const before = proxy.heard.length
  for await (const { slug } of list) if (slug !== '') break
  expect(proxy.heard.length).toBe(before + 1)
})

test('any operation can be called by its method and path', async () => {
  const { as } = await ground()
  const ada = await as('ada')
  const slug = await slugOf(discussion(ada, PAGE), 'one')
  const { comment } = await call(ada, 'GET /v1/discussions/{discussion}/positions/{path}', {
    path: { discussion: '-', path: '0' },
    query: { org: 'main', ...PAGE },
  })
  expect(comment.slug).toBe(slug)
})

test.each(['', '.', '..', '\ud83d'])('a name such as %j leads to no other address', async (name) => {
  const { as, proxy } = await ground()
  const palaver = await as('ada')
  const ada = discussion(palaver, { discussion: 'd1' })
  const nowhere = discussion(palaver, { discussion: name })
  const calls = [
    react(ada, { slug: 'a', name, on: false }),
    about(nowhere),
    comments(nowhere).page(),
    listen(nowhere).next(),
  ]
  for (const thrown of await Promise.all(calls.map((one) => one.catch((error: unknown) => error)))) {
    expect(thrown).toBeInstanceOf(PalaverError)
    expect(thrown).toMatchObject({ problem: { code: 'invalid', status: 422, detail: `"${name}" names nothing` } })
  }
  expect(proxy.heard).toEqual([])
})
