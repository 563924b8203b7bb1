import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { say } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'
import { WORDS, type Trouble } from './testing/front.ts'
import { BETWEEN, openTalk, scene, talk } from './testing/pages.ts'
import { drawn, watchShifts } from './testing/shifts.ts'

const LOW = { viewport: { width: 800, height: 300 } }
const TROUBLES: readonly Exclude<Trouble, null>[] = ['refused', 'status 500', 'garbage', 'half', 'hangs']

describeBrowser('Ads in a thread', (open) => {
  it('B8.15 stand only between root comments, are labelled, and are no comments', async () => {
    const s = await scene()
    await talk(s, 10)
    const page = await open(LOW)
    const shifted = await watchShifts(page)
    const thread = await openTalk(page, s)
    const ads = thread.locator('.promo')
    await expect.poll(() => ads.count()).toBe(3)
    const order = await thread
      .locator('.roots > li')
      .evaluateAll((all) =>
        all.map((one) =>
          one.classList.contains('node') ? (one.querySelector('.text')?.textContent ?? '').trim() : one.className,
        ),
      )
    const roots = Array.from({ length: 10 }, (_, at) => `Root ${at + 1}`)
    expect(order).toEqual(roots.flatMap((root, at) => ([2, 4, 6].includes(at) ? [root, 'promo-place'] : [root])))
    expect(await thread.locator('.replies .promo, .node .promo, article.comment .promo').count()).toBe(0)
    expect(await ads.locator('.promo-label').allTextContents()).toEqual(['Ad', 'Ad', 'Ad'])
    expect(await ads.first().getAttribute('aria-label')).toContain(WORDS.advertiser)
    expect(await thread.locator('.count').textContent()).toBe('12 comments')
    expect(await thread.locator('article.comment').count()).toBe(12)
    const link = ads.first().getByRole('link')
    expect(await link.getAttribute('rel')).toBe('sponsored noopener')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${s.front.url}/t/c/`))
    expect(await shifted()).toBe(0)
  })

  it('are asked for as places come into being, with what is there already', async () => {
    const s = await scene()
    await talk(s, 4)
    const page = await open(LOW)
    const thread = await openTalk(page, s)
    await expect.poll(() => thread.locator('.promo').count()).toBe(1)
    expect(s.front.asked).toMatchObject([{ places: [{ zone: 'between', count: 1 }], beside: [] }])
    expect(s.front.asked[0]?.page.resource).toEqual({ type: 'a', id: '1' })
    for (const number of [5, 6]) await say(await s.stage.as('bob'), { resource: 'a:1', text: `Root ${number}` })
    await thread.getByRole('button', { name: 'Show 2 new comments' }).click()
    await expect.poll(() => s.front.asked.length).toBe(2)
    const [first, second] = s.front.asked
    expect(second?.places).toEqual([{ zone: 'between', count: 1 }])
    expect(second?.beside).toHaveLength(1)
    expect(first?.beside).toEqual([])
    expect(await thread.locator('.count').textContent()).toBe('8 comments')
  })

  it('stay behind the comment that they came behind, when others come before it', async () => {
    const s = await scene({ between: { placement: { kind: 'thread', after: 2, every: null, most: 1 } } })
    await talk(s, 4)
    const page = await open(LOW)
    const thread = await openTalk(page, s, { attributes: 'order="newest"', above: '<p style="height:400px">Above</p>' })
    await expect.poll(() => thread.locator('.promo').count()).toBe(1)
    const before = (): Promise<string> =>
      thread
        .locator('.promo-place')
        .evaluate((place) => place.previousElementSibling?.querySelector('.text')?.textContent?.trim() ?? '')
    const behind = await before()
    await say(await s.stage.as('bob'), { resource: 'a:1', text: 'Newer than all' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).click()
    await thread.locator('article.comment', { hasText: 'Newer than all' }).waitFor()
    expect(await before()).toBe(behind)
    expect(s.front.asked).toHaveLength(1)
  })

  it('never come where somebody looks, and come once nobody does', async () => {
    const s = await scene()
    await talk(s, 5)
    const page = await open({ viewport: { width: 800, height: 2000 } })
    const shifted = await watchShifts(page)
    const thread = await openTalk(page, s, { under: '<div style="height:4000px"></div>' })
    await thread.locator('.promo-place').waitFor({ state: 'attached' })
    await drawn(page)
    expect(await thread.locator('.promo').count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 2500))
    await expect.poll(() => thread.locator('.promo').count()).toBe(1)
    expect(await shifted()).toBe(0)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2500)
  })

  it.each(TROUBLES)('B8.12 leave comments untouched where their service is in trouble: %s', async (trouble) => {
    const s = await scene({ between: BETWEEN, side: {} })
    s.front.trouble = trouble
    await talk(s, 6)
    const page = await open({ viewport: { width: 800, height: 600 } })
    const seen = watch(page)
    const shifted = await watchShifts(page)
    const room = 'display:block;inline-size:300px;block-size:100px'
    const slot = (id: string, where = ''): string =>
      `<palaver-ad id="${id}" zone="side" size="300x100" style="${room};${where}"></palaver-ad>`
    const below = slot('below', 'position:absolute;top:700px')
    const thread = await openTalk(page, s, { above: slot('seen') + below })
    const height = (id: string): Promise<number> =>
      page.locator(id).evaluate((one) => (one as HTMLElement).offsetHeight)
    await expect.poll(() => height('#below')).toBe(0)
    expect(s.front.asked.length).toBeGreaterThan(0)
    expect(await height('#seen')).toBe(100)
    expect(await thread.locator('article.comment').count()).toBe(8)
    expect(await page.locator('.promo').count()).toBe(0)
    expect(await shifted()).toBe(0)
    expect(seen.complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
    await thread.getByRole('button', { name: 'Reply' }).first().waitFor()
  })

  it('are not loaded where a thread has none', async () => {
    const s = await scene()
    await talk(s, 1)
    const page = await open()
    const seen = watch(page)
    await page.goto(s.front.site.put({ body: '<palaver-thread resource="a:1"></palaver-thread>' }))
    await page.locator('palaver-thread article.comment').first().waitFor()
    await page.waitForLoadState('load')
    expect(seen.requests.filter((one) => /places|in-list|placements/.test(one))).toEqual([])
  })
})
