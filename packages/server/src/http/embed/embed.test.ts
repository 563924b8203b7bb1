import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startFollowing } from '../../following.ts'
import { hookServer } from '../../testing/hook-server.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { testContext } from '../../testing/test-context.ts'
import { createApp } from '../app.ts'
import { readWidget } from './widget.ts'

const ORG = 'main'
const CODE = `console.log(${'"a long script"; '.repeat(200)})`
const SSR =
  'export const renderThread = (opening, options) => `<i data-at="${options.base}">${opening.tree?.roots.length ?? 0} ${options.sort}</i>`\n'

type Files = Readonly<Record<string, string>>

async function start(files: Files = {}, env: Readonly<Record<string, string>> = {}) {
  const folder = join(await tempFolder(), 'dist')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const context = await testContext({}, env)
  await context.accounts.ensureFirst()
  startFollowing(context)
  const app = await createApp(context, undefined, { widget: await readWidget(folder) })
  const post = async (text: string, { as = 'ada', ...more }: Record<string, string> = {}) => {
    const token = await context.accounts.issue(ORG, { id: as, username: as }, 1)
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/discussions/-/comments?type=article&id=42',
      headers: { authorization: `Bearer ${token}` },
      payload: { text, ...more },
    })
    return answer.json<{ comment: { slug: string } }>().comment.slug
  }
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { context, app, post, get }
}

const BUILT: Files = { 'embed.js': CODE, 'embed/thread.js': CODE, 'embed/emoji-Ab3_x-9Z.js': CODE, 'ssr.js': SSR }
const THREAD = `/embed/thread?org=${ORG}&type=article&id=42`
const FRAME = `/embed/frame?org=${ORG}&type=article&id=42`
const policyOf = (headers: Readonly<Record<string, unknown>>): string => String(headers['content-security-policy'])

test('the files of the widget go out compressed and with a tag, to any page', async () => {
  const { get } = await start(BUILT)
  const { headers, rawPayload } = await get('/embed.js', { 'accept-encoding': 'br, gzip' })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(rawPayload).toString()).toBe(CODE)
  const gzipped = await get('/embed/thread.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(CODE)
  expect((await get('/embed/thread.js')).body).toBe(CODE)
  expect((await get('/embed.js', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const hashed = await get('/embed/emoji-Ab3_x-9Z.js')
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a file that did not come is the same at another address', async () => {
  const { get } = await start(BUILT)
  const [first, again] = [await get('/embed/thread.js'), await get('/embed/again/3/thread.js')]
  expect([again.statusCode, again.body]).toEqual([200, first.body])
})

test('nothing else is given out, whatever is asked for', async () => {
  const { get } = await start(BUILT)
  const hidden = ['/embed/../ssr.js', '/embed/%2e%2e/ssr.js', '/embed/..%2fssr.js', '/ssr.js']
  for (const url of ['/embed/none.js', '/embed/', '/embed/again/3/', '/embed/again/x/none.js', ...hidden]) {
    const { statusCode, body } = await get(url)
    expect([statusCode, body], url).toEqual([404, expect.stringContaining('not-found')])
  }
})

test('a widget that is not built is said to be, and the comments can be read all the same', async () => {
  const { get, post } = await start()
  const root = await post('Hello *you*')
  await post('A reply', { as: 'bob', parent: root })
  expect((await get('/embed.js')).json()).toMatchObject({
    code: 'not-found',
    detail: expect.stringContaining('`npm run palaver -- start`'),
  })
  const { statusCode, body } = await get(THREAD)
  expect(statusCode).toBe(200)
  expect(body).toContain('<p>Hello <em>you</em></p>')
  expect(body).toMatch(/<b dir="auto">ada<\/b>.*<ol>.*<b dir="auto">bob<\/b>/s)
})

test('a page is rendered by the widget, says what it is to search engines, and its policy allows its own alone', async () => {
  const { get, post } = await start(BUILT, { PALAVER_URL: 'https://comments.example/palaver/' })
  const title = '</script><b>Title & "more"'
  const slug = await post('Hello </script><script>alert(1)</script> & you', { title, url: 'https://example.org/a' })
  const { statusCode, headers, body } = await get(`${THREAD}&sort=newest&theme=dark&locale=ar`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('<html lang="ar" dir="rtl" data-theme="dark">')
  expect(body).toContain(
    '<palaver-thread resource="article:42" org="main" order="newest" theme="dark" locale="ar"><i data-at="/palaver">1 newest</i>',
  )
  expect(body).toContain('<script async src="/palaver/embed.js"></script>')
  expect(body).toContain('<link rel="canonical" href="https://example.org/a">')
  expect(body).toContain('<title>&lt;/script&gt;&lt;b&gt;Title &amp; &quot;more&quot;</title>')
  expect(body).not.toContain('noindex')
  expect(body.match(/<script/g)).toHaveLength(2)
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
  expect(data).toMatchObject({
    '@type': 'DiscussionForumPosting',
    headline: title,
    url: 'https://example.org/a',
    author: { name: 'Main' },
    comment: [
      {
        '@type': 'Comment',
        text: expect.stringContaining('Hello'),
        author: { name: 'ada' },
        url: `https://example.org/a#comment-${slug}`,
      },
    ],
  })
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policyOf(headers)).toContain(`script-src 'self'; style-src 'self' 'sha256-${hash}';`)
  expect(policyOf(headers)).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
})

test('a fragment is the element alone, with addresses that hold on any page', async () => {
  const { get, post } = await start(BUILT, { PALAVER_URL: 'https://comments.example' })
  await post('Hello')
  const { body, headers } = await get(`${THREAD}&fragment=1&view=flat`)
  expect(body).toBe(
    '<palaver-thread resource="article:42" org="main" order="best" theme="auto" locale="en" view="flat"><i data-at="https://comments.example">0 best</i></palaver-thread>',
  )
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

test('a page has what was written a moment ago, and says nothing where nothing is', async () => {
  const { get, post } = await start(BUILT)
  const before = await get(THREAD)
  expect(before.body).toContain('<meta name="robots" content="noindex">')
  expect(before.headers['cache-control']).toBe('private, no-cache')
  await post('One')
  const after = await get(THREAD)
  expect(after.body).toContain('1 best')
  expect(after.headers['cache-control']).toBe('no-cache')
  await post('Two')
  expect((await get(THREAD)).body).toContain('2 best')
  expect((await get('/embed/thread?org=none&type=a&id=b')).json()).toMatchObject({ code: 'org-not-found' })
  expect((await get('/embed/thread?type=a:b&id=b&theme=pink&locale=%22')).json().errors).toHaveLength(3)
})

test('a frame is for pages of the sites of the org, and runs its own script alone', async () => {
  const { context, get, post } = await start(BUILT)
  await post('Hello', { url: 'https://example.org/a' })
  const open = await get(FRAME)
  expect(policyOf(open.headers)).toContain('frame-ancestors *;')
  const script = /<script>([\s\S]*?)<\/script>/.exec(open.body)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policyOf(open.headers)).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(open.body).toContain('<meta name="robots" content="noindex">')
  await context.accounts.change(ORG, { origins: ['https://example.org', 'https://b.example'] })
  const { headers } = await get(`${FRAME}&theme=light`)
  expect(policyOf(headers)).toContain("frame-ancestors 'self' https://example.org https://b.example;")
})

test('a page shows nothing of what the host hides, and is not kept where the host decides', async () => {
  const { context, get, post } = await start(BUILT)
  await post('Hello', { title: 'Secret' })
  let see = true
  const { hook } = await hookServer(({ body }) => ({
    answers: body.questions.map(() => ({ see, comment: true })),
    seconds: 0,
  }))
  await context.accounts.change(ORG, { permissionHook: hook })
  const shown = await get(THREAD)
  expect(shown.body).toContain('Secret')
  expect(shown.headers['cache-control']).toBe('private, no-cache')
  see = false
  const [hidden, never] = await Promise.all([get(THREAD), get(THREAD.replace('42', '43'))])
  expect(hidden.statusCode).toBe(200)
  expect(hidden.body).toBe(never.body.replaceAll('43', '42'))
})

test('where the widget fails, the comments are shown plainly', async () => {
  const { get, post } = await start({
    ...BUILT,
    'ssr.js': 'export const renderThread = () => { throw new Error("x") }',
  })
  await post('Hello')
  expect((await get(THREAD)).body).toContain('<p>Hello</p>')
})
