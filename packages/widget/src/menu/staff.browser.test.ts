import { discussion, type Palaver, post } from '@palaver/client'
import { pin, setRules } from '@palaver/client/moderation'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { admin, moderator, type Stage, stage } from '../testing/stage.ts'
import { commentSaying, openThread, say } from '../testing/threads.ts'

const RESOURCE = 'article:1'
const ARTICLE = { type: 'article', id: '1' }
/** The page around has none. */
const NO_REGIONS = { rules: { region: { enabled: false } } }

const moderating = async (page: Page, on: Stage, live: 'on' | 'off' = 'off'): Promise<Locator> =>
  openThread(page, on, { resource: RESOURCE, order: 'oldest', live, token: await on.token(moderator('mo')) })

async function choose(thread: Locator, text: string, item: string): Promise<void> {
  await commentSaying(thread, text).getByRole('button', { name: /^More/ }).click()
  await thread.getByRole('menuitem', { name: item, exact: true }).click()
}

/** From now on all waits for a moderator. */
const holdAll = async (on: Stage): Promise<unknown> =>
  setRules(await on.as(admin('root')), { phases: [{ phase: 'pre-moderation' }] })

const write = (palaver: Palaver, text: string, parent: string | null = null): Promise<unknown> =>
  post(discussion(palaver, ARTICLE), { text, parent })

const firstWords = (thread: Locator): Promise<string[]> => thread.locator('.node > .comment > .text').allTextContents()
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('palaver-thread')?.shadowRoot?.activeElement?.textContent ?? '')

describeBrowser('what moderators do in place', (open) => {
  test('a comment is taken down and put up again', async () => {
    const on = await stage()
    const page = await open()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Buy this.' })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: 'Close the discussion' }).waitFor()
    await choose(thread, 'Buy this.', 'Spam')
    const gone = commentSaying(thread, 'This comment was taken down by a moderator.')
    await gone.waitFor()
    await thread.getByText('The comment is taken down.').waitFor({ state: 'attached' })
    const reader = await openThread(await open(), on, { resource: RESOURCE })
    await commentSaying(reader, 'This comment was taken down').waitFor()
    await choose(thread, 'This comment was taken down', 'Put up again')
    await commentSaying(thread, 'Buy this.').waitFor()
  })

  test('a comment is pinned before the others, and unpinned', async () => {
    const on = await stage()
    const page = await open()
    for (const text of ['One.', 'Two.', 'Three.']) await say(await on.as('ada'), { resource: RESOURCE, text })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: 'Close the discussion' }).waitFor()
    await commentSaying(thread, 'Two.').getByRole('button', { name: /^More/ }).click()
    await thread.getByRole('menu').getByRole('group', { name: 'For moderators' }).waitFor()
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    await page.keyboard.press('Escape')
    await choose(thread, 'Two.', 'Pin')
    await thread.getByText('The comment is pinned.').waitFor({ state: 'attached' })
    await expect
      .poll(async () => (await firstWords(thread)).map((text) => text.trim()))
      .toEqual(['Two.', 'One.', 'Three.'])
    await expect.poll(() => focused(page)).toContain('Two.')
    await choose(thread, 'Two.', 'Unpin')
    await thread.getByText('The comment is no longer pinned.').waitFor({ state: 'attached' })
    await expect
      .poll(async () => (await firstWords(thread)).map((text) => text.trim()))
      .toEqual(['One.', 'Two.', 'Three.'])
  })

  test('a reply that was pinned stands before all, and is answered in its conversation', async () => {
    const on = await stage()
    const page = await open()
    const parent = await say(await on.as('ada'), { resource: RESOURCE, text: 'A question.' })
    const slug = await say(await on.as('bob'), { resource: RESOURCE, text: 'The answer.', parent })
    await pin(discussion(await on.as(moderator('mo')), ARTICLE), { slug, on: true })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: 'Close the discussion' }).waitFor()
    const both = commentSaying(thread, 'The answer.')
    expect(await both.evaluateAll((all) => new Set(all.map(({ id }) => id)).size)).toBe(2)
    expect(await both.first().textContent()).toContain('Reply to ada')
    await both.getByRole('button', { name: 'Reply' }).click()
    await thread.getByLabel('Your reply to bob').first().waitFor()
    expect(await thread.getByLabel('Your reply to bob').count()).toBe(1)
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    await page.keyboard.press('Escape')
    await both.first().getByRole('button', { name: /^More/ }).click()
    await thread.getByRole('menuitem', { name: 'Unpin' }).click()
    await expect.poll(() => both.count()).toBe(1)
  })

  test('somebody is banned, with a reason', async () => {
    const on = await stage()
    const page = await open()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Shouting.' })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: 'Close the discussion' }).waitFor()
    await choose(thread, 'Shouting.', 'Ban ada')
    const dialog = thread.getByRole('dialog', { name: 'Ban ada' })
    await dialog.waitFor()
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    await dialog.getByRole('textbox').fill('You shout.')
    await dialog.getByRole('radio', { name: 'A week' }).check()
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await dialog.getByText('ada can no longer write.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    const ada = await on.as('ada')
    await expect
      .poll(() =>
        write(ada, 'Again.').then(
          () => 'posted',
          (error: Error) => error.message,
        ),
      )
      .toContain('You shout.')
  })

  test('the discussion is closed, and opened again', async () => {
    const on = await stage()
    const page = await open()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Hello.' })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: 'Close the discussion' }).click()
    await thread.getByRole('button', { name: 'Open the discussion' }).waitFor()
    await thread.getByText('This discussion is closed.').first().waitFor()
    await thread.getByLabel('Your comment').fill('One word more.')
    await page.keyboard.press('Control+Enter')
    await commentSaying(thread, 'One word more.').getByRole('button', { name: 'Reply' }).waitFor()
    const reader = await openThread(await open(), on, { resource: RESOURCE })
    await reader.getByText('This discussion is closed.').waitFor()
    expect(await reader.getByRole('button', { name: 'Reply' }).count()).toBe(0)
    await thread.getByRole('button', { name: 'Open the discussion' }).click()
    await thread.getByText('This discussion is open.').waitFor({ state: 'attached' })
    await write(await on.as('ada'), 'I may write again.')
  })
})

/** How many of these are drawn over one another. */
function overlaps(all: Element[]): number {
  const boxes = all.map((one) => {
    const text = document.createRange()
    text.selectNodeContents(one)
    return (one.matches('.count') ? text : one).getBoundingClientRect()
  })
  return boxes.filter((a, at) =>
    boxes.slice(at + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  ).length
}

describeBrowser('a thread that is moderated', (open) => {
  test.each([
    { width: 320, comments: 1 },
    { width: 320, comments: 3 },
    { width: 1200, comments: 1 },
    { width: 1200, comments: 3 },
  ])('stays where it is when what moderators need has come: $width px, $comments', async ({ width, comments }) => {
    const on = await stage()
    const ada = await on.as('ada')
    for (let number = 0; number < comments; number++) await say(ada, { resource: RESOURCE, text: `Hello ${number}.` })
    const page = await open({ viewport: { width, height: 800 } })
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
    await page.route('**/v1/me?*', (route) => isSeen.then(() => route.continue()))
    const thread = await moderating(page, on)
    const first = commentSaying(thread, 'Hello 0.')
    const before = await first.boundingBox()
    seen()
    for (const name of ['Your comment', 'Notify me']) await thread.getByLabel(name).waitFor()
    await thread.getByRole('button', { name: 'Close the discussion' }).waitFor()
    expect(await first.boundingBox()).toEqual(before)
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await thread.locator('.toolbar > *').evaluateAll(overlaps)).toBe(0)
  })
})

describeBrowser('what waits for a moderator', (open) => {
  test('is approved and rejected above the thread', async () => {
    const on = await stage()
    const page = await open()
    const slug = await say(await on.as('ada'), { resource: RESOURCE, text: 'Hello.' })
    await holdAll(on)
    const bob = await on.as('bob')
    await write(bob, 'Something new.')
    await write(bob, 'An answer.', slug)
    await write(bob, 'Rubbish.')
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: '3 comments wait for you' }).click()
    const strip = thread.getByRole('region', { name: 'For moderators' })
    expect(await strip.getByRole('article').count()).toBe(3)
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
    const decide = (text: string, name: string): Promise<void> =>
      strip.getByRole('article').filter({ hasText: text }).getByRole('button', { name }).click()
    await decide('Something new.', 'Approve')
    await thread.getByRole('button', { name: '2 comments wait for you' }).waitFor()
    expect(await focused(page)).toBe('Approve')
    await decide('An answer.', 'Approve')
    await thread.locator('.roots .replies').getByText('An answer.').waitFor()
    await decide('Rubbish.', 'Reject')
    await expect.poll(() => strip.getByRole('article').count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('Close the discussion')
    expect((await firstWords(thread)).map((text) => text.trim())).toEqual(['Hello.', 'An answer.', 'Something new.'])
    expect(await thread.locator('.count').textContent()).toBe('3 comments')
  })

  test('is shown with what it brings to the discussion that it opens', async () => {
    const on = await stage()
    const page = await open()
    await holdAll(on)
    const opens = { title: 'A page', url: 'https://example.com/page', tags: ['news', 'sport'] }
    await post(discussion(await on.as('bob'), ARTICLE), { text: 'The first.', ...opens })
    const thread = await moderating(page, on)
    await thread.getByRole('button', { name: '1 comment waits for you' }).click()
    const brings = thread.getByRole('article').filter({ hasText: 'The first.' }).locator('.brings')
    expect(await brings.locator('> *').allTextContents()).toEqual(['A page', opens.url, 'news, sport'])
    expect(await axeViolations(page, NO_REGIONS)).toEqual([])
  })

  test('is shown once where the stream tells of it, too', async () => {
    const on = await stage()
    const page = await open()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Hello.' })
    await holdAll(on)
    await write(await on.as('bob'), 'Something new.')
    const streaming = page.waitForResponse('**/stream?*')
    const thread = await moderating(page, on, 'on')
    await streaming
    await thread.getByRole('button', { name: '1 comment waits for you' }).click()
    await thread.getByRole('button', { name: 'Approve' }).click()
    await thread.locator('.roots').getByText('Something new.').waitFor()
    await on.settled()
    await say(await on.as(moderator('eve')), { resource: RESOURCE, text: 'And more.' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).click()
    await commentSaying(thread, 'And more.').waitFor()
    expect(await thread.locator('.count').textContent()).toBe('3 comments')
    expect((await firstWords(thread)).map((text) => text.trim())).toEqual(['Hello.', 'Something new.', 'And more.'])
  })

  test('is still there where a decision does not get through', async () => {
    const on = await stage()
    const page = await open()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Hello.' })
    await holdAll(on)
    await write(await on.as('bob'), 'Something new.')
    const thread = await moderating(page, on)
    const waits = thread.getByRole('button', { name: '1 comment waits for you' })
    await waits.click()
    await page.route('**/moderation/held/*', (route) => route.abort())
    await thread.getByRole('button', { name: 'Approve' }).click()
    await thread.getByRole('alert').waitFor({ timeout: 20_000 })
    await waits.waitFor()
  })

  test('is shown to nobody else', async () => {
    const on = await stage()
    await say(await on.as('ada'), { resource: RESOURCE, text: 'Hello.' })
    await holdAll(on)
    await write(await on.as('bob'), 'Something new.')
    const reader = await openThread(await open(), on, { resource: RESOURCE, token: await on.token('ada') })
    await reader.getByRole('textbox').first().waitFor()
    expect(await reader.locator('.staff').count()).toBe(0)
  })
})
