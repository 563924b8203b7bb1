import { changeTopic } from '@palaver/client/topics'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { describeBrowser } from '../../testing/browser.ts'
import { isFocused } from '../../testing/focus.ts'
import { admin, stage } from '../../testing/stage.ts'
import { pageAround } from '../../testing/threads.ts'
import { MAGAZINE, openTopics, plant, type Seedling } from '../../testing/topics.ts'
import { watch } from '../../testing/watch.ts'

const item = (topics: Locator, name: string): Locator => topics.getByRole('treeitem', { name, exact: true })
const FLEX = '<style>.bar { display: flex }</style>'
const keys = async (page: Page, ...pressed: string[]): Promise<void> => {
  for (const key of pressed) await page.keyboard.press(key)
}

describeBrowser('The tree of topics', (open) => {
  test('opens branch by branch, says where each row stands, and marks the topic that is named', async () => {
    const s = await stage()
    await plant(s, MAGAZINE)
    const page = await open()
    const seen = watch(page)
    const topics = await openTopics(page, s, { path: 'travel/rail/night-trains' })
    const current = item(topics, 'Night trains')
    await current.waitFor()
    await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
    for (const [name, value] of [
      ['aria-level', '3'],
      ['aria-setsize', '3'],
      ['aria-posinset', '1'],
    ] as const)
      expect(await current.getAttribute(name)).toBe(value)
    expect(await item(topics, 'Rail').getAttribute('aria-expanded')).toBe('true')
    expect(await item(topics, 'Cycling').getAttribute('aria-expanded')).toBe('false')
    expect(await item(topics, 'Ferries').getAttribute('aria-expanded')).toBeNull()
    expect(await item(topics, 'Routes').count()).toBe(0)
    await item(topics, 'Cycling').locator('.twist').click()
    await item(topics, 'Routes').waitFor()
    expect(await topics.getByRole('group').count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
    // Who may not arrange is offered nothing of that, and asks for nothing of it.
    expect(await topics.getByRole('button').count()).toBe(0)
    expect(seen.requests.filter((one) => one.includes('arranged-tree'))).toEqual([])
  })

  test('is walked through by keys, and Enter follows', async () => {
    const s = await stage()
    await plant(s, MAGAZINE)
    const page = await open()
    const topics = await openTopics(page, s, {})
    await item(topics, 'Travel').waitFor()
    await keys(page, 'Tab')
    expect(await isFocused(item(topics, 'Travel'))).toBe(true)
    await keys(page, 'ArrowRight')
    await item(topics, 'Rail').waitFor()
    await keys(page, 'ArrowRight')
    expect(await isFocused(item(topics, 'Rail'))).toBe(true)
    await keys(page, 'End')
    expect(await isFocused(item(topics, 'Letters to the editor'))).toBe(true)
    await keys(page, 'Home', 'ArrowDown', 'ArrowDown')
    expect(await isFocused(item(topics, 'Cycling'))).toBe(true)
    await keys(page, 'ArrowLeft')
    expect(await isFocused(item(topics, 'Travel'))).toBe(true)
    await keys(page, 'ArrowLeft')
    await item(topics, 'Rail').waitFor({ state: 'detached' })
    await page.keyboard.type('cu')
    expect(await isFocused(item(topics, 'Culture'))).toBe(true)
    await keys(page, '*')
    await item(topics, 'Bread').waitFor()
    await item(topics, 'Museums').waitFor()
    await page.route('**/topics/**', (route) =>
      route.request().isNavigationRequest() ? route.fulfill({ body: 'There' }) : route.continue(),
    )
    await keys(page, 'Enter')
    await page.waitForURL(`${s.site.origin}/topics/culture`)
  })

  test('tells the page where somebody goes, which may show it by itself', async () => {
    const s = await stage()
    const ids = await plant(s, MAGAZINE)
    const page = await open()
    const topics = await openTopics(page, s, { href: '/t/{path}?of={id}' })
    await item(topics, 'Travel').waitFor()
    const told = await topics.evaluate((element) => {
      const all: unknown[] = []
      element.ownerDocument.addEventListener('palaver:topic', (event) => {
        event.preventDefault()
        all.push((event as CustomEvent).detail)
        Object.assign(element, { topic: (event as CustomEvent<{ id: string }>).detail.id })
        Object.assign(globalThis, { told: all })
      })
      return all
    })
    expect(told).toEqual([])
    const before = page.url()
    await item(topics, 'Food').getByRole('link').click()
    await expect.poll(() => item(topics, 'Food').getAttribute('aria-current')).toBe('page')
    const id = ids['Food'] ?? ''
    const url = `/t/food?of=${encodeURIComponent(id)}`
    expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toEqual([{ id, path: 'food', url }])
    expect(page.url()).toBe(before)
  })

  test('runs from right to left in Arabic, where arrows point the other way', async () => {
    const s = await stage()
    await plant(s, [{ name: 'Travel', locales: { ar: { name: 'السفر' } }, under: ['Rail'] }])
    const page = await open()
    const topics = await openTopics(page, s, { locale: 'ar' })
    await item(topics, 'السفر').waitFor()
    await keys(page, 'Tab', 'ArrowLeft')
    await item(topics, 'Rail').waitFor()
    await keys(page, 'ArrowLeft')
    expect(await isFocused(item(topics, 'Rail'))).toBe(true)
    await keys(page, 'ArrowRight')
    expect(await isFocused(item(topics, 'السفر'))).toBe(true)
    expect(
      await topics.getByRole('tree', { name: 'المواضيع' }).evaluate((one) => getComputedStyle(one).direction),
    ).toBe('rtl')
    expect(await axeViolations(page)).toEqual([])
  })

  test('shows many under one topic page by page', async () => {
    const s = await stage()
    await plant(s, [{ name: 'Many', under: Array.from({ length: 53 }, (_, at) => `Number ${at}`) }])
    const page = await open()
    const topics = await openTopics(page, s, {})
    await item(topics, 'Many').waitFor()
    await keys(page, 'Tab', 'ArrowRight')
    const more = item(topics, 'Show more topics')
    await more.waitFor()
    expect(await item(topics, 'Number 0').getAttribute('aria-setsize')).toBe('53')
    expect(await item(topics, 'Number 50').count()).toBe(0)
    await keys(page, 'End')
    expect(await isFocused(more)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await keys(page, 'Enter')
    await item(topics, 'Number 52').waitFor()
    await expect.poll(() => isFocused(item(topics, 'Number 50'))).toBe(true)
    expect(await more.count()).toBe(0)
  })

  test('shows the topic that is named, however far down it stands among the others', async () => {
    const s = await stage()
    await plant(s, [{ name: 'Many', under: Array.from({ length: 53 }, (_, at) => `Number ${at}`) }])
    const topics = await openTopics(await open(), s, { path: 'many/number-52' })
    await expect.poll(() => topics.locator('[aria-current=page]').allInnerTexts()).toEqual(['Number 52'])
  })

  test('says what cannot be read, and tries again', async () => {
    const s = await stage()
    await plant(s, MAGAZINE)
    const page = await open()
    await page.addInitScript(() => {
      addEventListener('palaver:error', (event) => Object.assign(globalThis, { told: (event as CustomEvent).detail }))
    })
    await page.route('**/v1/trees/**', (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: '' }),
    )
    const topics = await openTopics(page, s, {})
    await topics.getByText('The topics cannot be shown now.').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toMatchObject({ code: 'network' })
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/v1/trees/**')
    await topics.getByRole('button', { name: 'Try again' }).click()
    await item(topics, 'Travel').waitFor()
    const other = await openTopics(page, s, { tree: 'none' })
    await other.getByText('There are no topics of that name.').waitFor()
  })

  test('shows what everybody may see to whoever was signed in for too long', async () => {
    const s = await stage()
    await plant(s, MAGAZINE)
    const page = await open()
    await page.addInitScript(() => {
      addEventListener('palaver:login-required', (event) =>
        Object.assign(globalThis, { told: (event as CustomEvent).detail }),
      )
    })
    const token = await s.context.accounts.issue('main', { id: 'ada', username: 'ada' }, -1)
    const topics = await openTopics(page, s, { token })
    await item(topics, 'Travel').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toEqual({ reason: 'expired' })
  })

  test('has room for names far down, on a narrow phone', async () => {
    const s = await stage()
    const deep = (level: number): Seedling => ({ name: `Level ${level}`, under: level < 12 ? [deep(level + 1)] : [] })
    const ids = await plant(s, [deep(1)])
    const page = await open({ viewport: { width: 320, height: 560 } })
    const topics = await openTopics(page, s, { topic: ids['Level 12'] ?? '' })
    const last = item(topics, 'Level 12')
    await last.waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect((await last.getByText('Level 12').boundingBox())?.height).toBeLessThan(40)
  })

  test('fits a narrow phone, under a strict policy, in the dark, without cookies', async () => {
    const s = await stage()
    const ids = await plant(s, [{ name: 'W'.repeat(120), under: [{ name: 'Below', under: ['Deep'] }] }])
    const page = await open({ viewport: { width: 320, height: 560 }, colorScheme: 'dark' })
    const { complaints } = watch(page)
    const csp = `default-src 'none'; script-src ${s.url}; connect-src ${s.url}`
    const topics = `<palaver-topics theme="auto" topic="${ids['Deep'] ?? ''}"></palaver-topics>`
    await page.goto(s.site.put({ body: pageAround(topics), csp }))
    await item(page.locator('palaver-topics'), 'Deep').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(await page.context().cookies()).toEqual([])
    expect(complaints).toEqual([])
    // The page itself is white here; what is looked at is not the contrast with it.
    expect(await axeViolations(page, { rules: { 'color-contrast': { enabled: false } } })).toEqual([])
  })
})

describeBrowser('The breadcrumb of a topic', (open) => {
  test('takes the room that it needs where it stands beside something', async () => {
    const s = await stage()
    await plant(s, MAGAZINE)
    const page = await open()
    const bar = `<palaver-topics view="breadcrumb" path="travel/rail"></palaver-topics><span>Beside</span>`
    await page.goto(s.site.put({ body: pageAround(`<div class="bar">${bar}</div>`), head: FLEX }))
    const way = page.locator('palaver-topics').getByRole('navigation')
    await way.waitFor()
    expect((await way.boundingBox())?.height).toBeLessThan(40)
  })

  test('leads from the top down to it, from one answer, also by an address that it had once', async () => {
    const s = await stage()
    const ids = await plant(s, MAGAZINE)
    await changeTopic(await s.as(admin('root')), { id: ids['Rail'] ?? '', name: 'Railways' })
    const page = await open()
    const seen = watch(page)
    const topics = await openTopics(page, s, { view: 'breadcrumb', path: 'travel/rail/night-trains' })
    const way = topics.getByRole('navigation', { name: 'You are here' })
    await way.waitFor()
    expect(await way.getByRole('listitem').allInnerTexts()).toEqual(['🧭\nTravel', '🚆\nRailways', 'Night trains'])
    expect(await way.locator('[aria-current=page]').innerText()).toBe('Night trains')
    expect(await way.getByRole('link', { name: 'Railways' }).getAttribute('href')).toBe(
      `${s.site.origin}/topics/travel/railways`,
    )
    expect(seen.requests.filter((one) => one.includes('/v1/')).length).toBeLessThanOrEqual(2)
    expect(await axeViolations(page)).toEqual([])
    await topics.evaluate((element, id) => Object.assign(element, { topic: id, path: null }), ids['Cheese'])
    await way.getByRole('link', { name: 'Food' }).waitFor()
    const nothing = await openTopics(page, s, { view: 'breadcrumb', path: 'nowhere' })
    await nothing.getByText('This topic is not there.').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
