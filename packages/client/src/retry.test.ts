import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { discussion } from './discussion.ts'
import { comments, permalink } from './reading.ts'
import { all, type Ground, ground, PAGE } from './testing/ground.ts'
import type { Fate } from './testing/proxy.ts'
import { edit, post, preview, remove } from './writing.ts'

const keysOf = ({ proxy }: Ground): unknown[] => proxy.heard.map(({ headers }) => headers['idempotency-key'])
const BUSY = { status: 503, headers: { 'content-type': 'application/problem+json' }, body: '{"code":"busy"}' }
const PAGE_OF_PROXY = { headers: { 'content-type': 'text/html' }, body: '<h1>Oops</h1>' }

describe('a post', () => {
  test.each<[string, Fate[]]>([
    ['whose request is lost', ['drop before']],
    ['whose answer is lost', ['drop after']],
    ['whose answer is lost thrice', ['drop after', 'drop after', 'drop after']],
    ['that is told to come later, and then cut off', [BUSY, 'drop after', 'drop before']],
    ['behind a gateway that gives up', ['drop after', { status: 504, ...PAGE_OF_PROXY }, { status: 502 }]],
  ])('%s ends in exactly one comment', async (_, fates) => {
    const here = await ground()
    const thread = discussion(await here.as('ada'), PAGE)
    here.proxy.meet(...fates)
    const posted = await post(thread, { text: 'once' })
    expect(here.waits).toHaveLength(fates.length)
    expect(new Set(keysOf(here)).size).toBe(1)
    const found = await all(comments(thread))
    expect(found.map(({ slug }) => slug)).toEqual([expect.stringMatching(/^\w+$/)])
    expect(posted).toMatchObject({ comment: { slug: found[0]!.slug, text: 'once' } })
  })

  test('is given up after four tries; under the same key it can be sent again', async () => {
    const here = await ground()
    const thread = discussion(await here.as('ada'), PAGE)
    here.proxy.meet('drop after', 'drop after', 'drop after', 'drop after')
    const key = 'button-7'
    await expect(post(thread, { text: 'once' }, { key })).rejects.toMatchObject({ problem: { code: 'network' } })
    expect(keysOf(here)).toEqual([key, key, key, key])
    await post(thread, { text: 'once' }, { key })
    expect(await all(comments(thread))).toHaveLength(1)
  })

  test('has a key of its own each time', async () => {
    const here = await ground()
    const thread = discussion(await here.as('ada'), PAGE)
    await post(thread, { text: 'one' })
    await post(thread, { text: 'one' })
    expect(new Set(keysOf(here)).size).toBe(2)
  })

  test('that is redirected does not become a read', async () => {
    const here = await ground()
    const thread = discussion(await here.as('ada'), PAGE)
    const moved = { status: 301, headers: { location: `${here.url}/v1/discussions/-/comments` } }
    here.proxy.meet(moved, moved, moved, moved)
    await expect(post(thread, { text: 'once' })).rejects.toMatchObject({ problem: { code: 'network' } })
  })
})

test('an edit and a removal whose answers are lost are done once', async () => {
  const here = await ground()
  const thread = discussion(await here.as('ada'), PAGE)
  const posted = await post(thread, { text: 'one' })
  if ('held' in posted) throw new Error('It is held.')
  const { slug, rev } = posted.comment
  here.proxy.meet('drop after')
  expect(await edit(thread, { slug, rev, text: 'two' })).toMatchObject({ comment: { rev: rev + 1 } })
  here.proxy.meet('drop after')
  await remove(thread, { slug })
  expect((await permalink(thread, { slug })).comment.status).toBe('deleted')
})

test('what the service does not know by a key is not sent again where it may have been done', async () => {
  const here = await ground()
  const ada = await here.as('ada')
  here.proxy.meet('drop after')
  await expect(preview(ada, 'one')).rejects.toMatchObject({ problem: { code: 'network' } })
  here.proxy.meet({ status: 429 })
  expect(await preview(ada, 'one')).toMatchObject({ mentions: [] })
  expect(here.proxy.heard).toHaveLength(3)
})

describe('a read', () => {
  const LIMITED = { 'content-type': 'application/problem+json', 'retry-after': '7' }
  const limited = (headers: Record<string, string> = LIMITED): Fate => ({
    status: 429,
    headers,
    body: JSON.stringify({ code: 'rate-limited', detail: 'Wait.', status: 429 }),
  })

  async function reader(here: Ground) {
    const thread = discussion(await here.as('ada'), PAGE)
    await post(thread, { text: 'one' })
    return (): Promise<unknown> => comments(thread).page()
  }

  test('waits as long as Retry-After says, and no shorter', async () => {
    const here = await ground()
    const read = await reader(here)
    here.proxy.meet(limited(), limited())
    expect(await read()).toMatchObject({ comments: [{}] })
    expect(here.waits).toEqual([7000 + 300, 7000 + 600])
  })

  test('waits until the date that Retry-After says', async () => {
    const here = await ground()
    const now = Date.UTC(2030, 0, 1)
    const thread = discussion(await here.as('ada', { now: () => now }), PAGE)
    await post(thread, { text: 'one' })
    here.proxy.meet(limited({ ...LIMITED, 'retry-after': new Date(now + 9000).toUTCString() }))
    await comments(thread).page()
    expect(here.waits).toEqual([9000 + 300])
  })

  test('does not wait for longer than half a minute: it says so instead', async () => {
    const here = await ground()
    const read = await reader(here)
    here.proxy.meet(limited({ ...LIMITED, 'retry-after': '31' }))
    await expect(read()).rejects.toMatchObject({ retryAfter: 31, problem: { code: 'rate-limited' } })
    expect(here.waits).toEqual([])
  })

  test.each<[string, Fate]>([
    ['a page of a captive portal', { status: 200, ...PAGE_OF_PROXY }],
    ['half an answer', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"comm' }],
    ['a gateway without a service', { status: 502, ...PAGE_OF_PROXY }],
    ['a line that breaks', 'drop before'],
  ])('goes on after %s', async (_, fate) => {
    const here = await ground()
    const read = await reader(here)
    here.proxy.meet(fate)
    expect(await read()).toMatchObject({ comments: [{}] })
  })

  test('pauses longer each time, by chance up to twice as long', async () => {
    for (const [chance, waits] of [
      [0, [300, 600, 1200]],
      [1, [600, 1200, 2400]],
    ] as const) {
      const here = await ground()
      const thread = discussion(await here.as('ada', { random: () => chance }), PAGE)
      here.proxy.meet('drop before', 'drop before', 'drop before', 'drop before')
      await expect(comments(thread).page()).rejects.toMatchObject({ problem: { code: 'network' } })
      expect(here.waits).toEqual(waits)
    }
  })

  test('takes a silent service for none, after a while', async () => {
    const here = await ground()
    await reader(here)
    const impatient = discussion(await here.as('ada', { timeoutMs: 500 }), PAGE)
    here.proxy.meet('hang')
    expect(await comments(impatient).page()).toMatchObject({ comments: [{}] })
    expect(here.waits).toHaveLength(1)
  })

  test.each<[number, string]>([
    [403, 'network'],
    [500, 'network'],
  ])('does not try again after %i, which a try would not mend', async (status, code) => {
    const here = await ground()
    const read = await reader(here)
    here.proxy.meet({ status, ...PAGE_OF_PROXY })
    await expect(read()).rejects.toMatchObject({ problem: { code, status } })
    expect(here.waits).toEqual([])
  })
})

test('what the client wrote is named in its reads for ten seconds, and the last twenty-one at most', async () => {
  const here = await ground()
  let now = Date.now()
  const thread = discussion(await here.as('ada', { now: () => now }), PAGE)
  const seen = async (): Promise<string[]> => {
    await comments(thread).page()
    const field = here.proxy.heard.at(-1)?.headers['palaver-seen']
    return field === undefined ? [] : String(field).split(',')
  }
  await post(thread, { text: 'one' })
  expect(await seen()).toHaveLength(1)
  now += 5000
  await post(thread, { text: 'two' })
  expect(await seen()).toHaveLength(2)
  now += 5000
  expect(await seen()).toHaveLength(1)
  now += 5000
  expect(await seen()).toEqual([])
  for (let at = 0; at < 25; at += 1) await post(thread, { text: `${at}` })
  expect(await seen()).toHaveLength(21)
})

test('the pause ends early when its signal fires, and otherwise on its own', async () => {
  const { connect } = await import('./connect.ts')
  const { sleep } = connect({ url: 'http://localhost', org: 'main' })
  const controller = new AbortController()
  const forever = sleep(2 ** 30, controller.signal)
  await pause(1)
  controller.abort()
  await forever
  await sleep(1, new AbortController().signal)
})
