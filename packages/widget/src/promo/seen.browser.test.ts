import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { pageAround } from '../testing/threads.ts'
import { scene, type Scene } from './testing/pages.ts'
import { drawn } from './testing/shifts.ts'

const [WINDOW, TOP] = [600, 1000]

/** A page with an ad of that height, a scroll away; its clock goes only when it is told to. */
async function openBelow(page: Page, height = 200): Promise<Scene> {
  const size = { width: 300, height }
  const s = await scene({ side: { size, ad: { format: 'html', html: 'Sale' } } })
  await page.clock.install()
  const style = `<style>* { margin: 0 } palaver-ad { display: block; block-size: ${height}px }</style>`
  const body = `<div style="height:${TOP}px"></div><palaver-ad zone="side" size="300x${height}"></palaver-ad><div style="height:3000px"></div>`
  await page.goto(s.front.site.put({ body, head: style }))
  await expect.poll(() => s.front.told.filter((one) => one.startsWith('i/')).length).toBe(1)
  await page.clock.pauseAt(Date.now() + 60_000)
  return s
}

/** So many pixels of it are in the window; comes back once the browser has told of that. */
async function showPixels(page: Page, pixels: number): Promise<void> {
  await page.evaluate((to) => scrollTo(0, to), TOP - WINDOW + pixels)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const box = document.querySelector('palaver-ad')?.shadowRoot?.querySelector('.promo-link') as Element
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(box)
      }),
  )
}

const views = ({ front }: Scene): number => front.told.filter((one) => one.startsWith('v/')).length

/** Whatever was on its way has arrived: what was sent after it has. */
async function arrived(page: Page, { front }: Scene): Promise<void> {
  await page.evaluate((url) => fetch(`${url}/t/x/after`, { method: 'POST', mode: 'no-cors' }), front.url)
}

async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

describeBrowser('That an ad was seen', (open) => {
  it('is told when half of it was there for a second, and once', async () => {
    const page = await open({ viewport: { width: 800, height: WINDOW } })
    const s = await openBelow(page)
    await showPixels(page, 99)
    await page.clock.runFor(5000)
    await arrived(page, s)
    expect(views(s)).toBe(0)
    await showPixels(page, 101)
    await page.clock.runFor(900)
    await arrived(page, s)
    expect(views(s)).toBe(0)
    await page.clock.runFor(100)
    await expect.poll(() => views(s)).toBe(1)
    await showPixels(page, 0)
    await showPixels(page, 200)
    await page.clock.runFor(5000)
    await arrived(page, s)
    expect(s.front.told.filter((one) => !one.startsWith('x/')).map((one) => one[0])).toEqual(['i', 'v'])
  })

  it('is not told when it was gone in between', async () => {
    const page = await open({ viewport: { width: 800, height: WINDOW } })
    const s = await openBelow(page)
    for (let times = 0; times < 3; times++) {
      await showPixels(page, 150)
      await page.clock.runFor(900)
      await showPixels(page, 20)
      await page.clock.runFor(900)
    }
    await arrived(page, s)
    expect(views(s)).toBe(0)
  })

  it('is not told while the page is behind another, and a second after it has come back', async () => {
    const page = await open({ viewport: { width: 800, height: WINDOW } })
    const s = await openBelow(page)
    await setHidden(page, true)
    await showPixels(page, 200)
    await page.clock.runFor(5000)
    await arrived(page, s)
    expect(views(s)).toBe(0)
    await setHidden(page, false)
    await page.clock.runFor(900)
    await arrived(page, s)
    expect(views(s)).toBe(0)
    await page.clock.runFor(100)
    await expect.poll(() => views(s)).toBe(1)
  })

  it('is told of a large one when three tenths of it were there', async () => {
    const page = await open({ viewport: { width: 800, height: WINDOW } })
    const s = await openBelow(page, 900)
    await showPixels(page, 265)
    await page.clock.runFor(5000)
    await arrived(page, s)
    expect(views(s)).toBe(0)
    await showPixels(page, 275)
    await page.clock.runFor(1000)
    await expect.poll(() => views(s)).toBe(1)
  })

  it('is not even told to be there on a page that nobody has in front', async () => {
    const s = await scene({ side: { size: { width: 300, height: 200 } } })
    const page = await open()
    await page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    })
    const head = '<style>palaver-ad { display: block; block-size: 200px }</style>'
    await page.goto(
      s.front.site.put({ body: pageAround('<palaver-ad zone="side" size="300x200"></palaver-ad>'), head }),
    )
    await page.locator('.promo').waitFor()
    await drawn(page)
    await arrived(page, s)
    expect(s.front.told).toEqual(['x/after'])
    await setHidden(page, false)
    await expect.poll(() => s.front.told.length).toBeGreaterThan(1)
    expect(s.front.told[1]).toMatch(/^i\//)
  })
})
