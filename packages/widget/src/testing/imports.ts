import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'

/** Whether the browser takes a program that did not come once for one that never comes. */
export async function remembersFailures(page: Page, { site }: Pick<Stage, 'site'>): Promise<boolean> {
  const address = site.putFile('/probe.js', 'text/javascript', 'export {}')
  await page.goto(site.put({ body: '<main><h1>Probe</h1></main>' }))
  // As text: what compiles this test would take the import for its own.
  const comes = (): Promise<boolean> =>
    page.evaluate<boolean>(`import(${JSON.stringify(address)}).then(() => true, () => false)`)
  await page.route('**/probe.js', (route) => route.abort())
  await comes()
  await page.unroute('**/probe.js')
  return !(await comes())
}
