import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../i18n/locale.ts'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { type Stage, startStage } from '../testing/stage.ts'
import { pageAround, say } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'
import { catalogues } from './catalogues.ts'

const resource = 'article:1'

/** A short conversation. */
async function startConversation(): Promise<Stage> {
  const s = await startStage()
  const [ada, layla] = [await s.as('ada'), await s.as({ id: 'layla', username: 'ليلى' })]
  const root = await say(ada, { resource, text: 'One **root**' })
  const reply = await say(layla, { resource, text: 'One reply', parent: root })
  await say(ada, { resource, text: 'A reply to it', parent: reply })
  await say(layla, { resource, text: 'تعليق آخر' })
  await s.settled()
  return s
}

/** What the service draws of it, put into a page of somebody else's. */
async function drawnPage({ url, site }: Stage, locale = 'en'): Promise<string> {
  const query = new URLSearchParams({ org: 'main', type: 'article', id: '1', fragment: '1', locale })
  const fragment = await (await fetch(`${url}/embed/thread?${query}`)).text()
  return site.put({ body: pageAround(fragment), lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' })
}

type Seen = { ids: string[]; tops: number[]; heights: number[]; marked: number }

/** Where each comment is, and how many of them are the very nodes that were marked. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const root = document.querySelector('palaver-thread')?.shadowRoot
    const all = [...(root?.querySelectorAll('article.comment') ?? [])]
    const boxes = all.map((one) => one.getBoundingClientRect())
    return {
      ids: all.map(({ id }) => id),
      tops: boxes.map(({ top }) => Math.round(top)),
      heights: boxes.map(({ height }) => Math.round(height)),
      marked: all.filter((one) => 'isMarked' in one).length,
    }
  })

const styled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('palaver-thread')?.shadowRoot?.styleSheets.length === 1)

const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.querySelector('palaver-thread')?.shadowRoot
    for (const one of root?.querySelectorAll('article.comment') ?? []) Object.assign(one, { isMarked: true })
  })

/** Holds the script of the service back, until it is let through. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/embed.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describeBrowser('what the server has drawn', (open) => {
  let s: Stage
  beforeAll(async () => {
    s = await startConversation()
  })
  afterAll(() => s.close())

  test.each(LANGUAGES)('is taken over as it stands, in %s', async (locale) => {
    const address = await drawnPage(s, locale)
    const page = await open()
    const { complaints, requests } = watch(page)
    const letThrough = await holdScript(page)
    await page.goto(address, { waitUntil: 'commit' })
    await page.locator('palaver-thread article').nth(3).waitFor()
    await styled(page)
    await mark(page)
    const before = await look(page)
    expect(before).toMatchObject({ ids: { length: 4 }, marked: 4 })

    letThrough()
    await page.locator('palaver-thread .who').waitFor()
    const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
    await page.locator('palaver-thread time', { hasText: now }).nth(3).waitFor()
    expect(await look(page)).toEqual(before)
    expect(await page.locator('palaver-thread .who').textContent()).toContain(catalogues[locale]['login.needed'])
    expect(requests.filter((url) => url.includes('/v1/opening'))).toEqual([])
    expect(complaints).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  })

  test('keeps its lines on a phone', async () => {
    const page = await open({ viewport: { width: 320, height: 700 } })
    const letThrough = await holdScript(page)
    await page.goto(await drawnPage(s, 'es'), { waitUntil: 'commit' })
    await page.locator('palaver-thread article').nth(3).waitFor()
    await styled(page)
    const { heights } = await look(page)
    letThrough()
    await page.locator('palaver-thread time', { hasText: 'ahora' }).nth(3).waitFor()
    expect((await look(page)).heights).toEqual(heights)
  })

  test.each(['en', 'ar'])('has texts of both directions on the same side of a thread in %s', async (locale) => {
    const page = await open({ javaScriptEnabled: false })
    await page.goto(await drawnPage(s, locale))
    await page.locator('palaver-thread .text').first().waitFor()
    await styled(page)
    const spaces = await page.evaluate(() => {
      const roots = document
        .querySelector('palaver-thread')
        ?.shadowRoot?.querySelectorAll('.roots > .node > .comment > .text')
      return [...(roots ?? [])].map((text) => {
        const { marginLeft, marginRight, direction } = getComputedStyle(text)
        return { marginLeft, marginRight, direction }
      })
    })
    expect(spaces.map(({ direction }) => direction).toSorted()).toEqual(['ltr', 'rtl'])
    const [free, taken] =
      locale === 'ar' ? (['marginLeft', 'marginRight'] as const) : (['marginRight', 'marginLeft'] as const)
    expect(spaces.map((space) => Number.parseFloat(space[free]))).toEqual([0, 0])
    expect(spaces.every((space) => Number.parseFloat(space[taken]) > 0)).toBe(true)
  })

  test('does what it should once it is taken over', async () => {
    const page = await open()
    await page.goto(await drawnPage(s))
    await page.locator('palaver-thread .who').waitFor()
    await page.getByRole('button', { name: 'Hide this branch' }).first().click()
    await expect.poll(() => page.locator('palaver-thread article').count()).toBe(2)
    await page.getByRole('button', { name: /Show this branch/ }).click()
    await expect.poll(() => page.locator('palaver-thread article').count()).toBe(4)
  })

  test('reads well without scripts: no control that does nothing, and a word about it', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.goto(await drawnPage(s))
    const thread = page.locator('palaver-thread')
    expect(await thread.locator('article:visible').count()).toBe(4)
    expect(await thread.getByRole('heading', { name: '4 comments' }).isVisible()).toBe(true)
    expect(await thread.getByText('One root').isVisible()).toBe(true)
    expect(await thread.locator(':is(button, select, input, textarea):visible').count()).toBe(0)
    expect(await thread.locator('noscript p:visible').textContent()).toContain('turn JavaScript on')
    expect(await thread.locator('a.time:visible').count()).toBe(4)
  })
})
