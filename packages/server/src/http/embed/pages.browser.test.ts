import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeBrowser } from '../../../../widget/src/testing/browser.ts'
import { type Stage, startStage } from '../../../../widget/src/testing/stage.ts'
import { watch } from '../../../../widget/src/testing/watch.ts'

const ORG = 'main'
const QUERY = `org=${ORG}&type=article&id=42`

const TAKEN_OVER = `document.querySelector('palaver-thread').shadowRoot.querySelector('script') === null`
/** Only against a page that never gets there. */
const HUNG = { timeout: 60_000 }

describeBrowser('the pages of the service', (open) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage()
    const token = await stage.token('ada')
    const post = (text: string) =>
      fetch(`${stage.url}/v1/discussions/-/comments?type=article&id=42`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, title: 'An article', url: 'https://example.org/42' }),
      })
    for (const text of ['A first *comment*', 'A second one']) await post(text)
    await stage.settled()
  })
  afterAll(() => stage.close())

  test('are read without any script', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.goto(`${stage.url}/embed/thread?${QUERY}`)
    await page.getByText('A first comment').waitFor()
    await page.getByText('A second one').waitFor()
    expect(await page.title()).toBe('An article')
  })

  test('are taken over by the element, within the policy that they come with', async () => {
    const page = await open()
    const seen = watch(page)
    await page.goto(`${stage.url}/embed/thread?${QUERY}`)
    await page.getByText('A first comment').waitFor()
    // Whoever takes it over takes its data out.
    await page.waitForFunction(TAKEN_OVER)
    expect(await page.getByText('A first comment').count()).toBe(1)
    expect(seen.complaints).toEqual([])
  })

  test('are as high in a frame as what is in them, on a page of another site', async () => {
    const page = await open()
    const url = stage.site.put({ body: '<palaver-frame resource="article:42"></palaver-frame>' })
    await page.goto(url)
    const frame = page.frameLocator('palaver-frame iframe')
    await frame.getByText('A second one').waitFor()
    await expect
      .poll(async () => {
        const inside = await frame.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height))
        const outside = await page.locator('palaver-frame iframe').evaluate((one) => one.getBoundingClientRect().height)
        return outside - inside
      }, HUNG)
      .toBe(0)
  })

  test('are shown in frames of no site but those of the org', async () => {
    const org = await stage.newOrg('Elsewhere', { origins: ['https://example.org'] })
    const page = await open()
    const seen = watch(page)
    const url = stage.site.put({ body: `<palaver-frame org="${org}" resource="article:42"></palaver-frame>` })
    await page.goto(url)
    await expect.poll(() => seen.complaints.join('\n'), HUNG).toContain('frame-ancestors')
  })
})
