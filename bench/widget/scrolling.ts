import { say } from '../progress.ts'
import { type Browser, inTab, type Tab } from './browser.ts'
import { LONG } from './data.ts'

/** Bytes in use after a garbage collection, half-way through a thread and at its end: they grow with nothing between. */
export type Heap = { halfWay: number; atEnd: number }

const IDS = `[...document.querySelector('palaver-thread').shadowRoot.querySelectorAll('article.comment')].map(({ id }) => id)`

export function scrolling(browser: Browser, url: string): Promise<Heap> {
  return inTab(browser, async (tab) => {
    await tab.devtools.send('Performance.enable')
    await tab.page.goto(url)
    await tab.page.locator('article.comment').first().waitFor()
    const seen = new Set<string>()
    await scrollPast(tab, LONG / 2, seen)
    const halfWay = await heapOf(tab)
    await scrollPast(tab, LONG, seen)
    return { halfWay, atEnd: await heapOf(tab) }
  })
}

/** To the end of what is there and on from it, until so many comments were seen. */
async function scrollPast({ page }: Tab, count: number, seen: Set<string>): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more comments' })
  for (;;) {
    const shown = await page.evaluate<string[]>(IDS)
    for (const id of shown) seen.add(id)
    say(`scrolled past ${seen.size} of ${LONG} comments`)
    if (seen.size >= count) return
    await more.click()
    await page.waitForFunction(`(${IDS}).at(-1) !== ${JSON.stringify(shown.at(-1))}`)
  }
}

async function heapOf({ devtools }: Tab): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')
  if (used === undefined) throw new Error('The browser does not say how much memory it uses.')
  return used.value
}
