import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { type Stage, stage } from '../testing/stage.ts'
import { commentSaying, openThread, pageAround, say } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'

const isOpening = (url: string): boolean => url.includes('/v1/opening')

/** As strict as a page can be that shows comments. */
const policyFor = ({ url }: Pick<Stage, 'url'>): string =>
  `default-src 'none'; script-src ${url}; connect-src ${url}; style-src ${url}; img-src 'none'; base-uri 'none'`

async function openHtml(page: Page, { site }: Stage, body: string, csp?: string): Promise<void> {
  await page.goto(site.put({ body: pageAround(body), ...(csp === undefined ? {} : { csp }) }))
}

describeBrowser('The elements', (open) => {
  it('work under a strict policy, without cookies, with two lines of HTML', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'article:42', text: 'Hello' })
    const page = await open()
    const seen = watch(page)
    await openHtml(page, s, '<palaver-thread resource="article:42"></palaver-thread>', policyFor(s))
    await commentSaying(page.locator('palaver-thread'), 'Hello').waitFor()
    await page.locator('palaver-thread').getByRole('button', { name: 'Sign in' }).waitFor()
    expect(seen.complaints).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })

  it('take the page itself, by its canonical link, where no resource is named', async () => {
    const s = await stage()
    const page = await open()
    const asked = page.waitForRequest((request) => isOpening(request.url()))
    const head = '<link rel="canonical" href="https://blog.example.org/a?b=1#c">'
    await page.goto(s.site.put({ head, body: pageAround('<palaver-thread></palaver-thread>') }))
    const { searchParams } = new URL((await asked).url())
    expect([searchParams.get('type'), searchParams.get('id')]).toEqual(['page', 'https://blog.example.org/a?b=1'])
  })

  it('split a resource at its first colon, and begin anew when it changes', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'b:2', text: 'The second' })
    const page = await open()
    const thread = await openThread(page, s, { resource: 'a:1:x' })
    await thread.locator('.empty').waitFor()
    const asked = page.waitForRequest((request) => isOpening(request.url()))
    await thread.evaluate((element) => Object.assign(element, { resource: 'b:2' }))
    expect(new URL((await asked).url()).searchParams.get('id')).toBe('2')
    await commentSaying(thread, 'The second').waitFor()
    expect(await thread.evaluate((element) => element.getAttribute('resource'))).toBe('b:2')
  })

  it('come and go with the page that a single-page app shows', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'Still here' })
    const page = await open()
    const thread = await openThread(page, s, { resource: 'a:1' })
    await page.evaluate(() => {
      const element = document.querySelector('palaver-thread')
      const place = element?.parentElement
      element?.remove()
      setTimeout(() => place?.append(element ?? ''))
    })
    await commentSaying(thread, 'Still here').waitFor()
    await page.evaluate(() => {
      const again = document.createElement('script')
      again.src = document.querySelector('script')?.src ?? ''
      document.head.append(again)
      return new Promise((resolve) => again.addEventListener('load', resolve))
    })
    expect(await commentSaying(thread, 'Still here').count()).toBe(1)
  })

  it('wait until they are near the viewport', async () => {
    const s = await stage()
    const page = await open()
    const seen = watch(page)
    s.site.putFile('/tall.css', 'text/css', '#tall { height: 5000px }')
    const body = pageAround('<div id="tall"></div><palaver-thread resource="a:1"></palaver-thread>')
    await page.goto(s.site.put({ head: '<link rel="stylesheet" href="/tall.css">', body }))
    await page.evaluate(() => customElements.whenDefined('palaver-thread'))
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(seen.requests.filter(isOpening)).toEqual([])
    const asked = page.waitForRequest((request) => isOpening(request.url()))
    await page.evaluate(() => document.querySelector('palaver-thread')?.scrollIntoView())
    await asked
  })

  it('tell the page when they are ready and when somebody has written', async () => {
    const s = await stage()
    const page = await open()
    await page.addInitScript(() => {
      const told: string[] = []
      Object.assign(globalThis, { told })
      for (const name of ['palaver:ready', 'palaver:comment']) addEventListener(name, ({ type }) => told.push(type))
    })
    const thread = await openThread(page, s, { resource: 'a:1', token: await s.token('ada') })
    await thread.getByLabel('Your comment').fill('Told')
    await thread.getByRole('button', { name: 'Post' }).click()
    const told = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
    await expect.poll(told).toEqual(['palaver:ready', 'palaver:comment'])
  })

  it('ask for a token whenever they need one, and take another', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource: 'a:1' })
    const become = async (name: string): Promise<void> => {
      const token = await s.token(name)
      await thread.evaluate((element, given) => {
        ;(element as unknown as { setToken: (of: () => Promise<string>) => void }).setToken(async () => given)
      }, token)
    }
    await become('ada')
    await thread.getByLabel('Your comment').fill('I am one')
    await thread.getByRole('button', { name: 'Post' }).click()
    await commentSaying(thread, 'I am one').getByRole('button', { name: 'Reply' }).waitFor()
    await become('bob')
    await thread.getByLabel('Your comment').fill('I am another')
    await thread.getByRole('button', { name: 'Post' }).click()
    await expect.poll(() => commentSaying(thread, 'I am another').locator('.name').textContent()).toContain('bob')
  })

  it('are read by whoever comes with a token that is none, or is no longer good', async () => {
    const later = 8 * 24 * 60 * 60 * 1000
    let now = Date.now()
    const s = await stage({ now: () => now })
    const old = await s.token('ada')
    now += later
    await say(await s.as('bob'), { resource: 'a:1', text: 'For everyone' })
    const page = await open()
    await page.addInitScript(() => {
      const told: unknown[] = []
      Object.assign(globalThis, { told })
      for (const name of ['palaver:login-required', 'palaver:error', 'palaver:ready'])
        addEventListener(name, (event) => told.push([name, (event as CustomEvent<{ code?: string }>).detail.code]))
    })
    const told = (): Promise<unknown> => page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told)
    for (const [token, first] of [
      ['', ['palaver:ready', undefined]],
      ['none', ['palaver:error', 'unauthenticated']],
      [old, ['palaver:login-required', undefined]],
    ] as const) {
      const thread = await openThread(page, s, { resource: 'a:1', token })
      await commentSaying(thread, 'For everyone').waitFor()
      await thread.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(await told()).toEqual(token === '' ? [first] : [first, ['palaver:ready', undefined]])
    }
  })

  it('make no page wider than it is, wherever they stand', async () => {
    const s = await stage()
    const slug = await say(await s.as('ada'), { resource: 'a:1', text: 'From edge to edge' })
    const page = await open()
    s.site.putFile('/bare.css', 'text/css', 'body { margin: 0 }')
    const head = '<link rel="stylesheet" href="/bare.css">'
    const at = s.site.put({ head, body: pageAround('<palaver-thread resource="a:1"></palaver-thread>') })
    await page.goto(`${at}#comment-${slug}`)
    await page.locator('palaver-thread .focus').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  it('name the order of a flat discussion that is shown as nothing else was asked for', async () => {
    const s = await stage()
    for (const text of ['One', 'Two']) await say(await s.as('ada'), { resource: 'a:1', text })
    const page = await open()
    const thread = await openThread(page, s, { resource: 'a:1', view: 'flat' })
    expect(await thread.getByLabel('Sort by').inputValue()).toBe('oldest')
    expect(await thread.locator('article.comment').first().textContent()).toContain('One')
  })

  it('are read as by nobody where the page cannot get a token, without a word on the console', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'For everyone' })
    const page = await open()
    const seen = watch(page)
    const thread = await openThread(page, s, { resource: 'a:1' })
    await thread.evaluate((element) => {
      ;(element as unknown as { setToken: (of: () => never) => void }).setToken(() => {
        throw new Error('The page has no token.')
      })
    })
    await commentSaying(thread, 'For everyone').waitFor()
    await thread.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(seen.complaints).toEqual([])
  })

  it('are nobody after a sign-out, whatever the attribute says, and whoever it says next', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'article:1', text: 'Hello' })
    const page = await open()
    const thread = await openThread(page, s, { resource: 'article:1', token: await s.token('ada') })
    await thread.getByLabel('Your comment').waitFor()
    await thread.evaluate((element) => (element as unknown as { setToken: (of: null) => void }).setToken(null))
    await thread.getByRole('button', { name: 'Sign in' }).waitFor()
    await thread.evaluate((element, token) => element.setAttribute('token', token), await s.token('bob'))
    await thread.getByLabel('Your comment').waitFor()
  })

  it('share who signs in by a link: the bell of the page comes with them', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'article:1', text: 'Hello' })
    const page = await open()
    await openHtml(page, s, '<palaver-bell></palaver-bell><palaver-thread resource="article:1"></palaver-thread>')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const { code } = await s.context.logins.create({ org: 'main', name: 'Owner', role: 'admin' })
    await page.evaluate((login) => (location.hash = `palaver-login=${login}`), code)
    await page.locator('palaver-bell button').first().waitFor()
  })

  it('count for a whole page with one request', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'article:7', text: 'One' })
    await s.settled()
    const page = await open()
    const seen = watch(page)
    const counters = Array.from(
      { length: 30 },
      (_, n) => `<p><palaver-count resource="${n % 2 === 0 ? 'page' : 'article'}:${n}"></palaver-count></p>`,
    )
    await openHtml(page, s, counters.join(''))
    await expect.poll(() => page.locator('palaver-count').nth(7).textContent()).toBe('1')
    expect(await page.locator('palaver-count').nth(8).textContent()).toBe('0')
    expect(seen.requests.filter((url) => url.includes('/v1/counts'))).toHaveLength(1)
  })

  it('show the same in a frame that is as high as what is in it', async () => {
    const s = await stage()
    const ada = await s.as('ada')
    for (let n = 0; n < 5; n++) await say(ada, { resource: 'article:1', text: `Framed ${n}` })
    const page = await open()
    await openHtml(page, s, '<palaver-frame resource="article:1"></palaver-frame>')
    const frame = page.frameLocator('palaver-frame iframe')
    await frame.locator('article.comment', { hasText: 'Framed 4' }).waitFor()
    const height = (): Promise<number> => page.locator('palaver-frame iframe').evaluate((one) => one.clientHeight)
    await expect.poll(height).toBeGreaterThan(500)
  })
})
