import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Comments } from '../comments/service.ts'
import { startFollowing } from '../following.ts'
import { testContext } from '../testing/test-context.ts'
import { ARTICLES, pathOf } from './articles.ts'
import { get, HOST, openDemo } from './demo.fixtures.ts'
import { PEOPLE } from './people.ts'
import { Demo } from './service.ts'

const PAGES = [
  '/',
  ...ARTICLES.map(pathOf),
  '/topics',
  '/topics/work',
  '/talk/the-last-stop',
  '/demo/outbox',
  '/demo/add',
]

test('every page has a strict policy and nothing inline, and names the elements', async () => {
  const { app } = await openDemo()
  for (const url of PAGES) {
    const answer = await get(app, url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(answer.body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/)
    expect(answer.body).toContain('<palaver-bell>')
    expect(answer.body).not.toContain('undefined')
  }
})

test('the front page counts the comments of every article, and each article has its thread', async () => {
  const { app } = await openDemo()
  const front = (await get(app, '/')).body
  for (const { id, title } of ARTICLES) {
    expect(front).toContain(`<palaver-count resource="article:${id}">`)
    expect(front).toContain(`href="/articles/${id}">${title}</a>`)
    expect((await get(app, `/articles/${id}`)).body).toContain(`<palaver-thread resource="article:${id}"`)
  }
  expect((await get(app, '/articles/night-bus')).body).toContain('view="flat"')
})

test('its script, style and icon are served', async () => {
  const { app } = await openDemo()
  for (const file of ['demo.js', 'demo.css', 'icon.svg']) {
    const answer = await get(app, `/demo/${file}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/javascript|css|svg/)
  }
})

test('a visitor can be any of the people, with one request', async () => {
  const { app, context } = await openDemo()
  for (const { id, name, role } of PEOPLE) {
    const answer = await get(app, `/demo/token?as=${id}`)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await context.accounts.identify(answer.json().token)).toMatchObject({ org: 'main', name, role, hostId: id })
  }
})

test('a visitor can be a guest, and nobody else', async () => {
  const { app, context } = await openDemo()
  const { token } = (await get(app, '/demo/token?as=guest')).json()
  expect(await context.accounts.identify(token)).toMatchObject({ kind: 'guest' })
  for (const url of ['/demo/token', '/demo/token?as=editor', '/demo/token?as=ada&as=bo'])
    expect((await get(app, url)).statusCode).toBe(404)
})

test('a name that leads to this machine from elsewhere gets nothing', async () => {
  const { app } = await openDemo()
  for (const host of ['evil.example', '127.0.0.1.evil.example:8080', 'localhost.evil.example'])
    for (const url of ['/', '/demo/token?as=mara', '/demo/outbox'])
      expect((await get(app, url, { host })).statusCode).toBe(403)
  for (const host of ['localhost:8080', '[::1]:8080', '127.0.0.1'])
    expect((await get(app, '/demo/token?as=ada', { host })).statusCode).toBe(200)
})

test('people have talked below the articles, each article in its way', async () => {
  const { app, context } = await openDemo()
  const { drained } = startFollowing(context)
  await drained()
  const read = async (id: string, query = ''): Promise<ReturnType<typeof JSON.parse>> =>
    (await get(app, `/v1/discussions/-/comments?org=main&type=article&id=${id}${query}`)).json()
  const counts = await Promise.all(ARTICLES.map(async ({ id }) => (await read(id)).comments?.length ?? 0))
  expect(counts).toEqual(ARTICLES.map(({ talk }) => talk.length))
  const telephone = (await read('village-telephone')).comments
  expect(Math.max(...telephone.map(({ depth }: { depth: number }) => depth))).toBeGreaterThan(2)
  expect(telephone.some(({ votes }: { votes: { up: number } }) => votes.up > 2)).toBe(true)
  expect(telephone.some(({ html }: { html: string }) => html.includes('class="mention"'))).toBe(true)
  const deepest = (await read('one-meeting-less')).comments.map(({ depth }: { depth: number }) => depth)
  expect(Math.max(...deepest)).toBe(1)
  const post = async (id: string) => {
    const { token } = (await get(app, '/demo/token?as=ada')).json()
    const url = `/v1/discussions/-/comments?type=article&id=${id}`
    const headers = { ...HOST, authorization: `Bearer ${token}` }
    return app.inject({ method: 'POST', url, headers, payload: { text: `Something about ${id}.` } })
  }
  expect((await post('field-guide-to-benches')).statusCode).toBe(201)
  expect((await post('the-old-bridge')).json()).toMatchObject({ code: 'discussion-closed' })
  expect((await post('soup-for-forty')).statusCode).toBe(202)
})

test('the crowd is written in the background, goes on where it was stopped, and comes once', async () => {
  const { app, demo, context } = await openDemo(600)
  const huge = '/articles/library-all-night'
  expect((await get(app, '/demo/growth')).json()).toEqual({ growth: { done: 0, total: 600 } })
  expect((await get(app, huge)).body).toContain('0 of 600 comments are there')
  await demo.grow(() => demo.stop())
  const { growth } = (await get(app, '/demo/growth')).json()
  expect(growth.done).toBeGreaterThan(0)
  expect(growth.done).toBeLessThan(600)

  const again = new Demo(context, 600)
  await again.prepare()
  expect(again.growth).not.toBeNull()
  await again.grow(() => {})
  expect(again.growth).toBeNull()

  const third = new Demo(context, 600)
  await third.prepare()
  expect(third.growth).toBeNull()
  await startFollowing(context).drained()
  const [count] = await context.comments.counts(null, [
    { org: 'main', resource: { type: 'article', id: 'library-all-night' } },
  ])
  expect(count).toBe(600)
})

test('what was planted is not planted again, and links follow the address', async () => {
  const { demo, context } = await openDemo()
  const ref = { org: 'main', resource: { type: 'article', id: 'night-bus' } }
  await demo.settle('http://127.0.0.1:1')
  const again = new Demo(context, 40)
  await again.prepare()
  await again.settle('http://127.0.0.1:2')
  await startFollowing(context).drained()
  const { comments, url } = await context.comments.discussion(ref)
  expect([comments, url]).toEqual([6, 'http://127.0.0.1:2/articles/night-bus'])
})

test('planting that was interrupted goes on behind what is there', async () => {
  const context = await testContext()
  let left = 5
  const changed = (): void => {
    if (left-- === 0) throw new Error('cut off')
  }
  const comments: Comments = Object.create(context.comments, {
    needs: { value: { ...context.comments.needs, changed } },
  })
  await expect(new Demo({ ...context, comments }, 40).prepare()).rejects.toThrow('cut off')
  await new Demo(context, 40).prepare()
  await startFollowing(context).drained()
  for (const { id, talk } of ARTICLES.filter(({ isCrowded }) => !isCrowded)) {
    const { comments: count } = await context.comments.discussion({ org: 'main', resource: { type: 'article', id } })
    expect([id, count]).toEqual([id, talk.length])
  }
})

test('the outbox shows what was written, each mail in a frame that can do nothing', async () => {
  const { app, demo } = await openDemo()
  expect((await get(app, '/demo/outbox')).body).toContain('Nothing yet.')
  await mkdir(demo.outbox, { recursive: true })
  const mail = [
    'To: bo@example.org',
    'Subject: =?UTF-8?Q?Zo=C3=AB_answered?= =?UTF-8?B?IOKCrA==?=',
    'Date: Mon, 01 Jun 2026 10:00:00 +0000',
    'Content-Type: multipart/alternative;',
    ' boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=C3=BC=C3=9Fe, <script>alert(1)</script> in one l=',
    'ine',
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<!doctype html><html><head></head><body>Grüße</body></html>').toString('base64'),
    '--b1--',
    '',
  ].join('\r\n')
  await writeFile(`${demo.outbox}/2026-06-01T10-00-00.000Z-abc.eml`, mail)
  const page = (await get(app, '/demo/outbox')).body
  expect(page).toContain('Zoë answered €')
  expect(page).toContain('Grüße, &lt;script&gt;alert(1)&lt;/script&gt; in one line')
  const [, src = ''] = /<iframe sandbox="[^"]*" [^>]*src="([^"]+)"/.exec(page) ?? []
  const framed = await get(app, src)
  expect(framed.headers['content-security-policy']).toMatch(/^sandbox /)
  expect(framed.body).toContain('<body>Grüße</body>')
  for (const url of ['/demo/outbox/none.eml', '/demo/outbox/..%2F..%2Fpalaver.sqlite'])
    expect((await get(app, url)).statusCode).toBe(404)
})

test('the snippet has the address of this service', async () => {
  const { app } = await openDemo()
  const { body } = await get(app, '/demo/add', { host: 'localhost:9123' })
  expect(body).toContain('&lt;script async src=&quot;http://localhost:9123/embed.js&quot;&gt;')
  expect(body).toContain('hash_hmac')
})
