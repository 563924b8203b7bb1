import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { stage } from '../testing/stage.ts'
import { commentSaying, openThread, pageAround, say, withoutPhases } from '../testing/threads.ts'

const resource = 'article:1'
const SOON_MS = 2000

/** It may go away while it is pressed. */
async function pressWhileThere(button: Locator): Promise<void> {
  while ((await button.count()) > 0)
    await button
      .first()
      .click({ timeout: SOON_MS })
      .catch(() => {})
}

describeBrowser('A thread', (open) => {
  it('shows comments with their replies, and nothing that axe finds', async () => {
    const s = await stage()
    const [ada, bob] = [await s.as('ada'), await s.as('bob')]
    const root = await say(ada, { resource, text: 'A **root**' })
    await say(bob, { resource, text: 'A reply', parent: root })
    const page = await open()
    const thread = await openThread(page, s, { resource })
    await expect.poll(() => thread.locator('.roots > .node > .replies > .node').count()).toBe(1)
    expect(await commentSaying(thread, 'root').locator('strong').textContent()).toBe('root')
    expect(await thread.locator('h2').textContent()).toBe('2 comments')
    expect(await axeViolations(page)).toEqual([])
  })

  it('says that nobody has written yet, and that a service cannot be reached', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource })
    await thread.locator('.empty').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.route('**/v1/opening**', (route) => route.abort())
    await page.reload()
    await thread.locator('.failed').waitFor({ timeout: 60_000 })
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/v1/opening**')
    await thread.getByRole('button', { name: 'Try again' }).click()
    await thread.locator('.empty').waitFor()
  })

  it('is as light or dark as the page around it, and no wider', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource, text: 'A comment.' })
    const page = await open({ colorScheme: 'dark', viewport: { width: 320, height: 600 } })
    const thread = await openThread(page, s, { resource })
    const lightness = (): Promise<number> =>
      thread.evaluate((element) => Number(/\d+/.exec(getComputedStyle(element).color)?.[0]))
    expect(await axeViolations(page)).toEqual([])
    expect(await lightness()).toBeLessThan(128)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'))
    expect(await lightness()).toBeGreaterThan(128)
  })

  it('is read in another order', async () => {
    const s = await stage()
    const ada = await s.as('ada')
    for (const text of ['first', 'second', 'third']) await say(ada, { resource, text })
    const page = await open()
    const thread = await openThread(page, s, { resource, order: 'oldest' })
    const texts = (): Promise<string[]> => thread.locator('.text').allTextContents()
    expect((await texts()).map((text) => text.trim())).toEqual(['first', 'second', 'third'])
    await thread.getByLabel('Sort by').selectOption('newest')
    await expect.poll(async () => (await texts()).map((text) => text.trim())).toEqual(['third', 'second', 'first'])
  })

  it('loads more at its end and at every node', async () => {
    const s = await stage()
    await withoutPhases(s)
    const ada = await s.as('ada')
    const root = await say(ada, { resource, text: 'with many replies' })
    for (let number = 0; number < 12; number++) await say(ada, { resource, text: `reply ${number}`, parent: root })
    for (let number = 0; number < 60; number++) await say(ada, { resource, text: `root ${number}` })
    const page = await open()
    const thread = await openThread(page, s, { resource, order: 'oldest' })
    await pressWhileThere(thread.getByRole('button', { name: /more repl/ }))
    await expect.poll(() => thread.locator('.replies .text').count()).toBe(12)
    await pressWhileThere(thread.getByRole('button', { name: 'Show more comments' }))
    await expect.poll(() => commentSaying(thread, 'root 59').count()).toBe(1)
  })

  it('hides a branch and shows it again, by keyboard alone', async () => {
    const s = await stage()
    const ada = await s.as('ada')
    const root = await say(ada, { resource, text: 'root' })
    await say(ada, { resource, text: 'leaf', parent: root })
    const page = await open()
    const thread = await openThread(page, s, { resource })
    await thread.getByRole('button', { name: 'Hide this branch' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => commentSaying(thread, 'leaf').count()).toBe(0)
    await page.keyboard.press('Enter')
    await expect.poll(() => commentSaying(thread, 'leaf').count()).toBe(1)
  })

  it('leads to a comment deep in it, with its ancestors, and back', async () => {
    const s = await stage()
    await withoutPhases(s)
    const ada = await s.as('ada')
    for (let number = 0; number < 40; number++) await say(ada, { resource, text: `root ${number}` })
    let slug = await say(ada, { resource, text: 'deep 0' })
    for (let depth = 1; depth < 8; depth++) slug = await say(ada, { resource, text: `deep ${depth}`, parent: slug })
    const page = await open()
    const address = s.site.put({
      body: pageAround(`<palaver-thread resource="${resource}" order="oldest"></palaver-thread>`),
    })
    await page.goto(`${address}#comment-${slug.replaceAll('/', '.')}`)
    const thread = page.locator('palaver-thread')
    await thread.locator('.focus .text', { hasText: 'deep 7' }).waitFor()
    expect(await thread.locator('.text').count()).toBe(8)
    expect(await axeViolations(page)).toEqual([])
    await thread.getByRole('button', { name: 'Show all comments' }).click()
    await expect.poll(() => commentSaying(thread, 'root 0').count()).toBeGreaterThan(0)
    expect(new URL(page.url()).hash).toBe('')
  })

  it('is flat where it is asked to be, and says whom a comment answers', async () => {
    const s = await stage()
    const [ada, bob] = [await s.as('ada'), await s.as('bob')]
    const root = await say(ada, { resource, text: 'root' })
    await say(bob, { resource, text: 'answer', parent: root })
    const page = await open()
    const thread = await openThread(page, s, { resource, view: 'flat', order: 'oldest' })
    await expect.poll(() => thread.locator('.replies').count()).toBe(0)
    expect(await commentSaying(thread, 'answer').locator('.in-reply-to').textContent()).toBe('Reply to ada')
  })
})
