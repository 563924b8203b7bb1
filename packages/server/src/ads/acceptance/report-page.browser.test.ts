import { expect, onTestFinished, test } from 'vitest'
import { axeViolations } from '../../../../widget/src/testing/axe.ts'
import { describeBrowser } from '../../../../widget/src/testing/browser.ts'
import { watch } from '../../../../widget/src/testing/watch.ts'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { createApp } from '../../http/app.ts'
import { AdsGround, tokenIn, visit } from './ground.fixtures.ts'

async function served(): Promise<{ ground: AdsGround; address: string; link: string }> {
  const ground = await AdsGround.on(sqliteInMemory)
  // The page asks for what was lately, by its own clock.
  ground.clock.now = Date.now()
  const running = await ground.running({}, { name: 'Rye in spring', timeZone: 'Europe/Berlin' })
  const { tracking, reports } = ground.context.ads
  for (let time = 0; time < 3; time++) {
    const [ad] = await ground.place()
    await tracking.view(tokenIn(ad?.impression ?? ''), visit)
    if (time === 0) await tracking.click(tokenIn(ad?.click ?? ''), visit)
  }
  const app = await createApp(ground.context)
  onTestFinished(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { ground, address, link: await reports.link(ground.admin, running.advertiser) }
}

const LOOKS = [{}, { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }] as const

describeBrowser('the reports that an advertiser is given a link to', (open) => {
  test.for(LOOKS)('are plots and numbers, which follow by themselves %#', async (look) => {
    const { address, link, ground } = await served()
    const page = await open({ ...look, locale: 'en-GB' })
    const seen = watch(page)
    await page.goto(`${address}/r/${link}`)
    await page.getByRole('heading', { name: 'Rye in spring' }).waitFor()
    await page
      .getByRole('img', { name: /Impressions.*Rye in spring/ })
      .locator('canvas')
      .waitFor()
    const row = page.locator('.table tbody tr').first()
    await expect.poll(() => row.innerText()).toMatch(/3\s+0\s+1\s+33\.33%\s+0\s+0\.006/)
    expect(await axeViolations(page)).toEqual([])
    const [ad] = await ground.place()
    await ground.context.ads.tracking.view(tokenIn(ad?.impression ?? ''), visit)
    await page.getByLabel('By').selectOption('zone')
    await expect.poll(() => page.locator('.table tbody tr').first().innerText()).toMatch(/^side\s+4/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/-zone\.csv$/)
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  test('are plots as well where the browser says a language that is none', async () => {
    const { address, link } = await served()
    const page = await open()
    await page.addInitScript(() => {
      const get = (): string => 'en-US@posix'
      Object.defineProperty(Navigator.prototype, 'language', { get, configurable: true })
    })
    const seen = watch(page)
    await page.goto(`${address}/r/${link}`)
    await page.getByRole('heading', { name: 'Rye in spring' }).waitFor()
    await page.locator('.plot canvas').waitFor()
    expect(seen.complaints).toEqual([])
  })

  test('say what to do where the link leads nowhere', async () => {
    const { address, link } = await served()
    const page = await open()
    await page.goto(`${address}/r/${link.slice(0, -1)}`)
    await page.getByRole('alert').filter({ hasText: 'ask who gave it to you for a new one' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
