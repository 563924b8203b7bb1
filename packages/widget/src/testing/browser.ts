import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { type Chromium, findChromium } from './chromium.ts'

/** Pages in browsers of their own: nothing that one keeps is known to another. */
export type InBrowser = (options?: BrowserContextOptions) => Promise<Page>

/** What a real one does by itself and a test does not want: looking for updates, fetching what was not asked for. */
const QUIET = ['--disable-component-update', '--disable-background-networking', '--no-first-run']

/** A browser without a window, or why there is none. Whoever opens it closes it. */
export async function openBrowser(): Promise<Browser | { missing: string }> {
  const found = await findChromium()
  return 'missing' in found ? found : launch(found)
}

const launch = ({ program, env }: Chromium): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: QUIET, env: { ...(process.env as Chromium['env']), ...env } })

/** A suite in a real browser; skipped, by a name that says why, where there is none. */
export function describeBrowser(name: string, suite: (open: InBrowser) => void): void {
  const isMissing = 'missing' in found
  describe.skipIf(isMissing)(`${name}${isMissing ? ` (${found.missing})` : ''}`, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      if (!isMissing) browser = await launch(found)
    })
    afterAll(() => browser?.close())
    suite(async (options = {}) => {
      const context = await browser?.newContext(options)
      if (context === undefined) throw new Error('There is no browser before the suite runs.')
      onTestFinished(() => context.close())
      return context.newPage()
    })
  })
}

const found = await findChromium()
