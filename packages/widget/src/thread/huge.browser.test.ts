import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { stage } from '../testing/stage.ts'
import { openThread, say, withoutPhases } from '../testing/threads.ts'

const resource = 'article:1'
const ROOTS = 400
const AT_ONCE = 25

describeBrowser('A long thread', (open) => {
  it('keeps few comments in memory while somebody scrolls through it, and finds them again', async () => {
    const s = await stage()
    await withoutPhases(s)
    const writers = await Promise.all(Array.from({ length: 5 }, (_, n) => s.as(`writer${n}`)))
    for (let at = 0; at < ROOTS; at += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => {
          const by = writers[n % writers.length]
          return by === undefined ? Promise.resolve('') : say(by, { resource, text: `Root ${at + n}` })
        }),
      )
    const page = await open()
    const thread = await openThread(page, s, { resource, order: 'oldest', live: 'off' })
    const more = thread.getByRole('button', { name: 'Show more comments' })
    const shown = (): Promise<number> => thread.locator('article.comment').count()
    let most = 0
    while ((await more.count()) > 0) {
      await more.click({ timeout: 5000 }).catch(() => {})
      most = Math.max(most, await shown())
    }
    expect(most).toBeLessThan(ROOTS / 1.5)
    await page.evaluate(() => scrollTo(0, 0))
    await thread.locator('article.comment').first().waitFor()
    await expect.poll(() => thread.locator('article.comment .text').first().textContent()).toContain('Root')
  })
})
