import { call } from '@palaver/client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { moderator, type Stage, stage } from '../testing/stage.ts'
import { commentSaying, openThread, say } from '../testing/threads.ts'

const RESOURCE = 'article:1'
/** The page around has none. */
const NO_REGIONS = { rules: { region: { enabled: false } } }

/** Ada and Bob have written; somebody reads. */
async function conversation(page: Page, who: string | null): Promise<{ on: Stage; thread: Locator }> {
  const on = await stage()
  await say(await on.as('ada'), { resource: RESOURCE, text: 'What Ada says.' })
  await say(await on.as('bob'), { resource: RESOURCE, text: 'What Bob says.' })
  return { on, thread: await reading(page, on, who) }
}

async function reading(page: Page, on: Stage, who: string | null): Promise<Locator> {
  const token = who === null ? {} : { token: await on.token(who) }
  const thread = await openThread(page, on, { resource: RESOURCE, order: 'oldest', live: 'off', ...token })
  if (who !== null) await thread.getByRole('textbox').first().waitFor()
  return thread
}

async function menuOf(thread: Locator, text: string): Promise<Locator> {
  await commentSaying(thread, text).getByRole('button', { name: /^More/ }).click()
  const menu = thread.getByRole('menu')
  await menu.waitFor()
  return menu
}

const namesIn = (menu: Locator): Promise<string[]> => menu.getByRole('menuitem').allTextContents()
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.querySelector('palaver-thread')?.shadowRoot?.activeElement
    return active?.getAttribute('aria-label') ?? active?.textContent ?? ''
  })

describeBrowser('the menu of a comment', (open) => {
  test('offers to each what they can do', async () => {
    const page = await open()
    const { on, thread } = await conversation(page, 'ada')
    const own = await menuOf(thread, 'What Ada says.')
    await expect.poll(() => namesIn(own)).toEqual(['Copy link', 'Edit', 'Delete'])
    await page.keyboard.press('Escape')
    const other = await menuOf(thread, 'What Bob says.')
    expect(await namesIn(other)).toEqual(['Copy link', 'Report', 'Mute bob'])
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    const nobody = await menuOf(await reading(page, on, null), 'What Bob says.')
    expect(await namesIn(nobody)).toEqual(['Copy link', 'Report', 'Mute bob'])
  })

  test('goes by keys, and gives the focus back', async () => {
    const page = await open()
    const { thread } = await conversation(page, 'ada')
    const menu = await menuOf(thread, 'What Bob says.')
    const press = async (key: string): Promise<string> => {
      await page.keyboard.press(key)
      return focused(page)
    }
    expect(await focused(page)).toBe('Copy link')
    expect(await press('ArrowDown')).toBe('Report')
    expect(await press('End')).toBe('Mute bob')
    expect(await press('ArrowDown')).toBe('Copy link')
    expect(await press('ArrowUp')).toBe('Mute bob')
    expect(await press('Home')).toBe('Copy link')
    expect(await press('r')).toBe('Report')
    expect(await press('Escape')).toBe('More for the comment of bob')
    await expect.poll(() => menu.count()).toBe(0)
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => menu.count()).toBe(0)
  })

  test('closes on a press elsewhere and on a second press of its button', async () => {
    const page = await open()
    const { thread } = await conversation(page, 'ada')
    const menu = await menuOf(thread, 'What Bob says.')
    await page.mouse.click(5, 5)
    await expect.poll(() => menu.count()).toBe(0)
    await menuOf(thread, 'What Bob says.')
    await commentSaying(thread, 'What Bob says.').getByRole('button', { name: /^More/ }).click()
    await expect.poll(() => menu.count()).toBe(0)
    await menuOf(thread, 'What Bob says.')
    await thread.getByRole('textbox').first().focus()
    await expect.poll(() => menu.count()).toBe(0)
  })

  test('lies where it can be seen, above its button where there is no room below', async () => {
    const page = await open({ viewport: { width: 320, height: 420 } })
    const { thread } = await conversation(page, 'ada')
    const button = commentSaying(thread, 'What Bob says.').getByRole('button', { name: /^More/ })
    await button.evaluate((one) => one.scrollIntoView({ block: 'end' }))
    const menu = await menuOf(thread, 'What Bob says.')
    const [box, at] = [await menu.boundingBox(), await button.boundingBox()]
    if (box === null || at === null) throw new Error('It cannot be seen.')
    expect(box.y + box.height).toBeLessThanOrEqual(at.y)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(320)
  })

  test('copies the link, and says so', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const { thread } = await conversation(page, null)
    const menu = await menuOf(thread, 'What Bob says.')
    await menu.getByRole('menuitem', { name: 'Copy link' }).click()
    await menu.getByRole('menuitem', { name: 'The link is copied.' }).waitFor()
    const id = await commentSaying(thread, 'What Bob says.').getAttribute('id')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${page.url()}#${id}`)
    expect(await thread.locator('.unseen[role=status]').last().textContent()).toBe('The link is copied.')
  })

  test('shows the link where the browser does not copy', async () => {
    const page = await open()
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    const { thread } = await conversation(page, null)
    await (await menuOf(thread, 'What Bob says.')).getByRole('menuitem', { name: 'Copy link' }).click()
    const field = thread.getByRole('textbox', { name: 'Copy this link' })
    expect(await field.inputValue()).toContain('#comment-')
    expect(
      await field.evaluate((one: HTMLInputElement) => one.value.slice(one.selectionStart ?? 0, one.selectionEnd ?? 0)),
    ).toBe(await field.inputValue())
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('More for the comment of bob')
  })
})

describeBrowser('what a comment’s menu does', (open) => {
  test('edits in place', async () => {
    const page = await open()
    const { thread } = await conversation(page, 'ada')
    await (await menuOf(thread, 'What Ada says.')).getByRole('menuitem', { name: 'Edit' }).click()
    const box = thread.getByRole('textbox', { name: 'Edit your comment' })
    await box.fill('What Ada says now.')
    await thread.getByRole('button', { name: 'Save' }).click()
    await commentSaying(thread, 'What Ada says now.').waitFor()
  })

  test('deletes after asking once more', async () => {
    const page = await open()
    const { on, thread } = await conversation(page, 'ada')
    await (await menuOf(thread, 'What Ada says.')).getByRole('menuitem', { name: 'Delete' }).click()
    const question = thread.getByRole('alertdialog', { name: 'Delete this comment?' })
    await expect.poll(() => focused(page)).toBe('Cancel')
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => question.count()).toBe(0)
    expect(await focused(page)).toBe('More for the comment of ada')
    await (await menuOf(thread, 'What Ada says.')).getByRole('menuitem', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await thread.getByText('This comment was deleted.').waitFor()
    await thread.getByText('The comment is deleted.').waitFor({ state: 'attached' })
    const again = await reading(await open(), on, 'bob')
    expect(await commentSaying(again, 'What Ada says.').count()).toBe(0)
  })

  test('puts everything back where deleting fails, and says so', async () => {
    const page = await open()
    const { thread } = await conversation(page, 'ada')
    await page.route('**/comments/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await (await menuOf(thread, 'What Ada says.')).getByRole('menuitem', { name: 'Delete' }).click()
    await thread.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await thread.getByRole('alert').waitFor({ timeout: 20_000 })
    await commentSaying(thread, 'What Ada says.').waitFor()
  })

  test('reports, and says thanks', async () => {
    const page = await open()
    const { on, thread } = await conversation(page, 'ada')
    await (await menuOf(thread, 'What Bob says.')).getByRole('menuitem', { name: 'Report' }).click()
    const dialog = thread.getByRole('dialog', { name: 'What is wrong with this comment?' })
    await dialog.waitFor()
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    await page.route('**/reports*', (route) => route.fulfill({ status: 500, body: 'no' }), { times: 4 })
    await dialog.getByRole('radio', { name: 'It attacks people' }).check()
    await dialog.getByRole('textbox').fill('It is about me.')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await dialog.getByRole('alert').waitFor({ timeout: 20_000 })
    expect(await dialog.getByRole('textbox').inputValue()).toBe('It is about me.')
    await page.unroute('**/reports*')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await dialog.getByText('Thank you. A moderator will look at it.').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('More for the comment of bob')
    await on.settled()
    const staff = await on.as(moderator('mo'))
    const { items } = await call(staff, 'GET /v1/moderation/queue', { query: { kind: 'reported' } })
    expect(items).toMatchObject([{ reported: { reports: 1, reasons: { abuse: 1 } } }])
  })

  test('asks who it is before it reports', async () => {
    const page = await open()
    const { thread } = await conversation(page, null)
    await page.evaluate(() => {
      addEventListener('palaver:login-required', () => document.body.append('asked'))
    })
    await (await menuOf(thread, 'What Bob says.')).getByRole('menuitem', { name: 'Report' }).click()
    await page.getByText('asked').waitFor()
    await expect.poll(() => focused(page)).toBe('Sign in')
    expect(await thread.getByRole('dialog').count()).toBe(0)
  })

  test('mutes somebody, and hears them again', async () => {
    const page = await open()
    const { on, thread } = await conversation(page, 'ada')
    await (await menuOf(thread, 'What Bob says.')).getByRole('menuitem', { name: 'Mute bob' }).click()
    await thread.getByText('You do not want to see what this person writes.').waitFor()
    await thread.getByText('You no longer see what bob writes.').waitFor({ state: 'attached' })
    const again = await reading(page, on, 'ada')
    await again.getByRole('button', { name: 'Show it anyway' }).click()
    await (await menuOf(again, 'What Bob says.')).getByRole('menuitem', { name: 'Hear bob again' }).click()
    await again.getByText('You see again what bob writes.').waitFor({ state: 'attached' })
    const third = await reading(page, on, 'ada')
    await commentSaying(third, 'What Bob says.').getByText('What Bob says.').waitFor()
  })
})
