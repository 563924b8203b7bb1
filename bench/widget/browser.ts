import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../packages/widget/src/testing/browser.ts'

export type Browser = Exclude<Awaited<ReturnType<typeof openBrowser>>, { missing: string }>
export type Page = Awaited<ReturnType<Browser['newPage']>>
type Devtools = Awaited<ReturnType<Browser['newBrowserCDPSession']>>

const scriptAt = (name: string): string => fileURLToPath(new URL(`in-page/${name}.js`, import.meta.url))
const SCRIPTS = ['painted', 'long-tasks'].map(scriptAt)

/** Closed also where the work fails. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await openBrowser()
  if ('missing' in browser) throw new Error(`The widget is measured in a browser; there is ${browser.missing}.`)
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

export type Tab = { page: Page; devtools: Devtools }

/** A page of a browser that has seen nothing yet: nothing that it loads is kept from before. */
export async function inTab<T>(browser: Browser, work: (tab: Tab) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    for (const path of SCRIPTS) await page.addInitScript({ path })
    return await work({ page, devtools: await context.newCDPSession(page) })
  } finally {
    await context.close()
  }
}
