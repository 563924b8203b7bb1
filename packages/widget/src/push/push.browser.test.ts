import { createECDH, randomBytes } from 'node:crypto'
import { subscriptions } from '@palaver/client/notifications'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { type Stage, stage } from '../testing/stage.ts'

const SETTINGS = { PALAVER_PUSH_CONTACT: 'mailto:ops@example.com', PALAVER_PRIVATE_ADDRESSES: '1' }

/** In the place of the push service of a browser, which no test can reach: what it would give the page. */
function asIfSubscribed({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }): void {
  const made = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => true }
  let given: typeof made | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => given,
    subscribe: async () => (given = made),
  })
}

function newBrowser() {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `https://push.example.com/${randomBytes(8).toString('hex')}`,
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/** The site has the worker as its own, as the service builds it. */
async function putWorker({ site, url }: Stage): Promise<void> {
  const worker = await fetch(`${url}/embed/palaver-sw.js`)
  site.putFile('/palaver-sw.js', 'text/javascript', await worker.text())
}

const put = ({ site }: Stage, token: string): string =>
  site.put({
    body: `<header><palaver-bell token="${token}" service-worker="/palaver-sw.js"></palaver-bell></header>
<main><h1>One</h1></main>`,
  })

const control = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

async function openPanel(page: Page): Promise<void> {
  await page.locator('palaver-bell .ring').click()
}

const grant = (context: BrowserContext): Promise<void> => context.grantPermissions(['notifications'])

const FORBIDS = 'this browser forbids notifications, whatever it is told'
/** Some that have no window do. */
const forbids = (page: Page): Promise<boolean> => page.evaluate(() => Notification.permission !== 'granted')

describeBrowser('being told on this device', (open) => {
  test('begins and ends with a button; who is told is known to the service', async ({ skip }) => {
    const all = await stage({ settings: SETTINGS })
    await putWorker(all)
    const page = await open()
    await page.addInitScript(asIfSubscribed, newBrowser())
    await grant(page.context())
    await page.goto(put(all, await all.token('ada')))
    skip(await forbids(page), FORBIDS)
    await openPanel(page)
    await control(page, 'Tell me on this device').click()
    await control(page, 'Stop telling me here').waitFor()
    await page.getByText('You are told on this device.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const ada = await all.as('ada')
    expect((await subscriptions(ada)).map(({ endpoint }) => new URL(endpoint).host)).toEqual(['push.example.com'])
    await control(page, 'Stop telling me here').click()
    await control(page, 'Tell me on this device').waitFor()
    expect(await subscriptions(ada)).toEqual([])
  })

  test('goes on at the next visit, and ends where somebody else signs in', async ({ skip }) => {
    const all = await stage({ settings: SETTINGS })
    await putWorker(all)
    const page = await open()
    await page.addInitScript(asIfSubscribed, newBrowser())
    await grant(page.context())
    const mine = put(all, await all.token('ada'))
    await page.goto(mine)
    skip(await forbids(page), FORBIDS)
    await openPanel(page)
    await control(page, 'Tell me on this device').click()
    await control(page, 'Stop telling me here').waitFor()
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/subscriptions') && answer.ok())
    await page.goto(mine)
    await renewed
    await page.goto(put(all, await all.token('bob')))
    await page.waitForFunction("localStorage.getItem('palaver:push:main') === null")
    await openPanel(page)
    await control(page, 'Tell me on this device').waitFor()
  })

  test('is not offered where the service sends nothing', async () => {
    const all = await stage()
    await putWorker(all)
    const page = await open()
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/push/key'))
    await page.goto(put(all, await all.token('ada')))
    await openPanel(page)
    await answered
    await page.getByText('Nothing new.').waitFor()
    expect(await control(page, 'Tell me on this device').count()).toBe(0)
  })

  test('says so where the browser forbids it', async () => {
    const all = await stage({ settings: SETTINGS })
    await putWorker(all)
    const page = await open()
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    await page.goto(put(all, await all.token('ada')))
    await openPanel(page)
    await page.getByText('This browser does not allow it.').waitFor()
  })
})

describeBrowser('the service worker', (open) => {
  test('shows a message in full to whom it is for alone', async ({ skip }) => {
    const all = await stage()
    await putWorker(all)
    const page = await open()
    await grant(page.context())
    await page.goto(all.site.put({ body: '<main><h1>One</h1></main>' }))
    skip(await forbids(page), FORBIDS)
    const session = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first !== undefined) resolve(first.registrationId)
      })
    })
    await session.send('ServiceWorker.enable')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/palaver-sw.js')
      await navigator.serviceWorker.ready
      await (await caches.open('palaver')).put('/palaver-person', new Response('ada'))
    })
    const registrationId = await registered
    const deliver = (person: string, tag: string) => {
      const message = { title: 'Bob replied to you', body: 'Yes.', url: `${all.site.origin}/x`, tag, person }
      const data = JSON.stringify(message)
      return session.send('ServiceWorker.deliverPushMessage', { origin: all.site.origin, registrationId, data })
    }
    const shown = (tag: string) =>
      page.evaluate(async (wanted) => {
        const { getNotifications } = ServiceWorkerRegistration.prototype
        const [found] = await getNotifications.call(await navigator.serviceWorker.ready, { tag: wanted })
        return found === undefined ? null : [found.title, found.body, found.data.url]
      }, tag)
    // A busy browser may drop one: a push service would send it again, too.
    const shownOnce = async (person: string, tag: string) => {
      await deliver(person, tag)
      return shown(tag)
    }
    const patience = { timeout: 60_000, interval: 500 }
    const address = `${all.site.origin}/x`
    await expect.poll(() => shownOnce('ada', 'one'), patience).toEqual(['Bob replied to you', 'Yes.', address])
    await expect.poll(() => shownOnce('cy', 'two'), patience).toEqual(['New notification', '', null])
  })
})
