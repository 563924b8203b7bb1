import { comments, discussion, edit } from '@palaver/client'
import { expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { type Stage, stage } from '../testing/stage.ts'
import { commentSaying, openThread, say, withoutPhases } from '../testing/threads.ts'

const resource = 'article:1'

async function stored(s: Stage): Promise<string[]> {
  const thread = discussion(await s.as(null), { type: 'article', id: '1' })
  const { comments: all } = await comments(thread, { view: 'chronological' }).page()
  return all.map(({ html }) => html.replaceAll(/<[^>]+>/g, '').trim())
}

describeBrowser('Writing', (open) => {
  it('posts a comment and a reply, by keyboard alone', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await thread.getByLabel('Your comment').focus()
    await page.keyboard.type('Hello **there**')
    await page.keyboard.press('Control+Enter')
    await commentSaying(thread, 'Hello there').locator('strong').waitFor()
    await commentSaying(thread, 'Hello there').getByRole('button', { name: 'Reply' }).press('Enter')
    await expect.poll(() => thread.getByLabel('Your reply to ada').evaluate((box) => box.matches(':focus'))).toBe(true)
    await page.keyboard.type('And hello back')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await commentSaying(thread, 'And hello back').getByRole('button', { name: 'Reply' }).waitFor()
    expect(await stored(s)).toEqual(['Hello there', 'And hello back'])
  })

  it('keeps the text of what could not be sent, and sends it once', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await thread.getByLabel('Your comment').fill('Do not lose me')
    // The service takes it, but its answer is lost every time.
    const lose = '**/v1/discussions/-/comments**'
    await page.route(lose, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await thread.getByRole('button', { name: 'Post' }).click()
    await thread.locator('.sending .problem').waitFor({ timeout: 60_000 })
    expect(await thread.locator('.sending .text').textContent()).toBe('Do not lose me')
    await page.unroute(lose)
    await thread.locator('.sending').getByRole('button', { name: 'Try again' }).click()
    await commentSaying(thread, 'Do not lose me').getByRole('button', { name: 'Reply' }).waitFor()
    expect(await stored(s)).toEqual(['Do not lose me'])
  })

  it('shows what is new before all where its place is not read yet, and then there', async () => {
    const s = await stage()
    await withoutPhases(s)
    const bob = await s.as('bob')
    for (let number = 0; number < 60; number++) await say(bob, { resource, text: `root ${number}` })
    const page = await open()
    const streaming = page.waitForResponse('**/stream?*')
    const thread = await openThread(page, s, { resource, order: 'oldest', token: await s.token('ada') })
    await streaming
    const texts = async (): Promise<string[]> =>
      (await thread.locator('.comment > .text').allTextContents()).map((text) => text.trim())
    await thread.getByLabel('Your comment').fill('My own')
    await thread.getByLabel('Your comment').press('Control+Enter')
    await commentSaying(thread, 'My own').getByRole('button', { name: 'Reply' }).waitFor()
    expect((await texts()).slice(0, 2)).toEqual(['My own', 'root 0'])
    await thread.getByText('In this order, it comes at the very end.').waitFor()
    await say(bob, { resource, text: 'Of another' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).click()
    await expect.poll(async () => (await texts()).slice(0, 3)).toEqual(['Of another', 'My own', 'root 0'])
    expect(await axeViolations(page)).toEqual([])
    const more = thread.getByRole('button', { name: 'Show more comments' })
    await expect
      .poll(async () => {
        if ((await more.count()) > 0) await more.click({ timeout: 500 }).catch(() => {})
        return texts()
      })
      .toEqual([...Array.from({ length: 60 }, (_, number) => `root ${number}`), 'My own', 'Of another'])
    expect(await thread.getByText('In this order, it comes at the very end.').count()).toBe(0)
  })

  it('keeps a draft over a reload', async () => {
    const s = await stage()
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await thread.getByLabel('Your comment').fill('Half a thought')
    await page.reload()
    await expect.poll(() => thread.getByLabel('Your comment').inputValue()).toBe('Half a thought')
  })

  it('keeps a draft to whoever has begun it', async () => {
    const s = await stage()
    const slug = await say(await s.as('cleo'), { resource, text: 'A question' })
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    const become = async (person: string): Promise<void> =>
      thread.evaluate(
        (element, token) => (element as HTMLElement & { setToken: (token: string) => void }).setToken(token),
        await s.token(person),
      )
    const [box, reply] = [thread.getByLabel('Your comment'), thread.getByLabel('Your reply to cleo')]
    const answer = thread.locator(`#comment-${slug}`).getByRole('button', { name: 'Reply' })
    await box.fill('For nobody but me')
    await answer.click()
    await reply.fill('Nor this')
    const asked = page.waitForResponse('**/v1/me?*')
    await become('bob')
    await asked
    await expect.poll(() => box.inputValue()).toBe('')
    await answer.click()
    expect(await reply.inputValue()).toBe('')
    await box.fill('Of another')
    await become('ada')
    await expect.poll(() => box.inputValue()).toBe('For nobody but me')
    await answer.click()
    await expect.poll(() => reply.inputValue()).toBe('Nor this')
  })

  it('votes and reacts at once, and takes back what was refused', async () => {
    const s = await stage()
    await say(await s.as('bob'), { resource, text: 'Vote for me' })
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    const comment = commentSaying(thread, 'Vote for me')
    await thread.getByLabel('Your comment').waitFor()
    await comment.getByRole('button', { name: 'Vote for it' }).click()
    await expect.poll(() => comment.locator('.score').textContent()).toBe('1')
    await page.route('**/vote**', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'No.' } }))
    await comment.getByRole('button', { name: 'Vote against it' }).click()
    await thread.locator('.problem').waitFor()
    await expect.poll(() => comment.locator('.score').textContent()).toBe('1')
  })

  it('lets guests write who give a name, and knows them again', async () => {
    const s = await stage()
    await s.context.accounts.change('main', { guests: true })
    const page = await open()
    const thread = await openThread(page, s, { resource })
    await thread.getByLabel('Your name').fill('Passer-by')
    expect(await axeViolations(page)).toEqual([])
    await thread.getByRole('button', { name: 'Continue' }).click()
    await thread.getByLabel('Your comment').fill('Just passing')
    await thread.getByRole('button', { name: 'Post' }).click()
    await commentSaying(thread, 'Just passing').getByRole('button', { name: 'Reply' }).waitFor()
    await page.reload()
    await thread.getByLabel('Your comment').waitFor()
    expect(await commentSaying(thread, 'Just passing').locator('.name').textContent()).toContain('Passer-by')
  })

  it('asks the page to sign somebody in who wants to act', async () => {
    const s = await stage()
    await say(await s.as('bob'), { resource, text: 'Answer me' })
    const page = await open()
    const thread = await openThread(page, s, { resource })
    const asked = page.evaluate(
      () => new Promise((resolve) => addEventListener('palaver:login-required', () => resolve(true), { once: true })),
    )
    await commentSaying(thread, 'Answer me').getByRole('button', { name: 'Reply' }).click()
    expect(await asked).toBe(true)
  })

  it('says of a held comment that it waits, to its author alone', async () => {
    const s = await stage()
    const admin = { org: 'main', id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
    await s.context.moderation.putRules(admin, [{ phase: 'pre-moderation' }], null)
    const page = await open()
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await thread.getByLabel('Your comment').fill('Is this all right?')
    await thread.getByRole('button', { name: 'Post' }).click()
    await expect.poll(() => thread.locator('.held').textContent()).toContain('Waits for a moderator')
    expect(await axeViolations(page)).toEqual([])
    await thread.getByRole('button', { name: 'Take it back' }).press('Enter')
    await expect.poll(() => thread.locator('.held').count()).toBe(0)
    expect(await isFocused(thread.getByLabel('Your comment'))).toBe(true)
  })

  it('says of a held change that it is one', async () => {
    const s = await stage()
    const ada = await s.as('ada')
    const slug = await say(ada, { resource, text: 'As it was.' })
    const admin = { org: 'main', id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
    await s.context.moderation.putRules(admin, [{ phase: 'pre-moderation' }], null)
    await edit(discussion(ada, { type: 'article', id: '1' }), { slug, text: 'As it should be.' })
    const thread = await openThread(await open(), s, { resource, token: await s.token('ada') })
    await expect.poll(() => thread.locator('.held').textContent()).toContain('Your change waits for a moderator')
  })
})
