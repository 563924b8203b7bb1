import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { pageAround } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'
import { openTalk, scene, type Scene, talk } from './testing/pages.ts'
import { drawn, watchShifts } from './testing/shifts.ts'

/** What a page does that knows how large its ads are. */
const ROOM = '<style>palaver-ad { display: block; inline-size: 300px; block-size: 250px }</style>'
const slot = (attributes = ''): string => `<palaver-ad zone="side" size="300x250" ${attributes}></palaver-ad>`
const SIDE = { size: { width: 300, height: 250 } }
const VISITOR = 'palaver.visitor'

async function openSlots(page: Page, { front: { site } }: Scene, { body, head = '' }: { body: string; head?: string }) {
  await page.goto(site.put({ body: pageAround(body), head: ROOM + head }))
}

/** So that however slow the machine is, it is one moment in which they are asked for. */
async function inOneMoment(page: Page, appear: () => Promise<void>): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await appear()
  const isBegun = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('palaver-ad')].every((ad) => ad.shadowRoot?.querySelector('slot')),
    )
  await expect.poll(isBegun).toBe(true)
  // Whoever observes them last is told last that they are in sight.
  await page
    .locator('palaver-ad')
    .last()
    .evaluate((ad) => new Promise<void>((resolve) => new IntersectionObserver(() => resolve()).observe(ad)))
  await page.clock.resume()
}

const keptIn = (page: Page): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), VISITOR)

describeBrowser('<palaver-ad>', (open) => {
  it('is asked for with all others of the page in one call, and moves nothing', async () => {
    const s = await scene({ side: SIDE, top: SIDE })
    const page = await open()
    const shifted = await watchShifts(page)
    const body = `${slot()}<palaver-ad zone="top" size="300x250"></palaver-ad>${slot()}<p>The end</p>`
    await inOneMoment(page, () => openSlots(page, s, { body }))
    await expect.poll(() => page.locator('.promo').count()).toBe(3)
    expect(s.front.asked).toHaveLength(1)
    expect(new Set(s.front.asked[0]?.places)).toEqual(
      new Set([
        { zone: 'side', count: 2 },
        { zone: 'top', count: 1 },
      ]),
    )
    expect(await page.locator('.promo-label').allTextContents()).toEqual(['Ad', 'Ad', 'Ad'])
    expect(await shifted()).toBe(0)
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('palaver-ad')))
    await page
      .locator('palaver-ad')
      .last()
      .evaluate((late) => Object.assign(late, { zone: 'side', size: '300x250' }))
    await expect.poll(() => page.locator('.promo').count()).toBe(4)
    expect(s.front.asked[1]?.beside).toHaveLength(3)
  })

  it('says what the page is about, in the words of the page or of who put it there', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    const head = '<meta name="keywords" content="night trains, Europe, night trains">'
    await openSlots(page, s, { body: slot('topic="t1"'), head })
    await expect.poll(() => s.front.asked.length).toBe(1)
    expect(s.front.asked[0]).toMatchObject({ locale: 'en', org: 'main' })
    expect(s.front.asked[0]?.page).toMatchObject({ keywords: ['night trains', 'Europe'], topic: 't1', url: page.url() })
    await openSlots(page, s, { body: slot('keywords="ferries"'), head })
    await expect.poll(() => s.front.asked.length).toBe(2)
    expect(s.front.asked[1]?.page.keywords).toEqual(['ferries'])
  })

  it('shows the others where one zone does not exist', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await openSlots(page, s, { body: `<palaver-ad zone="nowhere"></palaver-ad>${slot()}` })
    await expect.poll(() => page.locator('.promo').count()).toBe(1)
  })

  it('speaks for whoever is signed in', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await openSlots(page, s, { body: slot(`token="${await s.stage.token('ada')}"`) })
    await expect.poll(() => s.front.authorized[0]).toMatch(/^Bearer /)
  })

  it('without a size comes only where nobody looks', async () => {
    const s = await scene({ side: {} })
    const page = await open({ viewport: { width: 800, height: 400 } })
    const shifted = await watchShifts(page)
    const bare = '<palaver-ad zone="side"></palaver-ad>'
    const body = `${bare}<p style="height:600px">Text</p>${bare}<p>The end</p>`
    await page.goto(s.front.site.put({ body: pageAround(body) }))
    await expect.poll(() => page.locator('.promo').count()).toBe(1)
    await drawn(page)
    expect(await page.locator('palaver-ad').first().locator('.promo').count()).toBe(0)
    expect(await shifted()).toBe(0)
  })

  it('leaves what the page has put there where nothing comes, and keeps its room where that is asked for', async () => {
    const s = await scene({ side: { most: 0 } })
    const page = await open({ viewport: { width: 800, height: 400 } })
    const below = '<p style="height:700px">Text</p>'
    const body = `${below}${slot('id="own"').replace('></', '>Our shop</')}${slot('id="kept" fallback="keep"')}${slot('id="gone"')}`
    await openSlots(page, s, { body })
    const height = (id: string): Promise<number> =>
      page.locator(id).evaluate((one) => (one as HTMLElement).offsetHeight)
    await page.evaluate(() => scrollTo(0, 500))
    await expect.poll(() => height('#gone')).toBe(0)
    expect([await height('#own'), await height('#kept')]).toEqual([250, 250])
    await page.getByText('Our shop').waitFor()
  })

  it('B8.11 keeps nothing and says nothing of who looks, unless that was agreed to', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await openSlots(page, s, { body: slot() })
    await page.locator('.promo').waitFor()
    expect(s.front.asked[0]?.person).toEqual({ consent: false })
    expect(await keptIn(page)).toBe(null)
    await page.locator('.promo-ask').click()
    await page.getByText('Nothing is known of you').waitFor()
    await openSlots(page, s, { body: slot('consent') })
    await page.locator('.promo').waitFor()
    const id = await keptIn(page)
    expect(id).toMatch(/^[\w-]{20,64}$/)
    expect(s.front.asked[1]?.person).toEqual({ consent: true, id })
    await openSlots(page, s, { body: slot('consent') })
    await page.locator('.promo').waitFor()
    expect(s.front.asked[2]?.person).toEqual({ consent: true, id })
    await page.locator('palaver-ad').evaluate((element) => element.removeAttribute('consent'))
    await expect.poll(() => keptIn(page)).toBe(null)
  })

  it('B8.11 takes a browser that asks for privacy at its word', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
    })
    await openSlots(page, s, { body: slot('consent') })
    await page.locator('.promo').waitFor()
    expect(s.front.asked[0]?.person).toEqual({ consent: false })
    expect(await keptIn(page)).toBe(null)
  })

  it('asks for consent in a later question where it was given meanwhile', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await openSlots(page, s, { body: `<div id="late"></div>${slot()}` })
    await page.locator('.promo').waitFor()
    await page.locator('palaver-ad').evaluate((element) => element.toggleAttribute('consent', true))
    expect(await keptIn(page)).toBe(null)
    await page.evaluate((html) => void ((document.querySelector('#late') as Element).innerHTML = html), slot('consent'))
    await expect.poll(() => s.front.asked[1]?.person.consent).toBe(true)
  })

  it('lets HTML of others be looked at, and do nothing', async () => {
    const s = await scene()
    const to = (path: string): string => `${s.front.url}/stolen-${path}`
    const html = [
      `<h1 style="color:#b00">Sale</h1><a href="${to('link')}" target="_top">Go</a>`,
      `<script>parent.document.title = 'taken'; fetch('${to('fetch')}')</script>`,
      `<img src="${to('picture')}" onerror="parent.taken = 1"><iframe src="${to('frame')}"></iframe>`,
      `<meta http-equiv="refresh" content="0;url=${to('page')}"><form action="${to('form')}"><button>Send</button></form>`,
      `<style>@import "${to('style')}"; body { background: url(${to('background')}) }</style>`,
    ].join('')
    s.front.zones = { side: { ...SIDE, ad: { format: 'html', html } } }
    const page = await open()
    const seen = watch(page)
    await openSlots(page, s, { body: slot() })
    const frame = page.locator('palaver-ad iframe')
    await page.frameLocator('palaver-ad iframe').getByText('Sale').waitFor({ state: 'attached' })
    await drawn(page)
    expect(await frame.getAttribute('sandbox')).toBe('')
    expect(await page.title()).toBe('A page')
    // What is sent after them would have come after them.
    await page.evaluate((url) => fetch(`${url}/embed.js`, { mode: 'no-cors', cache: 'reload' }), s.front.url)
    expect(s.front.passed.filter((path) => path.includes('stolen'))).toEqual([])
    expect(await page.evaluate(() => Reflect.get(globalThis, 'taken'))).toBe(undefined)
    expect(seen.dialogs).toEqual([])
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      frame.click({ force: true, position: { x: 40, y: 100 } }),
    ])
    expect(popup.url()).toMatch(new RegExp(`^${s.front.url}/t/c/`))
    expect(await popup.evaluate(() => opener)).toBe(null)
    expect(page.url()).toContain(s.front.site.origin)
  })

  it('is hidden by whoever does not want it, and says where to read about privacy', async () => {
    const s = await scene({ side: SIDE })
    const page = await open()
    await openSlots(page, s, { body: slot('privacy="/privacy"') })
    await page.getByRole('button', { name: 'Why this ad?' }).click()
    expect(await page.getByRole('link', { name: 'About privacy' }).getAttribute('href')).toBe('/privacy')
    await page.getByRole('button', { name: 'Hide this ad' }).click()
    await expect.poll(() => page.locator('.promo').count()).toBe(0)
  })

  it('that cannot be drawn leaves all else as it is', async () => {
    const picture = { url: 'http://[broken', width: 10, height: 10, alt: '' }
    const s = await scene({
      side: { ...SIDE, ad: { picture } },
      between: { placement: { kind: 'thread', after: 1, every: 1, most: 9 }, ad: { picture } },
    })
    await talk(s, 5)
    const page = await open({ viewport: { width: 800, height: 400 } })
    const seen = watch(page)
    const thread = await openTalk(page, s, { above: slot() })
    await expect.poll(() => thread.locator('.promo-place').count()).toBe(4)
    await drawn(page)
    expect(await page.locator('.promo').count()).toBe(0)
    expect(await thread.locator('article.comment').count()).toBe(7)
    expect(seen.complaints).toEqual([])
  })
})
