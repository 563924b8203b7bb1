import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
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
