import { discussion, post } from '@palaver/client'
import { unread } from '@palaver/client/notifications'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../testing/browser.ts'
import { type Stage, stage } from '../testing/stage.ts'
import { watch } from '../testing/watch.ts'

const REF = { type: 'article', id: '1' }
const THREAD = '<palaver-thread resource="article:1"></palaver-thread>'

type Scene = Stage & {
  /** Where the discussion is. */
  article: string
  /** What Ada wrote, which others answer. */
  slug: string
  /** Somebody answers Ada. */
  reply: (name: string, text?: string) => Promise<string>
  /** A page with Ada's bell; where it is given, with a body of its own. */
  visit: (open: InBrowser, body?: string) => Promise<Page>
}

async function scene(): Promise<Scene> {
  const all = await stage()
  const { site, as, token, settled } = all
  const article = site.put({ body: `<main><h1>One</h1>${THREAD}</main>`, title: 'One' }, '/article')
  const write = async (name: string, text: string, parent: string | null): Promise<string> => {
    const answer = await post(discussion(await as(name), REF), { text, parent, url: article, title: 'One' })
    if ('held' in answer) throw new Error('It was held.')
    await settled()
    return answer.comment.slug
  }
  const slug = await write('Ada', 'What do you say?', null)
  const bell = `<header><palaver-bell token="${await token('Ada')}"></palaver-bell></header>`
  return {
    ...all,
    article,
    slug,
    reply: (name, text = `Yes, says ${name}.`) => write(name, text, slug),
    visit: async (open, body = '') => {
      const page = await open()
      await page.goto(site.put({ body: `${bell}<main><h1>Two</h1>${body}</main>`, title: 'Two' }))
      await ring(page).waitFor()
      return page
    },
  }
}

const ring = (page: Page) => page.locator('palaver-bell .ring')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const entries = (page: Page) => panel(page).locator('.entry')
const labelled = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).waitFor()

describeBrowser('the bell', (open) => {
  test('says in words how many are unread, as they come', async () => {
    const { visit, reply } = await scene()
    const page = await visit(open)
    await labelled(page, 'Notifications')
    await reply('Bob')
    await labelled(page, '1 unread notification')
    await reply('Cy')
    await labelled(page, '2 unread notifications')
    expect(await axeViolations(page)).toEqual([])
  })

  test('opens what came, grouped; Escape closes it and gives the focus back', async () => {
    const { visit, reply } = await scene()
    for (const name of ['Bob', 'Cy', 'Dee']) await reply(name)
    const page = await visit(open)
    await ring(page).focus()
    await page.keyboard.press('Enter')
    await entries(page).getByText('Dee and 2 others replied to you').waitFor()
    await entries(page).getByText('Yes, says Dee.').waitFor()
    expect(await panel(page).evaluate((one) => one.matches(':focus'))).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await reply('Eve')
    await entries(page).getByText('Eve and 3 others replied to you').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    expect(await ring(page).evaluate((one) => one.matches(':focus'))).toBe(true)
  })

  test('having looked is told to the service; what was seen stays unread', async () => {
    const { visit, reply, as } = await scene()
    await reply('Bob')
    const page = await visit(open)
    const seen = page.waitForResponse((answer) => answer.url().endsWith('/seen') && answer.ok())
    await ring(page).click()
    await seen
    const counts = await unread(await as('Ada'))
    expect([counts.unread.count, counts.unseen.count]).toEqual([1, 0])
  })

  test('leads to the comment on its page, and marks it as read', async () => {
    const { visit, reply, article, as } = await scene()
    const slug = await reply('Bob')
    const page = await visit(open)
    await ring(page).click()
    await entries(page).getByRole('link').click()
    await page.waitForURL(`${article}#comment-${slug.replaceAll('/', '.')}`)
    await page.locator('.focus > .comment', { hasText: 'Yes, says Bob.' }).waitFor()
    expect((await unread(await as('Ada'))).unread.count).toBe(0)
  })

  test('marks all as read, up to the newest that is shown', async () => {
    const { visit, reply, as } = await scene()
    await reply('Bob')
    const page = await visit(open)
    await ring(page).click()
    await entries(page).first().waitFor()
    // While the list cannot be read again, it shows what it has.
    await page.route('**/v1/me/notifications?*', (route) => route.abort())
    await reply('Cy')
    await labelled(page, '2 unread notifications')
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
    await labelled(page, '1 unread notification')
    expect((await unread(await as('Ada'))).unread.count).toBe(1)
  })

  test('puts away, with a way back', async () => {
    const { visit, reply } = await scene()
    await reply('Bob')
    const page = await visit(open)
    await ring(page).click()
    await entries(page).first().hover()
    await panel(page).getByRole('button', { name: 'Put away: Bob replied to you' }).click()
    await panel(page).getByText('Nothing new.').waitFor()
    await labelled(page, 'Notifications')
    expect(await axeViolations(page)).toEqual([])
    await panel(page).getByRole('button', { name: 'Undo' }).click()
    await entries(page).getByText('Bob replied to you').waitFor()
    await labelled(page, '1 unread notification')
  })

  test('shows earlier ones', async () => {
    const { visit, as, settled } = await scene()
    const bob = await as('Bob')
    for (let at = 0; at < 22; at++)
      await post(discussion(bob, { type: 'article', id: `n${at}` }), { text: `Hello @Ada, number ${at}.` })
    await settled()
    const page = await visit(open)
    await ring(page).click()
    await panel(page).getByRole('button', { name: 'Show earlier ones' }).click()
    await entries(page).getByText('number 0.').waitFor()
    expect(await entries(page).count()).toBe(22)
    await panel(page).getByRole('button', { name: 'Show earlier ones' }).waitFor({ state: 'detached' })
  })

  test('says when it cannot be read, and tries again', async () => {
    const { visit, reply } = await scene()
    await reply('Bob')
    const page = await visit(open)
    await page.route('**/v1/me/notifications?*', (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: '' }),
    )
    await ring(page).click()
    await panel(page).getByText('Your notifications cannot be shown now.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.unroute('**/v1/me/notifications?*')
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await entries(page).getByText('Bob replied to you').waitFor()
  })

  test('is not there where nobody has signed in, and comes with a token', async () => {
    const { site, token, reply } = await scene()
    await reply('Bob')
    const page = await open()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto(site.put({ body: '<main><h1>One</h1><palaver-bell></palaver-bell></main>' }))
    await page.locator('palaver-bell[hidden]').waitFor({ state: 'attached' })
    expect(asked.filter((path) => path.startsWith('/v1/'))).toEqual([])
    const set = (to: string | null) =>
      page.locator('palaver-bell').evaluate((bell, given) => {
        ;(bell as HTMLElement & { setToken: (token: string | null) => void }).setToken(given)
      }, to)
    await set(await token('Ada'))
    await labelled(page, '1 unread notification')
    await set(null)
    await ring(page).waitFor({ state: 'hidden' })
  })

  test('on a phone it is a sheet as wide as the screen', async () => {
    const { visit, reply } = await scene()
    await reply('Bob')
    const page = await visit((options) => open({ ...options, viewport: { width: 320, height: 560 } }))
    await ring(page).click()
    await entries(page).first().waitFor()
    const { x, y, width, height } = (await panel(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect([x, width, Math.round(y + height)]).toEqual([0, 320, 560])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  test('works under a strict policy', async () => {
    const { site, url, token, reply } = await scene()
    await reply('Bob')
    const page = await open()
    const { complaints } = watch(page)
    const csp = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src ${url}`
    const body = `<main><h1>One</h1><palaver-bell token="${await token('Ada')}"></palaver-bell></main>`
    await page.goto(site.put({ body, csp }))
    await ring(page).click()
    await entries(page).getByText('Bob replied to you').waitFor()
    expect(await panel(page).evaluate((one) => getComputedStyle(one).position)).toBe('fixed')
    expect(complaints.filter((one) => !one.includes('favicon'))).toEqual([])
  })

  test('goes away when somebody presses elsewhere', async () => {
    const { visit } = await scene()
    const page = await visit(open)
    await ring(page).click()
    await panel(page).waitFor()
    await page.getByRole('heading', { name: 'Two' }).click()
    await panel(page).waitFor({ state: 'detached' })
  })
})
