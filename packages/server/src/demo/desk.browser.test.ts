import { expect, test } from 'vitest'
import { axeViolations } from '../../../widget/src/testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../../widget/src/testing/browser.ts'
import { watch } from '../../../widget/src/testing/watch.ts'
import { serveDemo } from './demo.fixtures.ts'

type Page = Awaited<ReturnType<InBrowser>>

/** Browsers of tests say that they are none of people's, and nothing that is paid for is shown to those. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const DESK = { userAgent, viewport: { width: 1200, height: 900 } }
const DARK_PHONE = { userAgent, viewport: { width: 360, height: 780 }, colorScheme: 'dark' } as const
const ARTICLE = '/articles/village-telephone'

const campaign = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const ads = (page: Page) => page.locator('.promo')
const numberOf = (page: Page, { of, what }: { of: string; what: string }) =>
  campaign(page, of).locator('.numbers div').filter({ hasText: what }).locator('dd')

const turnAds = async (page: Page, isOn: boolean): Promise<void> => {
  await page.getByRole('switch', { name: 'Show ads in the magazine' }).setChecked(isOn)
  await page
    .getByRole('status')
    .getByText(isOn ? 'Ads are on' : 'Ads are off')
    .waitFor()
}

/** As somebody reads: what comes is put where nobody sees it come. */
async function readOn(page: Page): Promise<void> {
  await page.mouse.move(180, 400)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 300)
        return ads(page).count()
      },
      { interval: 100, timeout: 20_000 },
    )
    .toBeGreaterThan(0)
}

describeBrowser('the ads desk', (open) => {
  test('a campaign from one form: looked at, started, spent, explained, reported and paused', async () => {
    const { address } = await serveDemo()
    const page = await open(DESK)
    const { complaints } = watch(page)
    await page.goto(`${address}/demo/desk`)
    await campaign(page, 'It only hums?').waitFor()
    await page.getByText('Ads are switched off: nothing is shown').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.getByLabel('Where a click leads').fill('ftp://example.com')
    await page.getByLabel('Price').fill('0')
    await page.getByRole('button', { name: 'Create a draft' }).click()
    expect(await page.locator('.wrong').allTextContents()).toEqual([
      'Say an http or https address, such as https://example.com/loaves.',
      'Say a price above zero, in steps of 0.001.',
    ])
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Where a click leads').fill('https://ada:secret@example.com/loaves')
    await page.getByLabel('Price').fill('1000')
    await page.getByLabel('Budget in all').fill('0.50')
    await page.getByRole('button', { name: 'Create a draft' }).click()
    await page.getByText('Too small: one impression costs 1.00, so say at least 1.').waitFor()
    await page.getByLabel('Price').fill('480')
    await page.getByLabel('Budget in all').fill('4.80')
    await page.getByRole('button', { name: 'Create a draft' }).click()
    await page.getByText('without a user name or password').waitFor()
    // The browser itself says on its console what was refused.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByLabel('Where a click leads').fill('https://example.com/loaves')
    await page.getByRole('button', { name: 'Create a draft' }).click()
    await page.getByRole('status').getByText('It is a draft').waitFor()
    const bread = campaign(page, 'Bread that argues back')
    expect(await page.getByRole('heading', { name: 'Bread that argues back' }).count()).toBe(1)
    await bread.getByText('Draft').waitFor()
    const previewed = page.context().waitForEvent('page')
    await bread.getByRole('link', { name: 'Preview in place' }).click()
    const inPlace = await previewed
    await readOn(inPlace)
    await ads(inPlace).filter({ hasText: 'Bread that argues back' }).first().waitFor()
    await inPlace.close()

    await bread.getByRole('button', { name: 'Start' }).click()
    await bread.getByText('Running').waitFor()
    await turnAds(page, true)
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('row', { name: /^Bread that argues back .* It is shown\.$/ }).waitFor()
    await page.getByRole('row', { name: /^It only hums\? .* Another is worth more here\.$/ }).waitFor()
    await page.getByRole('button', { name: 'Let a hundred readers come by' }).click()
    await page.getByRole('status').getByText('100 readers came by').waitFor()
    expect(await numberOf(page, { of: 'Bread that argues back', what: 'Spent' }).textContent()).toBe('4.80 of 4.80')
    expect(await numberOf(page, { of: 'Bread that argues back', what: 'Impressions' }).textContent()).toBe('10')
    expect(await axeViolations(page)).toEqual([])

    const popup = page.waitForEvent('popup')
    await bread.getByRole('button', { name: 'Report for the advertiser' }).click()
    const report = await popup
    await report.waitForURL(/\/r\/[\w.-]+$/)
    await report.getByText('Leila’s Loaves').first().waitFor()
    await bread.getByRole('button', { name: 'Pause' }).click()
    await bread.getByText('Paused').waitFor()
    expect(complaints).toEqual([])
  })

  test('numbers move by themselves; on a phone in the dark as well', async () => {
    const { address } = await serveDemo()
    const [desk, reader] = [await open(DARK_PHONE), await open(DARK_PHONE)]
    const seen = [watch(desk), watch(reader)]
    await desk.goto(`${address}/demo/desk`)
    await campaign(desk, 'It only hums?').waitFor()
    await turnAds(desk, true)
    const shown = numberOf(desk, { of: 'Rye, until it is gone', what: 'Impressions' })
    expect(await shown.textContent()).toBe('0')
    await reader.goto(`${address}/?as=nobody`)
    await readOn(reader)
    await expect.poll(() => shown.textContent()).toBe('1')
    expect(await axeViolations(desk)).toEqual([])
    expect(await axeViolations(reader)).toEqual([])
    const width = await desk.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect(width).toBe(DARK_PHONE.viewport.width)
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  test('one switch has ads in the magazine and takes them out again; comments are the same', async () => {
    const { address } = await serveDemo()
    const [desk, reader] = [await open(DESK), await open(DARK_PHONE)]
    const { complaints } = watch(reader)
    const comments = async (): Promise<string[]> => {
      await reader.goto(`${address}${ARTICLE}?as=nobody`)
      const thread = reader.locator('palaver-thread')
      await thread.scrollIntoViewIfNeeded()
      const said = thread.getByRole('heading', { name: /^\d+ comments$/ })
      await said.waitFor()
      return [...(await said.allTextContents()), ...(await thread.getByRole('article').allTextContents())]
    }
    const before = await comments()
    expect(before.length).toBeGreaterThan(5)
    const faults = await axeViolations(reader)
    await desk.goto(`${address}/demo/desk`)
    await turnAds(desk, true)
    await reader.goto(`${address}${ARTICLE}?as=nobody`)
    await readOn(reader)
    expect(await axeViolations(reader)).toEqual(faults)
    for (const path of [`${ARTICLE}?as=nobody`, '/news?as=ada', '/topics/small-places?as=nobody', '/?as=nobody']) {
      await reader.goto(`${address}${path}`)
      await readOn(reader)
      expect(await ads(reader).first().locator('.promo-label').textContent()).toBe('Ad')
    }
    expect(await comments()).toEqual(before)
    await turnAds(desk, false)
    await expect
      .poll(
        () =>
          reader.evaluate(() =>
            fetch('/v1/placements', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{"org":"main","places":[{"zone":"front"}]}',
            }).then(
              async (answer) => ((await answer.json()) as { places: { ads: unknown[] }[] }).places[0]?.ads.length,
            ),
          ),
        { timeout: 2000 },
      )
      .toBe(0)
    expect(await comments()).toEqual(before)
    await reader.locator('footer').scrollIntoViewIfNeeded()
    expect(await ads(reader).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
