import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { stage } from '../testing/stage.ts'
import { commentSaying, openThread, say } from '../testing/threads.ts'

const resource = 'article:1'

describeBrowser('Two people', (open) => {
  it('talk live: what is new waits, and nothing moves under who is reading', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource, text: 'Something to talk about' })
    const [here, there] = [await open(), await open()]
    const hearing = here.waitForRequest((request) => request.url().includes('/stream'))
    const mine = await openThread(here, s, { resource, token: await s.token('ada') })
    const theirs = await openThread(there, s, { resource, token: await s.token('bob') })
    await hearing
    const first = commentSaying(mine, 'Something to talk about')
    const before = await first.boundingBox()
    await theirs.getByLabel('Your comment').fill('A new thought')
    await theirs.getByRole('button', { name: 'Post' }).click()
    const fresh = mine.getByRole('button', { name: 'Show 1 new comment' })
    await fresh.waitFor()
    expect(await commentSaying(mine, 'A new thought').count()).toBe(0)
    expect(((await first.boundingBox())?.y ?? 0) - (before?.y ?? 0)).toBeLessThan(80)
    await fresh.click()
    await commentSaying(mine, 'A new thought').waitFor()
    await commentSaying(mine, 'A new thought').getByRole('button', { name: 'Reply' }).click()
    await mine.getByLabel('Your reply to bob').fill('Indeed')
    await mine.locator('.replies, .comment .editor').getByRole('button', { name: 'Post' }).click()
    await theirs.getByRole('button', { name: 'Show 1 new reply' }).click()
    await commentSaying(theirs, 'Indeed').waitFor()
  })

  it('see the first comment of all at once, without losing what they are writing', async () => {
    const s = await stage()
    const page = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const hearing = page.waitForResponse((answer) => answer.url().includes('/stream'))
    const thread = await openThread(page, s, { resource, token: await s.token('ada') })
    await (await hearing).headerValue('content-type')
    await thread.getByText('Nobody has written here yet.').waitFor()
    const box = thread.getByLabel('Your comment')
    await box.fill('I am about to say')
    await say(await s.as('bob'), { resource, text: 'First!' })
    await commentSaying(thread, 'First!').getByRole('button', { name: 'Vote for it' }).waitFor()
    expect(await thread.getByText('Nobody has written here yet.').count()).toBe(0)
    expect(await box.inputValue()).toBe('I am about to say')
    expect(await isFocused(box)).toBe(true)
    expect(asked.filter((path) => path.endsWith('/counts'))).toEqual([])
    await say(await s.as('bob'), { resource, text: 'Second.' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).waitFor()
  })

  it('begin at the same time, and each sees both', async () => {
    const s = await stage()
    const [here, there] = [await open(), await open()]
    const hearing = [here, there].map((page) => page.waitForResponse((answer) => answer.url().includes('/stream')))
    const mine = await openThread(here, s, { resource, token: await s.token('ada') })
    const theirs = await openThread(there, s, { resource, token: await s.token('bob') })
    await Promise.all(hearing)
    await mine.getByLabel('Your comment').fill('One of two')
    await theirs.getByLabel('Your comment').fill('Two of two')
    await Promise.all([mine, theirs].map((thread) => thread.getByLabel('Your comment').press('Control+Enter')))
    for (const thread of [mine, theirs]) {
      const fresh = thread.getByRole('button', { name: 'Show 1 new comment' })
      await expect
        .poll(async () => {
          if ((await fresh.count()) > 0) await fresh.click()
          return (await thread.locator('article.comment .text').allTextContents()).map((text) => text.trim()).toSorted()
        })
        .toEqual(['One of two', 'Two of two'])
    }
  })

  it('see an edit and a deletion where they are', async () => {
    const s = await stage()
    const ada = await s.as('ada')
    const slug = await say(ada, { resource, text: 'As it was' })
    const page = await open()
    const thread = await openThread(page, s, { resource })
    await page.waitForLoadState('domcontentloaded')
    const { edit, discussion, remove } = await import('@palaver/client')
    const where = discussion(ada, { type: 'article', id: '1' })
    await expect
      .poll(async () => {
        await edit(where, { slug, text: `As it is ${Math.random()}` })
        return commentSaying(thread, 'As it is').count()
      })
      .toBe(1)
    await remove(where, { slug })
    await thread.getByText('This comment was deleted.').waitFor()
  })
})
