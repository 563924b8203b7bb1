import { measurePair, median } from '../measure.ts'
import { say } from '../progress.ts'
import { type Browser, inTab, type Page } from './browser.ts'
import { SHORT } from './data.ts'

const SLOW_DOWN = 4
const ROUNDS = 11
const QUIET_MS = 1_000

/** In milliseconds: from the navigation to the first comment, and all tasks that held up the page for longer than 50. */
type Opened = { paintedMs: number; longMs: number }

export type Openings = { widget: Opened; plain: Opened }

/** The page with the widget and the page with plain HTML in turns, on a processor that is slowed down. */
export async function openings(browser: Browser, urls: { widget: string; plain: string }): Promise<Openings> {
  const longs = { widget: [] as number[], plain: [] as number[] }
  const look = async (which: keyof Openings): Promise<number> => {
    const { paintedMs, longMs } = await openSlowly(browser, urls[which])
    const round = longs[which].push(longMs)
    say(`round ${round} of ${ROUNDS + 1}: ${which} ${paintedMs.toFixed(0)} ms`)
    return paintedMs
  }
  const { subjectMs, floorMs } = await measurePair({
    subject: () => look('widget'),
    floor: () => look('plain'),
    rounds: ROUNDS,
  })
  const longOf = (which: keyof Openings): number => median(longs[which].slice(1))
  return {
    widget: { paintedMs: subjectMs, longMs: longOf('widget') },
    plain: { paintedMs: floorMs, longMs: longOf('plain') },
  }
}

function openSlowly(browser: Browser, url: string): Promise<Opened> {
  return inTab(browser, async ({ page, devtools }) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    await page.goto(url, { waitUntil: 'commit' })
    const paintedMs: number = await page.evaluate('painted')
    const comments = await page.locator('article.comment').count()
    if (comments !== SHORT) throw new Error(`The page shows ${comments} comments and not ${SHORT}.`)
    return { paintedMs, longMs: await longTasksOf(page) }
  })
}

/** What follows the first comments counts too, until nothing holds up the page any more. */
async function longTasksOf(page: Page): Promise<number> {
  await page.waitForFunction(`performance.now() - Math.max(longTasks.lastMs, ${QUIET_MS}) > ${QUIET_MS}`)
  return page.evaluate('longTasks.each.reduce((sum, ms) => sum + ms, 0)')
}
