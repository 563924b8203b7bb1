import { call } from '@palaver/client'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { openFeed, postSaying, village } from '../testing/social.ts'
import { stage } from '../testing/stage.ts'

describeBrowser('News as they come', (open) => {
  test('are announced, shown when the reader wants, and vanish when they are gone', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, ['ada', 'ben'])
    await follows('ada', 'ben')
    const old = await writes('ben', 'An old one.')
    await s.settled()
    const page = await open()
    const streaming = page.waitForResponse('**/v1/news/live*')
    const feed = await openFeed(page, s, { token: await s.token('ada') })
    await postSaying(feed, 'An old one.').waitFor()
    await streaming
    await writes('ben', 'A new one.')
    await writes('ben', 'And another.')
    const strip = feed.getByRole('button', { name: 'Show 2 new posts' })
    await strip.waitFor()
    expect(await feed.locator('article.post').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await strip.press('Enter')
    await postSaying(feed, 'A new one.').waitFor()
    expect(await feed.locator('article.post .text').allInnerTexts()).toEqual([
      'And another.',
      'A new one.',
      'An old one.',
    ])
    await expect.poll(() => isFocused(postSaying(feed, 'And another.'))).toBe(true)
    await call(await s.as('ben'), 'DELETE /v1/posts/{post}', { path: { post: old.id } })
    await expect.poll(() => feed.locator('article.post').count()).toBe(2)
    expect(await strip.count()).toBe(0)
  })

  test('say nothing of what the reader wrote themselves, which is there at once', async () => {
    const s = await stage()
    await village(s, ['ada'])
    const page = await open()
    const streaming = page.waitForResponse('**/v1/news/live*')
    const feed = await openFeed(page, s, { token: await s.token('ada') })
    await feed.getByText('No news yet.').waitFor()
    await streaming
    const box = feed.getByLabel('What is new?')
    await box.fill('Hello **all**.')
    await box.press('Control+Enter')
    await postSaying(feed, 'Hello all.').waitFor()
    await s.settled()
    await expect.poll(() => box.inputValue()).toBe('')
    expect(await feed.getByRole('button', { name: /new post/ }).count()).toBe(0)
  })
})
