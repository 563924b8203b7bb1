import { call, discussion, post as comment } from '@palaver/client'
import { guest } from '@palaver/client/people'
import { bringPhoto } from '@palaver/client/social'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { picture } from '../testing/picture.ts'
import { openFeed, postSaying, village } from '../testing/social.ts'
import { ORG, stage } from '../testing/stage.ts'
import { watch } from '../testing/watch.ts'

const NAMES = ['ada', 'ben', 'cleo']

describeBrowser('Posts on a page', (open) => {
  test('are news with all that they have, from the service alone and without anything that a strict page forbids', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben', 'cleo')
    const place = { name: 'Prater', latitude: 48.2163, longitude: 16.3975, coarse: 2 }
    const checkIn = await writes('ben', { text: 'Up and down.', place })
    await writes('ben', { text: 'Read this.', link: 'https://trains.example/night' })
    await writes('cleo', { text: 'Look at him.', of: checkIn.id, audience: { to: 'followers' } })
    await s.settled()
    const page = await open()
    const seen = watch(page)
    const feed = await openFeed(page, s, { token: await s.token('ada') })
    await postSaying(feed, 'Up and down.').first().waitFor()
    const quote = postSaying(feed, 'Look at him.')
    await quote.locator('.badge', { hasText: 'Followers' }).waitFor()
    await quote.locator('.quoted', { hasText: 'Prater' }).getByText('48.22° N, 16.4° E').waitFor()
    await postSaying(feed, 'Read this.')
      .getByRole('link', { name: /trains\.example/ })
      .waitFor()
    await feed.getByLabel('What is new?').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
    expect(seen.requests.filter((url) => !url.startsWith(s.url) && !url.startsWith(s.site.origin))).toEqual([])
  })

  test('are read to the end without a repeat, by scrolling and by the button, while others come and go', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben')
    const posts = []
    for (let number = 0; number < 50; number++) posts.push(await writes('ben', `Number ${number}.`))
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    await feed.locator('.post').nth(19).waitFor()
    const gone = posts[10]
    await call(await s.as('ben'), 'DELETE /v1/posts/{post}', { path: { post: gone?.id ?? '' } })
    await writes('ben', 'Written meanwhile.')
    await s.settled()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return feed.locator('.post').count()
      })
      .toBe(49)
    const texts = await feed.locator('.post .text').allInnerTexts()
    expect(texts).toEqual(
      posts
        .map((_, at) => `Number ${at}.`)
        .filter((_, at) => at !== 10)
        .toReversed(),
    )
    expect(await feed.getByRole('button', { name: 'Show more posts' }).count()).toBe(0)
  })

  test('have reactions, are passed on, and are taken back', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben')
    const { id } = await writes('ben', 'Hello.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    const post = postSaying(feed, 'Hello.').last()
    await post.getByRole('button', { name: 'React', exact: true }).click()
    await post.getByRole('button', { name: 'React with heart' }).click()
    await post.getByRole('button', { name: 'React with heart: 1', pressed: true }).waitFor()
    const read = async () => call(await s.as('ada'), 'GET /v1/posts/{post}', { path: { post: id } })
    await expect.poll(async () => (await read()).mine.reaction).toBe('heart')
    await post.getByRole('button', { name: /^Pass on/ }).press('Enter')
    await feed.getByRole('menuitem', { name: 'Pass it on' }).press('Enter')
    await feed.locator('.passed-on', { hasText: 'ada passed this on' }).waitFor()
    expect((await read()).mine.repost).not.toBe(null)
    await post.getByRole('button', { name: /^Pass on: 1/ }).click()
    await feed.getByRole('menuitem', { name: 'Take it back' }).click()
    await expect.poll(() => feed.locator('.passed-on').count()).toBe(0)
    expect((await read()).mine.repost).toBe(null)
    expect(await axeViolations(page)).toEqual([])
  })

  test('ask, take a vote once, and say how others voted', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben')
    const poll = { choices: ['Tea', 'Coffee'], isMultiple: false, seconds: 7200 }
    const { id } = await writes('ben', { text: 'What do you drink?', poll })
    await call(await s.as('cleo'), 'PUT /v1/posts/{post}/vote', { path: { post: id }, body: { choices: [1] } })
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    const post = postSaying(feed, 'What do you drink?')
    await post.getByText('1 person voted').waitFor()
    await post.getByText(/^Closes in/).waitFor()
    await post.getByRole('radio', { name: 'Tea' }).check()
    await post.getByRole('button', { name: 'Vote', exact: true }).press('Enter')
    await post.getByText('2 people voted').waitFor()
    expect(await post.locator('.results li').allInnerTexts()).toEqual([
      expect.stringMatching(/Tea\s*Your vote\s*50%/),
      expect.stringMatching(/Coffee\s*50%/),
    ])
    expect(await post.getByRole('radio').count()).toBe(0)
    await expect.poll(() => isFocused(post)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    // A tick is the same from the right to the left.
    await feed.evaluate((element) => element.setAttribute('locale', 'ar'))
    const tick = feed.locator('[dir=rtl] .results .icon')
    await tick.waitFor()
    expect(await tick.evaluate((icon) => getComputedStyle(icon).scale)).toBe('none')
  })

  test('show the last of what is said about them, and all of it in place', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben')
    const { id } = await writes('ben', { text: 'Talk to me.', audience: { to: 'followers' } })
    const ada = await s.as('ada')
    const { id: face } = await bringPhoto(ada, new Blob([Uint8Array.from(picture(32, 32))], { type: 'image/png' }))
    await call(ada, 'PATCH /v1/me/profile', { body: { picture: face } })
    const thread = discussion(ada, { type: 'social-post', id })
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await comment(thread, { text })
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    const post = postSaying(feed, 'Talk to me.')
    await post.locator('.latest li').nth(2).waitFor()
    expect(await post.locator('.latest .text').allInnerTexts()).toEqual(['Two.', 'Three.', 'Four.'])
    const isHers = `img.avatar[src^="${s.url}/v1/photos/${face}?"]`
    await expect.poll(() => post.locator(`.latest ${isHers}`).count()).toBe(3)
    await post.getByRole('button', { name: 'Show all 4 comments' }).click()
    const all = post.locator('palaver-thread')
    await all.getByText('One.').waitFor()
    expect(await all.locator(isHers).count()).toBe(4)
    await all.getByLabel('Your comment').fill('Five.')
    await all.getByLabel('Your comment').press('Control+Enter')
    await all.locator('article.comment', { hasText: 'Five.' }).getByRole('button', { name: 'Reply' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('are gone from one another by keys, as screen readers do it', async () => {
    const s = await stage()
    const { writes } = await village(s, NAMES)
    await writes('ada', 'Older.')
    await writes('ada', 'Newer.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    await postSaying(feed, 'Newer.').focus()
    await page.keyboard.press('PageDown')
    expect(await isFocused(postSaying(feed, 'Older.'))).toBe(true)
    await page.keyboard.press('PageUp')
    expect(await isFocused(postSaying(feed, 'Newer.'))).toBe(true)
    expect(await feed.getByRole('feed').count()).toBe(1)
  })
})

describeBrowser('Posts for who has not signed in', (open) => {
  test('are those of a wall that are for all, to be read; who wants to act is asked to sign in', async () => {
    const s = await stage()
    const { ids, writes } = await village(s, NAMES)
    await writes('ben', 'For all.')
    await writes('ben', { text: 'For few.', audience: { to: 'followers' } })
    await s.settled()
    const page = await open()
    const seen = watch(page)
    const feed = await openFeed(page, s, { view: 'wall', person: ids['ben'] ?? '' })
    await postSaying(feed, 'For all.').waitFor()
    expect(await feed.getByText('For few.').count()).toBe(0)
    expect(await feed.locator('textarea').count()).toBe(0)
    const asked = page.evaluate(
      () => new Promise((resolve) => addEventListener('palaver:login-required', () => resolve('asked'))),
    )
    await feed.getByRole('button', { name: 'React', exact: true }).click()
    await feed.getByRole('button', { name: 'React with like' }).click()
    expect(await asked).toBe('asked')
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  test('are no news: nothing is asked for, and the way in is offered', async () => {
    const s = await stage()
    await village(s, NAMES)
    const page = await open()
    const seen = watch(page)
    const feed = await openFeed(page, s, { view: 'news' })
    await feed.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(seen.complaints).toEqual([])
    expect(seen.requests.some((url) => url.includes('/v1/news'))).toBe(false)
  })

  test('are no news of who only gave a name, and to act they are asked to sign in', async () => {
    const s = await stage()
    const { ids, writes } = await village(s, NAMES)
    await s.context.accounts.change(ORG, { guests: true })
    await writes('ben', 'For all.')
    await s.settled()
    const { token } = await guest(await s.as(null), 'Passing by')
    const page = await open()
    const news = await openFeed(page, s, { token })
    await news.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await news.getByText('This cannot be shown now.').count()).toBe(0)
    const wall = await openFeed(page, s, { view: 'wall', person: ids['ben'] ?? '', token })
    const asked = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('palaver:login-required', resolve, { once: true })),
    )
    await wall.getByRole('button', { name: 'React', exact: true }).click()
    await wall.getByRole('button', { name: 'React with heart' }).click()
    await asked
  })

  test('are read all the same where the token in the page has gone bad', async () => {
    const s = await stage()
    const { ids, writes } = await village(s, NAMES)
    await writes('ben', 'For all.')
    await s.settled()
    const page = await open()
    const feed = await openFeed(page, s, { view: 'wall', person: ids['ben'] ?? '', token: 'no.good.one' })
    await postSaying(feed, 'For all.').waitFor()
  })
})

describeBrowser('The place of posts', (open) => {
  test('is kept while they load: nothing moves', async () => {
    const s = await stage()
    const { follows, writes } = await village(s, NAMES)
    await follows('ada', 'ben')
    for (let number = 0; number < 6; number++) await writes('ben', `Number ${number}.`)
    await s.settled()
    const page = await open()
    await page.addInitScript(() => {
      const shifts: unknown[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    const feed = await openFeed(page, s, { token: await s.token('ada'), live: 'off' })
    await feed.getByLabel('What is new?').waitFor()
    await postSaying(feed, 'Number 5.')
      .getByRole('button', { name: /^Pass on/ })
      .waitFor()
    const sum = await page.evaluate(() =>
      (globalThis as unknown as { shifts: { value: number }[] }).shifts.reduce((all, { value }) => all + value, 0),
    )
    expect(sum).toBeLessThan(0.01)
  })
})
