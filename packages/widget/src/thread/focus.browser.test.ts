import { beforeEach, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { type Stage, stage } from '../testing/stage.ts'
import { commentSaying, openThread, say, withoutPhases } from '../testing/threads.ts'

const resource = 'article:1'
const ROOTS = 30

/** Thirty comments, the newest with as many replies. */
async function longThread(): Promise<Stage> {
  const s = await stage()
  await withoutPhases(s)
  const ada = await s.as('ada')
  for (let number = 1; number <= ROOTS; number += 1) await say(ada, { resource, text: `Comment ${number}.` })
  const parent = await say(ada, { resource, text: 'The newest.' })
  for (let number = 1; number <= ROOTS; number += 1) await say(ada, { resource, text: `Reply ${number}.`, parent })
  await s.settled()
  return s
}

describeBrowser('The focus', (open) => {
  let s: Stage
  let page: Page
  let thread: Locator
  beforeEach(async () => {
    s = await longThread()
    page = await open()
    thread = await openThread(page, s, { resource, order: 'newest', token: await s.token('ada') })
    await thread.getByLabel('Your comment').waitFor()
  })

  it('goes to the first comment that a button brought', async () => {
    await thread.getByRole('button', { name: 'Show more comments' }).press('Enter')
    await expect.poll(() => isFocused(commentSaying(thread, 'Comment 11.'))).toBe(true)
    await thread.getByRole('button', { name: /more replies/ }).press('Enter')
    await expect.poll(() => isFocused(commentSaying(thread, 'Reply 4.'))).toBe(true)
    await say(await s.as('bob'), { resource, text: 'Come live.' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).press('Enter')
    await expect.poll(() => isFocused(commentSaying(thread, 'Come live.'))).toBe(true)
  })

  it('stays on the order that was chosen, and the comments with it until the others come', async () => {
    const order = thread.getByLabel('Sort by')
    await order.focus()
    await page.route('**/v1/opening*', (route) => route.abort())
    await order.selectOption('oldest')
    await thread.locator('.notices .problem').waitFor({ timeout: 60_000 })
    expect(await order.inputValue()).toBe('newest')
    await page.unroute('**/v1/opening*')
    await order.selectOption('oldest')
    await commentSaying(thread, 'Comment 1.').waitFor()
    expect(await isFocused(order)).toBe(true)
  })

  it('goes back to the comment whose box is closed', async () => {
    const comment = commentSaying(thread, 'Comment 30.')
    const reply = comment.getByRole('button', { name: 'Reply', exact: true })
    await reply.press('Enter')
    await thread.getByLabel('Your reply to ada').press('Escape')
    expect(await isFocused(reply)).toBe(true)
    await reply.press('Enter')
    await thread.getByLabel('Your reply to ada').fill('Indeed.')
    await page.keyboard.press('Control+Enter')
    expect(await isFocused(reply)).toBe(true)
    await expect.poll(() => thread.locator('[aria-live]').textContent()).toBe('Your comment is posted.')
    const edit = async (): Promise<void> => {
      await comment.getByRole('button', { name: /^More/ }).press('Enter')
      await thread.getByRole('menuitem', { name: 'Edit' }).press('Enter')
      await expect.poll(() => isFocused(thread.getByLabel('Edit your comment'))).toBe(true)
    }
    await edit()
    await page.keyboard.press('Escape')
    expect(await isFocused(comment)).toBe(true)
    await edit()
    await page.keyboard.type(' Changed.')
    await page.keyboard.press('Control+Enter')
    await comment.getByText('Changed.').waitFor()
    expect(await isFocused(comment)).toBe(true)
  })

  it('comes back from one conversation to where it was, by the button and by the browser', async () => {
    await thread.getByRole('button', { name: 'Show more comments' }).click()
    const comment = commentSaying(thread, 'Comment 8.')
    const topOf = async (): Promise<number> => Math.round((await comment.boundingBox())?.y ?? 0)
    await comment.scrollIntoViewIfNeeded()
    const top = await topOf()
    const back = thread.getByRole('button', { name: 'Show all comments' })
    await comment.locator('.time').press('Enter')
    await back.press('Enter')
    await expect.poll(() => isFocused(comment)).toBe(true)
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(2)
    await comment.locator('.time').press('Enter')
    await back.waitFor()
    await page.goBack()
    await expect.poll(() => isFocused(comment)).toBe(true)
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(2)
  })
})
