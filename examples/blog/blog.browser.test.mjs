import { expect, test } from 'vitest'
import { axeViolations } from '../../packages/widget/src/testing/axe.ts'
import { describeBrowser } from '../../packages/widget/src/testing/browser.ts'
import { stage } from '../../packages/widget/src/testing/stage.ts'
import { closing } from '../testing/closing.mjs'
import { createBlog } from './server.mjs'

const HARBOUR = { name: 'Greta', text: 'It leads the lifeboat home.' }

describeBrowser('the blog', (open) => {
  test('a reader gives a name and writes; another reads it, and the list counts it', async () => {
    const { url, context, settled } = await stage()
    await context.accounts.change('main', { guests: true })
    const blog = await closing(createBlog(url))
    const writer = await open()
    await writer.goto(`${blog}/harbour-lights`)
    await writer.locator('[part~=login] input').fill(HARBOUR.name)
    await writer.locator('[part~=login] button').click()
    await writer.locator('[part~=editor] textarea').fill(HARBOUR.text)
    await writer.locator('[part~=post]').click()
    await writer.locator('[part~=comment] a', { hasText: 'now' }).waitFor()
    await settled()
    const reader = await open()
    await reader.goto(`${blog}/harbour-lights`)
    await reader.locator('[part~=text]', { hasText: HARBOUR.text }).waitFor()
    expect(await reader.locator('[part~=name]').allTextContents()).toEqual([HARBOUR.name])
    await reader.goto(blog)
    const count = reader.locator('palaver-count[resource="post:harbour-lights"]')
    await expect.poll(() => count.textContent(), { timeout: 30_000 }).toBe('1')
  })

  test('its policy lets in what comments need, and axe finds nothing', async () => {
    const { url } = await stage()
    const blog = await closing(createBlog(url))
    for (const colorScheme of ['light', 'dark']) {
      const page = await open({ colorScheme })
      const broken = []
      page.on('console', (message) => message.text().includes('Content Security Policy') && broken.push(message.text()))
      for (const path of ['/', '/harbour-lights', '/low-tide']) {
        await page.goto(blog + path)
        if (path !== '/') await page.locator('[part~=thread]').waitFor()
        expect(await axeViolations(page)).toEqual([])
      }
      expect(broken).toEqual([])
    }
  })
})
