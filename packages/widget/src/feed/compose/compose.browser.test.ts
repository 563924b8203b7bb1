import { call } from '@palaver/client'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../testing/browser.ts'
import { isFocused } from '../../testing/focus.ts'
import { picture } from '../../testing/picture.ts'
import { openFeed, postSaying, village } from '../../testing/social.ts'
import { stage } from '../../testing/stage.ts'
import { watch } from '../../testing/watch.ts'

const LABEL = 'What is new?'
type Speaking = HTMLElement & { setToken: (token: () => Promise<string>) => void }

async function scene(open: InBrowser, options: Parameters<InBrowser>[0] = {}) {
  const s = await stage()
  const people = await village(s, ['ada', 'ben', 'cleo'])
  const page = await open(options)
  const seen = watch(page)
  const token = await s.token('ada')
  const visit = (more = {}): Promise<Locator> => openFeed(page, s, { token, live: 'off', ...more })
  const news = async () => (await call(await s.as('ada'), 'GET /v1/news', {})).posts
  return { s, ...people, page, seen, visit, news }
}

describeBrowser('The box for a post', (open) => {
  test('takes a poll, says who will see it, and remembers for whom one writes', async () => {
    const { s, ids, page, seen, visit, news } = await scene(open)
    const ada = await s.as('ada')
    const circle = await call(ada, 'POST /v1/me/circles', { body: { name: 'My.$friends 🚲' } })
    const path = { circle: circle.id, person: ids['ben'] ?? '' }
    await call(ada, 'PUT /v1/me/circles/{circle}/people/{person}', { path })
    const feed = await visit()
    await feed.getByLabel(LABEL).fill('Tea or coffee?')
    await feed.getByRole('button', { name: 'Poll' }).click()
    await expect.poll(() => isFocused(feed.getByLabel('Choice 1'))).toBe(true)
    await feed.getByRole('button', { name: 'Add a choice' }).press('Enter')
    await expect.poll(() => isFocused(feed.getByLabel('Choice 3', { exact: true }))).toBe(true)
    await feed.getByRole('button', { name: 'Remove choice 1' }).press('Enter')
    await expect.poll(() => isFocused(feed.getByLabel('Choice 1'))).toBe(true)
    await feed.getByLabel('Choice 1').fill('Tea')
    const post = feed.getByRole('button', { name: 'Post', exact: true })
    expect(await post.isDisabled()).toBe(true)
    await feed.getByLabel('Choice 2').fill('Coffee')
    await feed.getByRole('button', { name: 'Who can see it: Everyone' }).click()
    await feed.getByRole('radio', { name: 'Chosen circles' }).check()
    await feed.getByText('Choose at least one circle.').waitFor()
    await feed.getByRole('checkbox', { name: /My\.\$friends/ }).check()
    await feed.getByText('Only people in these circles can see it: My.$friends').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await feed.getByRole('button', { name: 'Choose', exact: true }).click()
    await feed.getByRole('button', { name: 'Who can see it: Chosen circles' }).waitFor()
    await post.press('Enter')
    const written = postSaying(feed, 'Tea or coffee?')
    await written.getByRole('radio', { name: 'Coffee' }).waitFor()
    await written.locator('.badge', { hasText: 'Chosen circles' }).waitFor()
    expect(await isFocused(feed.locator('form.compose'))).toBe(true)
    expect((await news())[0]?.audience).toEqual({ to: 'chosen', circles: [circle.id], people: [] })
    await page.reload()
    await feed.getByLabel(LABEL).focus()
    await feed.getByRole('button', { name: 'Who can see it: Chosen circles' }).waitFor()
    expect(seen.complaints).toEqual([])
  })

  test('finds people to write to, by name', async () => {
    const { ids, visit, news } = await scene(open)
    const feed = await visit()
    await feed.getByLabel(LABEL).fill('Psst.')
    await feed.getByRole('button', { name: /^Who can see it/ }).click()
    await feed.getByRole('radio', { name: 'Some people' }).check()
    await feed.getByLabel('Find people by name').fill('cl')
    await feed.getByRole('button', { name: 'ben' }).waitFor({ state: 'detached' })
    await feed.getByRole('button', { name: 'cleo' }).press('Enter')
    await feed.getByText('Only you and 1 other person can see it.').waitFor()
    const box = feed.getByLabel('Find people by name')
    await expect.poll(() => isFocused(box)).toBe(true)
    await feed.getByRole('button', { name: 'Remove cleo' }).press('Enter')
    await expect.poll(() => isFocused(box)).toBe(true)
    await box.fill('cl')
    await feed.getByRole('button', { name: 'cleo' }).click()
    await feed.getByRole('button', { name: 'Choose', exact: true }).click()
    await feed.getByLabel(LABEL).press('Control+Enter')
    await postSaying(feed, 'Psst.').waitFor()
    expect((await news())[0]?.audience).toEqual({ to: 'people', circles: [], people: [ids['cleo']] })
  })

  test('keeps what was begun, and what could not be sent with the reason in words', async () => {
    const { page, visit, news } = await scene(open)
    const feed = await visit()
    const box = feed.getByLabel(LABEL)
    await box.fill('Written on a train.')
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('Written on a train.')
    const problem = { type: 'about:blank', title: '', status: 409, code: 'too-many', detail: 'No.' }
    await page.route('**/v1/posts', (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    )
    await box.press('Control+Enter')
    await feed.getByRole('alert').getByText('There is no room for more.').waitFor()
    expect(await box.inputValue()).toBe('Written on a train.')
    await page.unroute('**/v1/posts')
    await box.press('Control+Enter')
    await postSaying(feed, 'Written on a train.').waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    expect((await news()).length).toBe(1)
    await page.reload()
    await postSaying(feed, 'Written on a train.').waitFor()
    expect(await box.inputValue()).toBe('')
  })

  test('asks where one is only when that is pressed, and tells it as roughly as one likes', async () => {
    const { page, visit, news } = await scene(open, {
      geolocation: { latitude: 48.20849, longitude: 16.37208 },
      permissions: ['geolocation'],
    })
    const feed = await visit()
    await feed.getByLabel(LABEL).fill('Here I am.')
    await feed.getByRole('button', { name: 'Check-in', exact: true }).click()
    await feed.getByLabel('Where are you?').fill('Stephansdom')
    expect(await feed.getByLabel('Latitude').inputValue()).toBe('')
    await feed.getByRole('button', { name: 'Use my position' }).click()
    await expect.poll(() => feed.getByLabel('Latitude').inputValue()).toBe('48.20849')
    await feed.getByLabel('How exactly').selectOption({ label: 'To about 1 km' })
    expect(await axeViolations(page)).toEqual([])
    await feed.getByLabel(LABEL).press('Control+Enter')
    await postSaying(feed, 'Here I am.').getByText('48.21° N, 16.37° E').waitFor()
    expect((await news())[0]?.place).toEqual({ name: 'Stephansdom', latitude: 48.21, longitude: 16.37 })
  })

  test('takes photos that are picked, pasted and dropped, with what they show', async () => {
    const { page, seen, visit, news } = await scene(open)
    const feed = await visit()
    await feed.getByLabel(LABEL).fill('Look.')
    const chosen = page.waitForEvent('filechooser')
    await feed.getByRole('button', { name: 'Photo', exact: true }).click()
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture(64, 48) })
    await (await chosen).setFiles([file('one.png'), file('two.png')])
    await feed.locator('.upload').nth(1).waitFor()
    const bytes = [...picture(32, 32)]
    for (const kind of ['paste', 'drop'])
      await feed.locator('form.compose').evaluate(
        (form, [name, data]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(data)], 'x.png', { type: 'image/png' }))
          const options = { bubbles: true, cancelable: true }
          const event =
            name === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
              : new DragEvent('drop', { ...options, dataTransfer: transfer })
          form.dispatchEvent(event)
        },
        [kind, bytes] as const,
      )
    await feed.locator('.upload').nth(3).waitFor()
    await feed.getByLabel(/^Photo 1 of 4/).fill('A square')
    await feed.getByRole('button', { name: 'Remove: Photo 2 of 4' }).click()
    await expect.poll(() => feed.locator('.upload').count()).toBe(3)
    await expect.poll(() => feed.locator('progress').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await feed.getByRole('button', { name: 'Post', exact: true }).click()
    const post = postSaying(feed, 'Look.')
    await post.getByRole('button', { name: 'Photo 1 of 3: A square' }).click()
    const dialog = feed.getByRole('dialog', { name: 'Photo 1 of 3' })
    await dialog.getByRole('img', { name: 'A square' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await feed.getByRole('dialog', { name: 'Photo 2 of 3' }).waitFor()
    await page.keyboard.press('End')
    await feed.getByRole('dialog', { name: 'Photo 3 of 3' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => feed.getByRole('dialog').count()).toBe(0)
    expect((await news())[0]?.photos.map(({ alt }) => alt)).toEqual(['A square', '', ''])
    expect(seen.complaints).toEqual([])
  })

  test('says why a photo is not taken, and goes without it', async () => {
    const { page, visit } = await scene(open)
    const feed = await visit()
    await feed.getByLabel(LABEL).fill('Look.')
    const chosen = page.waitForEvent('filechooser')
    await feed.getByRole('button', { name: 'Photo', exact: true }).click()
    await (await chosen).setFiles([{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }])
    await feed.getByText('This is no picture that can be read.').waitFor()
    const post = feed.getByRole('button', { name: 'Post', exact: true })
    expect(await post.isDisabled()).toBe(true)
    // The same again is no better.
    expect(await feed.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await feed.getByRole('button', { name: 'Remove: Photo 1 of 1' }).press('Enter')
    await expect.poll(() => isFocused(feed.getByLabel(LABEL))).toBe(true)
    await post.click()
    await postSaying(feed, 'Look.').waitFor()
  })

  test.each([
    ['what is no photo', [{ name: 'a.txt', mimeType: 'text/plain', bytes: 4 }], 'This is no picture that can be read.'],
    ['what is too large', [{ name: 'a.png', mimeType: 'image/png', bytes: 11e6 }], 'This picture is too large.'],
    [
      'more than a post can have',
      Array.from({ length: 11 }, (_, at) => ({ name: `${at}.txt`, mimeType: 'text/plain', bytes: 1 })),
      'There is no room for more.',
    ],
  ])('says what it does not take: %s', async (_, files, said) => {
    const { page, visit } = await scene(open)
    const feed = await visit()
    await feed.getByLabel(LABEL).focus()
    const chosen = page.waitForEvent('filechooser')
    await feed.getByRole('button', { name: 'Photo', exact: true }).click()
    await (await chosen).setFiles(files.map(({ bytes, ...file }) => ({ ...file, buffer: Buffer.alloc(bytes) })))
    await feed.getByText(said).first().waitFor()
    expect(await feed.locator('.upload').count()).toBe(Math.min(files.length, 10))
    expect(await axeViolations(page)).toEqual([])
  })

  test('brings a photo with a new token where the old one has expired meanwhile', async () => {
    const { s, page, visit } = await scene(open)
    const feed = await visit()
    const token = await s.token('ada')
    await feed.evaluate((element, now) => (element as Speaking).setToken(async () => now), token)
    await feed.getByLabel(LABEL).focus()
    const problem = { type: 'about:blank', title: '', status: 401, code: 'token-expired', detail: 'It has expired.' }
    const expired = {
      status: 401,
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/problem+json' },
      body: JSON.stringify(problem),
    }
    await page.route(
      '**/v1/photos',
      (route) => (route.request().method() === 'POST' ? route.fulfill(expired) : route.fallback()),
      { times: 1 },
    )
    const chosen = page.waitForEvent('filechooser')
    await feed.getByRole('button', { name: 'Photo', exact: true }).click()
    await (await chosen).setFiles([{ name: 'a.png', mimeType: 'image/png', buffer: picture(8, 8) }])
    await feed.locator('.upload').waitFor()
    await expect.poll(() => feed.getByRole('button', { name: 'Post', exact: true }).isEnabled()).toBe(true)
  })

  test('shows where a link leads while it is typed, and leaves that out where it is not wanted', async () => {
    const { page, visit, news } = await scene(open)
    const ready = { state: 'ready', url: '', title: 'Night <trains>', description: 'Slowly.', site: 'Trains' }
    await page.route('**/v1/previews', (route) => route.fulfill({ json: { ...ready, picture: null, lang: null } }))
    const feed = await visit()
    const box = feed.getByLabel(LABEL)
    await box.fill('Read https://trains.example/night, it is good.')
    const card = feed.locator('form').getByRole('link', { name: /trains\.example/ })
    await card.getByText('Night <trains>').waitFor()
    expect(await card.getAttribute('href')).toBe('https://trains.example/night')
    expect(await axeViolations(page)).toEqual([])
    await box.press('Control+Enter')
    await postSaying(feed, 'Read').locator('.link-card').waitFor()
    expect((await news())[0]?.link?.url).toBe('https://trains.example/night')
    await box.fill('Not https://trains.example/night again.')
    await feed.getByRole('button', { name: 'Without this preview' }).click()
    await box.press('Control+Enter')
    await postSaying(feed, 'again.').waitFor()
    expect((await news())[0]?.link).toBe(null)
  })

  test('quotes a post under it', async () => {
    const { s, writes, follows, visit, news } = await scene(open)
    await follows('ada', 'ben')
    const { id } = await writes('ben', 'Hello.')
    await s.settled()
    const feed = await visit()
    await postSaying(feed, 'Hello.')
      .getByRole('button', { name: /^Pass on/ })
      .click()
    await feed.getByRole('menuitem', { name: 'Quote it' }).click()
    await feed.getByLabel('What do you say to this?').fill('Indeed.')
    await feed.getByLabel('What do you say to this?').press('Control+Enter')
    await postSaying(feed, 'Indeed.').locator('.quoted', { hasText: 'Hello.' }).waitFor()
    expect((await news())[0]?.of?.id).toBe(id)
  })

  test('has room on a phone, in both directions', async () => {
    const { s, page } = await scene(open, { viewport: { width: 360, height: 780 } })
    const token = await s.token('ada')
    for (const dir of ['ltr', 'rtl'] as const) {
      const body = `<main><h1>A page</h1><palaver-feed token="${token}"></palaver-feed></main>`
      await page.goto(s.site.put({ body, lang: dir === 'rtl' ? 'ar' : 'en', dir }))
      const feed = page.locator('palaver-feed')
      await feed.locator('textarea').fill('Hello https://trains.example/a-very-long-address-without-any-end')
      await feed.locator('.adds button').nth(1).click()
      await feed.locator('.adds button').nth(2).click()
      await feed.locator('.to-whom').click()
      await feed.getByRole('dialog').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(await axeViolations(page)).toEqual([])
    }
  })
})
