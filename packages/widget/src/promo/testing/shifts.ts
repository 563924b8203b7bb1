import type { Page } from 'playwright-core'

/** Writes down from the start of each page how much of it moves by itself. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await drawn(page)
    return page.evaluate(() => Reflect.get(globalThis, 'shifted') as number)
  }
}

/** Two pictures of the page have been drawn since. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
