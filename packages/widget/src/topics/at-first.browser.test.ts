import { expect, test } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { stage } from '../testing/stage.ts'
import { remembersFailures } from '../testing/imports.ts'
import { pageAround } from '../testing/threads.ts'
import { MAGAZINE, plant } from '../testing/topics.ts'

const holding = (view: string, inside: string): string =>
  pageAround(`<palaver-topics view="${view}" path="travel/rail">${inside}</palaver-topics>`)

const OWN = '<p id="own">As the server wrote it</p>'

describeBrowser('Topics, before they are there,', (open) => {
  for (const view of ['tree', 'breadcrumb', 'page'])
    test(`leave what the page has put into them in sight, as it looked, until they can show a ${view}`, async () => {
      const s = await stage()
      await plant(s, MAGAZINE)
      const page = await open()
      let release = (): void => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      const asked = page.waitForRequest(/v1\/trees/)
      await page.route('**/v1/trees/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(s.site.put({ body: holding(view, OWN) }))
      await asked
      const own = page.locator('#own')
      const rail = page.locator('palaver-topics').getByText('Rail', { exact: true }).first()
      expect(await own.isVisible()).toBe(true)
      expect(await own.evaluate((one) => getComputedStyle(one).font)).toBe(
        await page.evaluate(() => getComputedStyle(document.body).font),
      )
      release()
      await rail.waitFor()
      expect(await own.isVisible()).toBe(false)
    })

  test('stay what the page has put into them where their program does not come, and say so to the page', async () => {
    const s = await stage()
    const page = await open()
    await page.addInitScript(() => {
      addEventListener('palaver:error', (event) => Object.assign(globalThis, { told: (event as CustomEvent).detail }))
    })
    await page.route('**/embed/**', (route) => route.abort())
    await page.goto(s.site.put({ body: holding('tree', OWN) }))
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'told'))).toMatchObject({ code: 'network' })
    expect(await page.locator('#own').isVisible()).toBe(true)
  })

  for (const [view, part] of [
    ['tree', '**'],
    ['page', 'page-*'],
    ['picker', 'picker-*'],
  ])
    test(`say that what a ${view} needs did not come, and are whole when it comes later`, async ({ skip }) => {
      const s = await stage()
      await plant(s, MAGAZINE)
      const page = await open()
      skip(
        part !== '**' && (await remembersFailures(page, s)),
        'this browser never asks again for what did not come once',
      )
      await page.route(`**/embed/${part}`, (route) => route.abort())
      await page.goto(s.site.put({ body: holding(view ?? '', '') }))
      const topics = page.locator('palaver-topics')
      await topics.getByText('The topics cannot be shown now.').waitFor()
      await page.unroute(`**/embed/${part}`)
      await topics.getByRole('button', { name: 'Try again' }).click()
      await topics.locator('.topics').waitFor()
      expect(await topics.getByText('The topics cannot be shown now.').count()).toBe(0)
    })
})
