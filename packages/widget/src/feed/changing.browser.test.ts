import { call } from '@palaver/client'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { openFeed, postSaying, village } from '../testing/social.ts'
import { stage } from '../testing/stage.ts'

const NAMES = ['ada', 'ben', 'cleo']

describeBrowser('A post of the reader', (open) => {
  test('is edited with its history, narrowed and deleted', async () => {
    const s = await stage()
    const { writes } = await village(s, NAMES)
    const { id } = await writes('ada', 'A tpyo.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    const post = feed.locator('article.post')
    const menu = async (name: string): Promise<void> => {
      await post.getByRole('button', { name: 'More for the post of ada' }).click()
      await feed.getByRole('menuitem', { name }).click()
    }
    await menu('Edit')
    const box = feed.getByLabel('Edit your post')
    await expect.poll(() => isFocused(box)).toBe(true)
    await box.fill('A typo.')
    await box.press('Control+Enter')
    await post.locator('.text', { hasText: 'A typo.' }).waitFor()
    await post.getByText('edited').waitFor()
    await expect.poll(() => isFocused(post)).toBe(true)
    await menu('Earlier versions')
    const history = feed.getByRole('dialog', { name: 'Earlier versions' })
    await history.getByText('A tpyo.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await menu('Who can see it')
    await feed.getByRole('radio', { name: 'Followers' }).check()
    await feed.getByText('Only those who follow you can see it.').waitFor()
    await feed.getByRole('button', { name: 'Choose' }).click()
    await post.locator('.badge', { hasText: 'Followers' }).waitFor()
    const now = await call(await s.as('ada'), 'GET /v1/posts/{post}', { path: { post: id } })
    expect([now.text, now.audience.to]).toEqual(['A typo.', 'followers'])
    await menu('Delete')
    const sure = feed.getByRole('dialog', { name: 'Delete this post?' })
    await expect.poll(() => isFocused(sure.getByRole('button', { name: 'Cancel' }))).toBe(true)
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => feed.locator('article.post').count()).toBe(0)
    await expect(call(await s.as('ada'), 'GET /v1/posts/{post}', { path: { post: id } })).rejects.toThrow(
      'post-not-found',
    )
  })

  test('gives the focus to the next one, also where word of its end comes before the answer', async () => {
    const s = await stage()
    const { writes } = await village(s, NAMES)
    await writes('ada', 'One.')
    await writes('ada', 'Two.')
    await s.settled()
    const page = await open()
    const streaming = page.waitForResponse('**/v1/news/live*')
    const feed = await openFeed(page, s, { token: await s.token('ada') })
    await streaming
    await page.route('**/v1/posts/*', async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'DELETE') await expect.poll(() => feed.locator('article.post').count()).toBe(1)
      await route.fulfill({ response })
    })
    await postSaying(feed, 'Two.').getByRole('button', { name: 'More for the post of ada' }).click()
    await feed.getByRole('menuitem', { name: 'Delete' }).click()
    await feed.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => isFocused(postSaying(feed, 'One.'))).toBe(true)
  })

  test('that was changed elsewhere meanwhile is not overwritten, and what was written stays', async () => {
    const s = await stage()
    const { writes } = await village(s, NAMES)
    const { id } = await writes('ada', 'First.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    await feed.getByRole('button', { name: 'More for the post of ada' }).click()
    await feed.getByRole('menuitem', { name: 'Edit' }).click()
    await feed.getByLabel('Edit your post').fill('Mine.')
    await call(await s.as('ada'), 'PATCH /v1/posts/{post}', { path: { post: id }, body: { text: 'From my phone.' } })
    await feed.getByRole('button', { name: 'Save' }).click()
    await feed.getByText('This was changed meanwhile.').waitFor()
    expect(await feed.getByLabel('Edit your post').inputValue()).toBe('Mine.')
  })
})

describeBrowser('A post of somebody else', (open) => {
  test('is reported, and leaves with all that the one wrote who is muted', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben', 'cleo')
    await writes('cleo', 'Good morning.')
    await writes('ben', 'Buy more pills.')
    await writes('ben', 'Buy pills.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    const more = feed.getByRole('button', { name: 'More for the post of ben' }).first()
    await more.click()
    await feed.getByRole('menuitem', { name: 'Report' }).click()
    await feed.getByLabel('It is spam').check()
    expect(await axeViolations(page)).toEqual([])
    await feed.getByRole('button', { name: 'Send report' }).click()
    await feed.getByText('Thank you.').waitFor()
    await feed.getByRole('button', { name: 'Close' }).first().click()
    await more.click()
    await feed.getByRole('menuitem', { name: 'Mute ben' }).click()
    await expect.poll(() => feed.locator('article.post').count()).toBe(1)
    await expect.poll(() => isFocused(postSaying(feed, 'Good morning.'))).toBe(true)
  })

  test('that is passed on does not show as that of the reader on the wall of who wrote it', async () => {
    const s = await stage()
    const { ids, writes } = await village(s, NAMES)
    await writes('ben', 'Look here.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { view: 'wall', person: ids['ben'] ?? '', token: await s.token('ada') })
    await feed.getByRole('button', { name: 'Pass on', exact: true }).click()
    await feed.getByRole('menuitem', { name: 'Pass it on' }).click()
    await feed.getByRole('button', { name: 'Pass on: 1', pressed: true }).waitFor()
    expect(await feed.locator('article.post').count()).toBe(1)
  })

  test('on the wall of the reader waits for them', async () => {
    const s = await stage()
    const { ids, follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben', 'cleo')
    await writes('ben', { text: 'Happy birthday!', wall: ids['ada'] ?? '' })
    await writes('cleo', { text: 'Buy pills.', wall: ids['ada'] ?? '' })
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { view: 'incoming', token: await s.token('ada') })
    const good = postSaying(feed, 'Happy birthday!')
    await good.getByRole('button', { name: 'Let it show' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await postSaying(feed, 'Buy pills.').getByRole('button', { name: 'Decline' }).press('Enter')
    await expect.poll(() => isFocused(good)).toBe(true)
    await good.getByRole('button', { name: 'Let it show' }).press('Enter')
    await feed.getByText('Nothing waits for you.').waitFor()
    await s.settled()
    const path = { person: ids['ada'] ?? '' }
    const { posts } = await call(await s.as('cleo'), 'GET /v1/people/{person}/wall', { path })
    expect(posts.map(({ text, html }) => text ?? html)).toEqual([expect.stringContaining('Happy birthday!')])
  })
})
