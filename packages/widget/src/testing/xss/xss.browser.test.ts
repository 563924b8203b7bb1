import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeBrowser } from '../browser.ts'
import { ORG, type Stage, stage } from '../stage.ts'
import { watch, type Watched } from '../watch.ts'
import { AT_ONCE, attack, COMMENTS_EACH, entitled, pictured, type Resource, unguarded } from './attack.ts'
import { look } from './outline.ts'
import { VECTORS } from './vectors.ts'

const all = [...new Set(Object.values(VECTORS).flat())]
const HARMLESS = Array.from({ length: AT_ONCE }, (_, number) => `harmless ${number}`)
const PICTURED = 'img class part src alt loading referrerpolicy()'
const DRAWN = 'svg class part viewBox aria-hidden(rect width height fill(),text x y dominant-baseline text-anchor())'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"/>'
const UNHARMED = { strange: [], unreadable: 0, ran: null }

/** The same number in each, so that all threads are alike but for what was written. */
const threads = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, number) =>
  all.slice(number * AT_ONCE, (number + 1) * AT_ONCE),
).map((some) => [...some, ...HARMLESS.slice(some.length)])

const serverRendered = ({ url }: Stage, { type, id }: Resource): string =>
  `${url}/embed/thread?${new URLSearchParams({ org: ORG, type, id })}`

async function hostPage({ site, token }: Stage, { type, id }: Resource): Promise<string> {
  const thread = `<palaver-thread resource="${type}:${id}" token="${await token('eve')}"></palaver-thread>`
  return site.put({ body: `<main><h1>A</h1>${thread}</main>` })
}

async function opened(page: Page, address: string, comments: number): Promise<void> {
  await page.goto(address)
  const shown = page.locator('article[part~=comment]')
  await expect.poll(() => shown.count(), { timeout: 30_000 }).toBe(comments)
}

/** When it has come to rest. */
async function restingOutline(page: Page): Promise<string> {
  const seen: string[] = []
  const isResting = async (): Promise<boolean> => {
    seen.push((await look(page)).outline)
    return seen.length > 3 && new Set(seen.slice(-3)).size === 1
  }
  await expect.poll(isResting, { timeout: 30_000, interval: 200 }).toBe(true)
  return seen.at(-1) ?? ''
}

/** Nobody is signed in to a page that the service draws, which the browser notes. */
const NOBODY = 'Failed to load resource: the server responded with a status of 401'

/** Nothing was shown, opened or asked for that a thread does not ask for, and no policy was broken. */
function expectQuiet({ dialogs, opened: windows, requests, complaints }: Watched, expected: readonly string[]): void {
  const broken = complaints.filter((complaint) => !complaint.startsWith(NOBODY))
  expect({ dialogs, windows, broken }).toEqual({ dialogs: [], windows: [], broken: [] })
  expect(requests.filter((address) => !expected.some((start) => address.startsWith(start)))).toEqual([])
}

const OURS = ['/embed.js', '/embed/', '/v1/', '/favicon.ico']

test('there are enough of them, and each once in its group', () => {
  expect(all.length).toBeGreaterThanOrEqual(200)
  for (const group of Object.values(VECTORS)) expect(new Set(group).size).toBe(group.length)
})

describeBrowser('nothing that a user writes runs', (open) => {
  test('and it would be noticed if it did', async () => {
    const on = await stage()
    const resource = { type: 'xss', id: 'let through' }
    await attack(on, resource, ['hello'])
    const page = await open()
    const seen = watch(page)
    await page.route('**/v1/opening?*', async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replaceAll(
        'hello</p>',
        `hello<img src=x onerror='window.__xss=1;alert(2)'></p>`,
      )
      await route.fulfill({ response: answer, body: text })
    })
    await opened(page, await hostPage(on, resource), COMMENTS_EACH)
    await expect.poll(() => seen.dialogs).toContain('alert: 2')
    expect(await look(page)).toMatchObject({ strange: [expect.stringContaining('<img')], ran: 1 })
    expect(() => expectQuiet(seen, [`${on.site.origin}/`, on.url])).toThrow('alert')
  })

  test('in a thread, as text, name, link or mention', async () => {
    const on = await stage()
    await unguarded(on)
    await attack(on, { type: 'check', id: 'name' }, ['ann'])
    const page = await open()
    const seen = watch(page)
    const usual: Record<string, string> = {}
    for (const [number, vectors] of [HARMLESS, ...threads].entries()) {
      const resource = { type: 'xss', id: `thread-${number}` }
      await attack(on, resource, vectors)
      await on.settled()
      for (const [kind, address] of [
        ['client', await hostPage(on, resource)],
        ['server', serverRendered(on, resource)],
      ] as const) {
        await opened(page, address, AT_ONCE * COMMENTS_EACH)
        usual[kind] ??= await restingOutline(page)
        const harmless = { ...UNHARMED, outline: usual[kind] }
        await expect.poll(() => look(page), { timeout: 30_000, message: vectors.join('\n') }).toEqual(harmless)
      }
      expectQuiet(seen, [`${on.site.origin}/`, ...OURS.map((path) => on.url + path)])
    }
  })

  test('as the picture or the page of a person', async () => {
    const on = await stage()
    await unguarded(on)
    const page = await open()
    const seen = watch(page)
    await page.route(/\.invalid\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
    const taken: string[] = []
    for (const vector of [...HARMLESS, ...all]) {
      const resource = { type: 'picture', id: String(Math.floor(taken.length / AT_ONCE)) }
      if (await pictured(on, resource, vector)) taken.push(vector)
    }
    expect(taken.length).toBeGreaterThan(all.length / 2)
    const outlines = new Set<string>()
    for (let number = 0; (number + 1) * AT_ONCE <= taken.length; number++) {
      await opened(page, await hostPage(on, { type: 'picture', id: String(number) }), AT_ONCE)
      // What is no picture after all is drawn from the name.
      outlines.add((await restingOutline(page)).replaceAll(DRAWN, PICTURED))
      expect({ ...(await look(page)), outline: '' }).toEqual({ ...UNHARMED, outline: '' })
    }
    expect([...outlines]).toEqual([expect.stringContaining(PICTURED)])
    // Pictures are where the host says that they are.
    const requests = seen.requests.filter((address) => !new URL(address).hostname.endsWith('.invalid'))
    expectQuiet({ ...seen, requests }, [`${on.site.origin}/`, ...OURS.map((path) => on.url + path)])
  })

  test('in a page that the service draws, as title or address', async () => {
    const on = await stage()
    const page = await open()
    const seen = watch(page)
    // What a title is put into is drawn by the service alone, and stays as it is.
    await page.route('**/embed.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    const outlines = new Set<string>()
    for (const [number, vector] of ['harmless', ...all].entries()) {
      const resource = { type: 'title', id: String(number) }
      if (!(await entitled(on, resource, vector))) continue
      await opened(page, serverRendered(on, resource), 0)
      const { outline, ...found } = await look(page)
      expect(found, vector).toEqual(UNHARMED)
      outlines.add(outline)
      // With an address or without, and no other.
      expect(outlines.size, vector).toBeLessThanOrEqual(2)
      expectQuiet(
        seen,
        OURS.map((path) => on.url + path),
      )
    }
  })
})
