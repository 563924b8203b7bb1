import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { stage } from '../testing/stage.ts'
import { commentSaying, openThread, say } from '../testing/threads.ts'

const resource = 'article:1'
const POSTS = '**/v1/discussions/*/comments**'
const EXPIRED = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: '',
    status: 401,
    code: 'token-expired',
    detail: 'It has expired.',
  }),
}

describeBrowser('What does not get through', (open) => {
  it('is said while there is no network and no longer, and comes back into the box above all', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    const box = thread.getByLabel('Your comment')
    await box.waitFor()
    await page.context().setOffline(true)
    await thread.getByText('You are offline.').waitFor()
    await box.fill('Written on a train')
    await box.press('Control+Enter')
    await thread.locator('.sending .problem').waitFor({ timeout: 60_000 })
    await box.fill('Begun meanwhile')
    await thread.locator('.sending').getByRole('button', { name: 'Edit' }).press('Enter')
    await expect.poll(() => box.inputValue()).toBe('Begun meanwhile\n\nWritten on a train')
    await expect.poll(() => isFocused(box)).toBe(true)
    await page.context().setOffline(false)
    await expect.poll(() => thread.getByText('You are offline.').count()).toBe(0)
    await box.press('Control+Enter')
    await commentSaying(thread, 'Written on a train').getByRole('button', { name: 'Reply' }).waitFor()
  })

  it('leaves alone what is begun while another text is on its way', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    const box = thread.getByLabel('Your comment')
    const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
    await page.route(POSTS, async (route) => {
      await isTyped
      await route.continue()
    })
    await box.fill('The first')
    await box.press('Control+Enter')
    await box.fill('The second')
    typed()
    await commentSaying(thread, 'The first').getByRole('button', { name: 'Reply' }).waitFor()
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('The second')
  })

  it('is said at the comment that it is about, and asks for a new token where the old one has expired', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource, text: 'A comment.' })
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('bob') })
    await thread.getByLabel('Your comment').waitFor()
    await page.evaluate(() =>
      addEventListener('palaver:login-required', (event) => {
        document.title = (event as CustomEvent<{ reason: string }>).detail.reason
      }),
    )
    await page.route('**/vote*', (route) => route.fulfill(EXPIRED))
    const comment = commentSaying(thread, 'A comment.')
    await comment.getByRole('button', { name: 'Vote for it' }).press('Enter')
    await comment.getByText('Your sign-in has expired.').waitFor()
    expect(await page.title()).toBe('expired')
    await comment.getByRole('button', { name: 'Dismiss' }).press('Enter')
    expect(await comment.locator('.problem').count()).toBe(0)
    expect(await isFocused(comment)).toBe(true)
  })

  it('leaves a way out where the text to be changed cannot be had', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource, text: 'A comment.' })
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await thread.getByLabel('Your comment').waitFor()
    const texts = /\/comments\/[^/]+$/
    await page.route(texts, (route) => route.fulfill(EXPIRED))
    const comment = thread.locator('article.comment')
    await comment.getByRole('button', { name: /^More/ }).click()
    await thread.getByRole('menuitem', { name: 'Edit' }).click()
    await comment.getByText('Your sign-in has expired.').waitFor()
    await page.unroute(texts)
    await comment.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => thread.getByLabel('Edit your comment').inputValue()).toBe('A comment.')
  })

  it('asks nobody to sign in before it is known that they have not', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource, text: 'A comment.' })
    const page = await open()
    const { promise: isLooked, resolve: looked } = Promise.withResolvers<void>()
    await page.route('**/v1/me*', async (route) => {
      await isLooked
      await route.continue()
    })
    const streaming = page.waitForResponse('**/stream*')
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await streaming
    expect(await thread.getByRole('button', { name: 'Sign in' }).count()).toBe(0)
    looked()
    await thread.getByLabel('Your comment').waitFor()
  })
})
