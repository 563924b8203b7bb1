import { about, discussion } from '@palaver/client'
import { deleteTopic, discussionsIn } from '@palaver/client/topics'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../testing/browser.ts'
import { isFocused } from '../../testing/focus.ts'
import { admin, stage } from '../../testing/stage.ts'
import { withoutPhases } from '../../testing/threads.ts'
import { begin, MAGAZINE, openTopics, plant } from '../../testing/topics.ts'
import { watch } from '../../testing/watch.ts'

async function scene(open: InBrowser, by: string | null = 'ada', topic = 'Travel') {
  const s = await stage()
  await withoutPhases(s)
  const ids = await plant(s, MAGAZINE)
  const page = await open()
  const seen = watch(page)
  const visit = () =>
    (async () => {
      const token = by === null ? '' : await s.token(by)
      return openTopics(page, s, { view: 'page', topic: ids[topic] ?? '', token })
    })()
  return { s, ids, page, seen, visit }
}

const titles = (topics: Locator): Promise<string[]> => topics.locator('.talk-title').allInnerTexts()

describeBrowser('The page of a topic', (open) => {
  test('says what it is, and lists what is said in it and below it', async () => {
    const { s, ids, page, seen, visit } = await scene(open)
    await begin(s, { by: 'bob', topic: ids['Rail'] ?? '', title: 'Sleeping on rails', tags: ['night'] })
    await begin(s, { by: 'bob', topic: ids['Travel'] ?? '', title: 'Where to next?' })
    await s.settled()
    const topics = await visit()
    await topics.getByRole('heading', { name: 'Travel' }).waitFor()
    await topics.getByText('Where to go, how to get there').waitFor()
    await expect.poll(() => titles(topics)).toEqual(['Where to next?', 'Sleeping on rails'])
    await topics.locator('.talk', { hasText: 'Sleeping on rails' }).getByText('night', { exact: true }).waitFor()
    await topics.locator('.talk', { hasText: 'Sleeping on rails' }).getByText('Rail', { exact: true }).waitFor()
    expect(await topics.getByRole('navigation', { name: 'Topics in Travel' }).getByRole('link').count()).toBe(3)
    await topics.getByLabel('Show').selectOption({ label: 'Only this topic' })
    await expect.poll(() => titles(topics)).toEqual(['Where to next?'])
    await topics.getByLabel('Show').selectOption({ label: 'All below it, too' })
    await topics.getByLabel('Sort by').selectOption({ label: 'Newest' })
    await expect.poll(() => titles(topics)).toEqual(['Where to next?', 'Sleeping on rails'])
    expect(await axeViolations(page)).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  test('begins a discussion, which is there at once, and once', async () => {
    const { s, ids, page, visit } = await scene(open)
    const topics = await visit()
    await topics.getByRole('button', { name: 'Start a discussion' }).click()
    const title = topics.getByLabel('Title')
    await expect.poll(() => isFocused(title)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await title.fill('Trains at night')
    await topics.getByLabel('What is it about?').fill('Who has taken one?')
    await topics.getByLabel('Tags').fill('night, rail')
    // The answer is lost, and with it whether it was done.
    await page.route('**/v1/topics/*/discussions', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await topics.getByRole('button', { name: 'Start', exact: true }).click()
    await topics.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor()
    expect(await title.inputValue()).toBe('Trains at night')
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/v1/topics/*/discussions')
    await topics.getByRole('button', { name: 'Start', exact: true }).click()
    await topics.getByText('Your discussion has begun.').waitFor()
    await topics.getByRole('link', { name: 'Trains at night' }).waitFor()
    await s.settled()
    const { discussions } = await discussionsIn(await s.as('ada'), { id: ids['Travel'] ?? '' }).page()
    expect(discussions.map((one) => [one.title, one.tags])).toEqual([['Trains at night', ['night', 'rail']]])
    const again = await visit()
    await again.getByRole('link', { name: 'Trains at night' }).waitFor()
    expect(await titles(again)).toEqual(['Trains at night'])
    const { url } = await about(discussion(await s.as('ada'), discussions[0]?.resource ?? { type: '', id: '' }))
    expect(await again.getByRole('link', { name: 'Trains at night' }).getAttribute('href')).toBe(url)
  })

  test('keeps what was begun when it is put aside, and takes no blanks for words', async () => {
    const { page, visit } = await scene(open)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    const topics = await visit()
    const button = topics.getByRole('button', { name: 'Start a discussion' })
    await button.click()
    const [title, text] = [topics.getByLabel('Title'), topics.getByLabel('What is it about?')]
    await title.fill('   ')
    await text.fill('Who has taken one?')
    await topics.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(() => title.inputValue()).toBe('')
    expect(await isFocused(title)).toBe(true)
    expect(sent).toEqual([])
    await title.fill('Trains at night')
    await page.keyboard.press('Escape')
    await button.click()
    expect([await title.inputValue(), await text.inputValue()]).toEqual(['Trains at night', 'Who has taken one?'])
    await topics.getByRole('button', { name: 'Start', exact: true }).click()
    await topics.getByText('Your discussion has begun.').waitFor()
    await button.click()
    expect([await title.inputValue(), await text.inputValue()]).toEqual(['', ''])
  })

  test('has titles where its lines begin, whichever way they are read', async () => {
    const { s, ids, visit } = await scene(open)
    for (const title of ['Left to right', 'من اليمين']) await begin(s, { by: 'bob', topic: ids['Travel'] ?? '', title })
    await s.settled()
    const topics = await visit()
    for (const [locale, side] of [
      ['en', 'left'],
      ['ar', 'right'],
    ] as const) {
      await topics.evaluate((element, to) => Object.assign(element, { locale: to }), locale)
      await topics.locator(`.topics[lang=${locale}] .talk-title`).first().waitFor()
      const [all, sides] = await topics.evaluate((element, at) => {
        const of = (name: string) => [...(element.shadowRoot?.querySelectorAll(name) ?? [])]
        const where = (one: Element) => Math.round(one.getBoundingClientRect()[at])
        return [of('.talk-title, .description').map(where), of('.talk-where, .topic-what').map(where)]
      }, side)
      expect(new Set(all)).toEqual(new Set(sides))
    }
  })

  test('is followed as somebody wants', async () => {
    const { page, visit } = await scene(open)
    const topics = await visit()
    const follow = topics.getByLabel('Follow')
    for (const label of ['Watching', 'Mentions only', 'Muted']) {
      await follow.selectOption({ label })
      await topics.getByRole('status').filter({ hasText: label }).waitFor({ state: 'attached' })
      await visit()
      await expect.poll(() => follow.locator('option:checked').innerText()).toBe(label)
    }
    await follow.selectOption({ label: 'As usual' })
    await topics.getByRole('status').filter({ hasText: 'As usual' }).waitFor({ state: 'attached' })
    await page.route('**/v1/me/topic-levels/*', (route) => route.abort())
    await follow.selectOption({ label: 'Muted' })
    await topics.getByRole('alert').waitFor()
    expect(await follow.inputValue()).toBe('default')
  })

  test('asks those who are not known to sign in before they begin something', async () => {
    const { page, visit } = await scene(open, null)
    await page.addInitScript(() => addEventListener('palaver:login-required', () => (document.title = 'Asked')))
    const topics = await visit()
    await topics.getByRole('button', { name: 'Start a discussion' }).click()
    await expect.poll(() => page.title()).toBe('Asked')
    expect(await topics.getByLabel('Follow').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  test('shows many discussions page by page', async () => {
    const { s, ids, visit } = await scene(open, 'ada', 'Cheese')
    for (let at = 0; at < 22; at++) await begin(s, { by: 'bob', topic: ids['Cheese'] ?? '', title: `Cheese ${at}` })
    await s.settled()
    const topics = await visit()
    await topics.getByRole('button', { name: 'Show more discussions' }).click()
    await expect.poll(async () => (await titles(topics)).length).toBe(22)
    expect(await topics.getByRole('button', { name: 'Show more discussions' }).count()).toBe(0)
  })

  test('says that there is nothing yet, and that a topic is gone', async () => {
    const { s, ids, page, visit } = await scene(open, 'ada', 'Museums')
    const topics = await visit()
    await topics.getByText('Nobody has started a discussion here yet.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await deleteTopic(await s.as(admin('root')), { id: ids['Museums'] ?? '', how: 'cascade' })
    const gone = await visit()
    await gone.getByText('This topic is no longer there.').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('fits a narrow phone, in each language', async () => {
    const { s, ids, page, visit } = await scene(open)
    await begin(s, { by: 'bob', topic: ids['Travel'] ?? '', title: 'T'.repeat(200), tags: ['a'.repeat(40)] })
    await s.settled()
    await page.setViewportSize({ width: 320, height: 600 })
    const topics = await visit()
    for (const locale of ['de', 'es', 'fr', 'ar', 'ja', 'en']) {
      await topics.evaluate((element, to) => Object.assign(element, { locale: to }), locale)
      await topics.locator(`.topics[lang=${locale}] .talk-title`).waitFor()
      expect([locale, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([locale, 320])
    }
  })
})
