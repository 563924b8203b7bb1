import { about, connect, discussion } from '@palaver/client'
import { guest } from '@palaver/client/people'
import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { ORG, stage } from '../testing/stage.ts'
import { commentSaying, openThread, pageAround, say } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'

const THREAD = pageAround('<palaver-thread resource="a:1"></palaver-thread>')

describeBrowser('The elements, where things go wrong,', (open) => {
  it('say that their program did not come, and are whole when it comes later', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'At last' })
    const page = await open()
    const seen = watch(page)
    await page.addInitScript(() => {
      addEventListener('palaver:error', (event) => Object.assign(globalThis, { told: (event as CustomEvent).detail }))
    })
    await page.route('**/embed/**', (route) => route.abort())
    await page.goto(s.site.put({ body: THREAD }))
    const again = page.locator('palaver-thread').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toMatchObject({ code: 'network' })
    await again.click()
    await again.waitFor()
    await page.unroute('**/embed/**')
    await again.click()
    await commentSaying(page.locator('palaver-thread'), 'At last').waitFor()
    expect(await again.count()).toBe(0)
    expect(seen.complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  })

  it('begin anew by another token after their program did not come', async () => {
    const s = await stage()
    const page = await open()
    await page.route('**/embed/**', (route) => route.abort())
    await page.goto(s.site.put({ body: THREAD }))
    const thread = page.locator('palaver-thread')
    await thread.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/embed/**')
    await thread.evaluate((element, token) => Object.assign(element, { token }), await s.token('ada'))
    await thread.getByLabel('Your comment').waitFor()
  })

  it('show comments where a page requires trusted types', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'Trusted' })
    const page = await open()
    const seen = watch(page)
    const csp = `script-src ${s.url}; require-trusted-types-for 'script'; trusted-types palaver`
    await page.goto(s.site.put({ body: THREAD, csp }))
    await commentSaying(page.locator('palaver-thread'), 'Trusted').waitFor()
    expect(seen.complaints).toEqual([])
  })

  it('load nothing from where an element of the page says that their script came from', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'From here' })
    const page = await open()
    const seen = watch(page)
    const decoy = `<img name="currentScript" src="${s.site.origin}/decoy/embed.js">`
    const late = `<script src="${s.url}/embed.js"></script>`
    const url = s.site.putFile('/late', 'text/html', `<!doctype html><html lang="en">${decoy}${late}${THREAD}</html>`)
    await page.goto(url)
    await commentSaying(page.locator('palaver-thread'), 'From here').waitFor()
    expect(seen.requests.filter((one) => one.includes('/decoy/embed/'))).toEqual([])
  })

  it('show what everyone may see to whoever was signed in for too long, and ask them to sign in', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'For everyone' })
    const page = await open()
    await page.addInitScript(() => {
      addEventListener('palaver:login-required', (event) =>
        Object.assign(globalThis, { told: (event as CustomEvent).detail }),
      )
    })
    const token = await s.context.accounts.issue(ORG, { id: 'ada', username: 'ada' }, -1)
    const thread = await openThread(page, s, { resource: 'a:1', token })
    await commentSaying(thread, 'For everyone').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toEqual({ reason: 'expired' })
    await thread.getByRole('button', { name: 'Sign in' }).waitFor()
    await say(await s.as('bob'), { resource: 'a:1', text: 'And live' })
    await thread.getByRole('button', { name: 'Show 1 new comment' }).click()
    await commentSaying(thread, 'And live').waitFor()
  })

  it('take the page itself where its canonical link leads nowhere', async () => {
    const s = await stage()
    const page = await open()
    const asked = page.waitForRequest((request) => request.url().includes('/v1/opening'))
    const url = s.site.put({ head: '<link rel="canonical">', body: '<palaver-thread></palaver-thread>' })
    await page.goto(`${url}#top`)
    expect(new URL((await asked).url()).searchParams.get('id')).toBe(url)
  })

  it('sign an owner in once for all threads of a page', async () => {
    const s = await stage()
    const page = await open()
    const seen = watch(page)
    const { code } = await s.context.logins.create({ org: ORG, name: 'Owner', role: 'admin' })
    const two = ['a:1', 'a:2'].map((resource) => `<palaver-thread resource="${resource}"></palaver-thread>`)
    const url = s.site.put({ body: pageAround(two.join('')) })
    await page.goto(`${url}#palaver-login=${code}`)
    for (const at of [0, 1]) await page.locator('palaver-thread').nth(at).getByLabel('Your comment').waitFor()
    expect(page.url()).toBe(url)
    expect(seen.complaints).toEqual([])
  })

  it('leave a code in the address that did not arrive, for another try', async () => {
    const s = await stage()
    const page = await open()
    const { code } = await s.context.logins.create({ org: ORG, name: 'Owner', role: 'admin' })
    await page.route('**/v1/login', (route) => route.abort())
    const url = s.site.put({ body: THREAD })
    await page.goto(`${url}#palaver-login=${code}`)
    await page.locator('palaver-thread .problem').waitFor()
    expect(page.url()).toContain(code)
    await page.unroute('**/v1/login')
    await page.reload()
    await page.locator('palaver-thread').getByLabel('Your comment').waitFor()
    expect(page.url()).toBe(url)
  })

  it('open a discussion from a frame, for the page around it, in an org that names its sites', async () => {
    const s = await stage()
    await s.context.accounts.change(ORG, { origins: [s.site.origin] })
    const page = await open()
    const token = await s.token('ada')
    const body = `<palaver-frame resource="a:1" token="${token}"></palaver-frame>`
    const url = s.site.put({ body, title: 'The page around' })
    await page.goto(url)
    const frame = page.frameLocator('palaver-frame iframe')
    await frame.getByLabel('Your comment').fill('The first')
    await frame.getByRole('button', { name: 'Post' }).click()
    await frame.locator('article.comment').getByRole('button', { name: 'Reply' }).waitFor()
    const opened = await about(discussion(await s.as('ada'), { type: 'a', id: '1' }))
    expect(opened).toMatchObject({ url, title: 'The page around' })
  })

  it('open one from a frame without the script, too, and say nothing of where it belongs', async () => {
    const s = await stage()
    await s.context.accounts.change(ORG, { origins: [s.site.origin], guests: true })
    const page = await open()
    await page.goto(s.site.put({ body: `<iframe src="${s.url}/embed/frame?type=a&id=1"></iframe>` }))
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Your name').fill('Gus')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByLabel('Your comment').fill('The first')
    await frame.getByRole('button', { name: 'Post' }).click()
    await frame.locator('article.comment').getByRole('button', { name: 'Reply' }).waitFor()
    expect(await about(discussion(await s.as('ada'), { type: 'a', id: '1' }))).toMatchObject({ url: null, title: null })
  })

  it('tell a guest from somebody whose name the guest has taken', async () => {
    const s = await stage()
    await s.context.accounts.change(ORG, { guests: true })
    await say(await s.as('ada'), { resource: 'a:1', text: 'It is me' })
    const { token } = await guest(await s.as(null), 'ada')
    await say(connect({ url: s.url, org: ORG, token }), { resource: 'a:1', text: 'No, me' })
    const thread = await openThread(await open(), s, { resource: 'a:1' })
    expect(await commentSaying(thread, 'It is me').locator('.mark').count()).toBe(0)
    expect(await commentSaying(thread, 'No, me').locator('.mark').textContent()).toBe('guest')
  })

  it('draw a picture where the one that somebody has does not come', async () => {
    const s = await stage()
    const avatar = `${s.site.origin}/nowhere.png`
    await say(await s.as({ id: 'ada', username: 'Ada', avatar }), { resource: 'a:1', text: 'Faceless' })
    const thread = await openThread(await open(), s, { resource: 'a:1' })
    await commentSaying(thread, 'Faceless').locator('svg.avatar').waitFor()
  })

  it('count what they name now, whichever answer comes first', async () => {
    const s = await stage()
    await say(await s.as('ada'), { resource: 'a:1', text: 'One' })
    await s.settled()
    const page = await open()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/counts?*resource=a%3A1', async (route) => {
      await held
      await route.continue()
    })
    const late = page.waitForRequest((request) => request.url().endsWith('=a%3A1'))
    await page.goto(s.site.put({ body: '<palaver-count resource="a:1"></palaver-count>' }))
    await late
    const counter = page.locator('palaver-count')
    await counter.evaluate((element) => Object.assign(element, { resource: 'a:2' }))
    await expect.poll(() => counter.textContent()).toBe('0')
    const answered = page.waitForResponse((response) => response.url().endsWith('=a%3A1'))
    release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(await counter.textContent()).toBe('0')
  })
})
