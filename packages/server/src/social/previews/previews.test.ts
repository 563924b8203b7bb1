import { describe, expect, test, vi } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { idOf } from './address.ts'
import { HOST_PAUSE_MS, KEPT_MS, LEASE_MS, MOST_AT_ONCE, RETRY_MS } from './limits.ts'
import { NEVER } from './model.ts'
import { DAY, html, internet, ORG, PNG, scene, SECOND, site } from './previews.fixtures.ts'

const GRAPH = `<title>x</title><meta property="og:title" content="A headline"><meta property="og:image" content="/a.png">
<meta property="og:description" content="In short"><meta property="og:site_name" content="The site">`

const withPicture = (head = GRAPH) =>
  site((request, response) => {
    if (request.url === '/a.png') response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    else html(head)(request, response)
  })

const SHOWN = {
  title: 'A headline',
  description: 'In short',
  site: 'The site',
  picture: { id: 'picture1', width: 1, height: 1 },
  lang: 'en',
}

describeEngines('previews', (engine) => {
  test('a link that is wanted is fetched, and shown by the address that its author wrote', async () => {
    const { origin, asked } = await withPicture()
    const { previews, pictures, all } = await scene(engine)
    const links = [`${origin}/page`, `${origin}/page#part`]
    for (const link of [...links, ...links]) await previews.want(ORG, link)
    expect(await previews.of(ORG, links)).toEqual(new Map())
    await previews.drained()
    expect(await previews.of(ORG, [...links, `${origin}/other`])).toEqual(
      new Map(links.map((url) => [url, { url, ...SHOWN }])),
    )
    expect(asked).toEqual(['/page', '/a.png'])
    expect(pictures).toEqual([{ bytes: PNG, holder: idOf(ORG, links[0] ?? '') }])
    expect((await all()).find(({ state }) => state === 'ready')).toMatchObject({ due: NEVER, holder: '', attempts: 1 })
  })

  test('each org has its own', async () => {
    const { origin } = await withPicture()
    const { previews } = await scene(engine)
    await previews.want(ORG, origin)
    await previews.drained()
    expect((await previews.of(ORG, [origin])).size).toBe(1)
    expect((await previews.of('other', [origin])).size).toBe(0)
  })

  test('a page that says where it is at home is shown where it was found', async () => {
    const { origin } = await site(
      html(
        '<title>x</title><link rel="canonical" href="https://bank.example/"><meta property="og:url" content="https://bank.example/">',
      ),
    )
    const { previews, all } = await scene(engine)
    await previews.want(ORG, origin)
    await previews.drained()
    expect((await previews.of(ORG, [origin])).get(origin)?.url).toBe(origin)
    expect(JSON.stringify(await all())).not.toContain('bank.example')
  })

  test('what cannot be had is tried three times, at longer and longer distances', async () => {
    const { origin, asked } = await site((_request, response) => response.writeHead(500).end())
    const { previews, clock, all } = await scene(engine)
    await previews.want(ORG, origin)
    for (const wait of RETRY_MS) {
      await previews.drained()
      clock.now += wait - 1
      await previews.drained()
      expect((await all())[0]).toMatchObject({ state: 'wanted' })
      clock.now += 1
    }
    await previews.drained()
    expect((await all())[0]).toMatchObject({ state: 'none', due: NEVER, attempts: 3 })
    clock.now += DAY
    await previews.want(ORG, origin)
    await previews.drained()
    expect(asked).toHaveLength(3)
    expect(await previews.of(ORG, [origin])).toEqual(new Map())
  })

  test('who asks for a pause gets it', async () => {
    const { origin, asked } = await site((_request, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const { previews, clock } = await scene(engine)
    await previews.want(ORG, origin)
    await previews.drained()
    clock.now += 3599 * SECOND
    await previews.drained()
    expect(asked).toHaveLength(1)
    clock.now += SECOND
    await previews.drained()
    expect(asked).toHaveLength(2)
  })

  test('what is old is shown, and fetched again for the next who asks', async () => {
    let head = GRAPH
    const { origin, asked } = await site((request, response) => html(head)(request, response))
    const { previews, clock } = await scene(engine)
    await previews.want(ORG, origin)
    await previews.drained()
    head = '<title>Another</title>'
    const titleNow = async () => (await previews.of(ORG, [origin])).get(origin)?.title
    clock.now += 7 * DAY - 1
    expect(await titleNow()).toBe('A headline')
    await previews.drained()
    expect(await titleNow()).toBe('A headline')
    clock.now += 1
    expect(await titleNow()).toBe('A headline')
    await previews.drained()
    expect(await titleNow()).toBe('Another')
    expect(asked.filter((path) => path === '/')).toHaveLength(2)
  })

  test('what was there stays while its site is away, and goes when the page is gone', async () => {
    let status = 200
    const { origin } = await site((request, response) =>
      status === 200 ? html('<title>x</title>')(request, response) : response.writeHead(status).end(),
    )
    const { previews, clock } = await scene(engine)
    const again = async (): Promise<number> => {
      await previews.want(ORG, origin)
      for (const wait of [...RETRY_MS, 0]) {
        await previews.drained()
        clock.now += wait
      }
      return (await previews.of(ORG, [origin])).size
    }
    expect(await again()).toBe(1)
    status = 503
    clock.now += 8 * DAY
    expect(await again()).toBe(1)
    status = 404
    clock.now += 8 * DAY
    expect(await again()).toBe(0)
  })

  test('one that has expired comes back when it is read', async () => {
    const { origin } = await withPicture()
    const { previews, clock, all, kept } = await scene(engine)
    await previews.want(ORG, origin)
    await previews.drained()
    expect((await all()).map(({ expires }) => Date.parse(expires))).toEqual([clock.now + KEPT_MS])
    clock.now += KEPT_MS
    await kept.remove({ _id: idOf(ORG, origin) })
    expect((await previews.of(ORG, [origin])).size).toBe(0)
    await previews.drained()
    expect((await previews.of(ORG, [origin])).size).toBe(1)
  })

  test.each(['http://169.254.169.254/', 'http://localhost/', 'http://a.example:22/', 'file:///etc/passwd', 'x', ''])(
    'nothing is noted of %s',
    async (url) => {
      const { previews, all } = await scene(engine, { allowPrivate: false })
      await previews.want(ORG, url)
      expect(await previews.of(ORG, [url])).toEqual(new Map())
      await previews.drained()
      expect(await all()).toEqual([])
      await expect(previews.ask(ORG, url, new AbortController().signal)).rejects.toThrow('no preview of this address')
    },
  )

  test('two workers fetch each page once', async () => {
    const sites = await Promise.all(Array.from({ length: 8 }, () => site(html('<title>x</title>'))))
    const { previews, again } = await scene(engine)
    const other = again()
    for (const { origin } of sites) await previews.want(ORG, origin)
    await Promise.all([previews.drained(), other.drained(), previews.drained(), other.drained()])
    expect(sites.map(({ asked }) => asked.length)).toEqual(sites.map(() => 1))
    expect(
      (
        await previews.of(
          ORG,
          sites.map(({ origin }) => origin),
        )
      ).size,
    ).toBe(8)
  })

  test('a process that dies between fetching and noting is followed by another, three times in all', async () => {
    const { origin, asked } = await withPicture()
    const dies = { keepPicture: () => Promise.reject(new Error('killed')) }
    const { previews, again, clock, all } = await scene(engine, dies)
    await previews.want(ORG, origin)
    for (let death = 1; death <= 3; death++) {
      await expect(again().drained()).rejects.toThrow('killed')
      await again().drained()
      expect(
        asked.filter((path) => path === '/'),
        'while the lease holds',
      ).toHaveLength(death)
      clock.now += LEASE_MS
    }
    await again().drained()
    expect((await all())[0]).toMatchObject({ state: 'none', due: NEVER })
    expect(asked.filter((path) => path === '/')).toHaveLength(3)
    const { origin: second } = await withPicture()
    await previews.want(ORG, second)
    await expect(again().drained()).rejects.toThrow('killed')
    clock.now += LEASE_MS
    await again({ keepPicture: async () => null }).drained()
    expect((await previews.of(ORG, [second])).get(second)).toMatchObject({ title: 'A headline', picture: null })
  })
})

describe('the worker', () => {
  test('fetches four at a time, and one of a host', async () => {
    const waiting: (() => void)[] = []
    const slow = await site((request, response) => void waiting.push(() => html('<title>x</title>')(request, response)))
    const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`s${at}.example`, slow]))
    const { previews, clock, all } = await scene(sqliteInMemory, { allowPrivate: false, ask: internet(names) })
    for (const name of Object.keys(names))
      for (const path of ['a', 'b']) await previews.want(ORG, `https://${name}/${path}`)
    const letOn = setInterval(() => waiting.shift()?.(), 5)
    const isDone = async (): Promise<boolean> => (await all()).every(({ state }) => state === 'ready')
    while (!(await isDone())) {
      await previews.drained()
      clock.now += HOST_PAUSE_MS
    }
    clearInterval(letOn)
    expect(slow.most).toBe(MOST_AT_ONCE)
    expect(slow.asked).toHaveLength(18)
  })

  test('lets others pass those of a host that has many', async () => {
    const many = await site(html('<title>x</title>'))
    const other = await site(html('<title>y</title>'))
    const { previews, clock } = await scene(sqliteInMemory)
    for (let at = 0; at < 99; at++) await previews.want(ORG, `${many.origin}/${at}`)
    clock.now += 1
    await previews.want(ORG, `${other.origin}/`)
    await previews.drained()
    expect([many.asked.length, other.asked.length]).toEqual([1, 1])
    expect(many.most).toBe(1)
    for (let second = 1; second <= 20; second++) {
      clock.now += HOST_PAUSE_MS
      await previews.drained()
    }
    expect(many.asked.length, 'one a second').toBeGreaterThanOrEqual(19)
    expect(many.asked.length).toBeLessThanOrEqual(21)
    expect(many.most).toBe(1)
  })

  test('gives back what it was fetching when it is stopped, and the next goes on', async () => {
    const begun = Promise.withResolvers<void>()
    let isSlow = true
    const { origin, asked } = await site((request, response) => {
      begun.resolve()
      if (!isSlow) html('<title>x</title>')(request, response)
    })
    const { previews, again, all, failures } = await scene(sqliteInMemory)
    previews.start()
    await previews.want(ORG, origin)
    await begun.promise
    await previews.close()
    expect((await all())[0]).toMatchObject({ state: 'wanted', attempts: 0, holder: '' })
    isSlow = false
    const next = again()
    next.start()
    await vi.waitFor(async () => expect((await next.of(ORG, [origin])).size).toBe(1))
    await next.close()
    expect(asked).toHaveLength(2)
    expect(failures).toEqual([])
  })

  test('goes on when the store fails', async () => {
    const { origin } = await site(html('<title>x</title>'))
    const { previews, kept, failures } = await scene(sqliteInMemory)
    const find = vi.spyOn(Object.getPrototypeOf(kept), 'find').mockRejectedValueOnce(new Error('away'))
    previews.start()
    await vi.waitFor(() => expect(failures).toHaveLength(1))
    find.mockRestore()
    await previews.want(ORG, origin)
    await vi.waitFor(async () => expect((await previews.of(ORG, [origin])).size).toBe(1))
  })

  test('has one time for a page with all its redirects', async () => {
    const { origin } = await site(({ url }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 60)
    })
    const { previews, all } = await scene(sqliteInMemory, { timeMs: 100 })
    await previews.want(ORG, origin)
    await previews.drained()
    // At the end of all redirects it would be `none`.
    expect((await all())[0]).toMatchObject({ state: 'wanted', attempts: 1 })
  })

  test('counts it as a try when the time has run out', async () => {
    const { origin } = await site(() => {})
    const { previews, all } = await scene(sqliteInMemory, { timeMs: 50 })
    await previews.want(ORG, origin)
    await previews.drained()
    expect((await all())[0]).toMatchObject({ state: 'wanted', attempts: 1, holder: '' })
  })
})
