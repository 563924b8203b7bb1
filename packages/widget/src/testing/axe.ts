import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What speaks against a page, open shadow roots included, one line for each node; nothing where all is well. */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Evaluated and not added as a script: a page's own policy does not forbid it.
  await page.evaluate(await readFile(SOURCE, 'utf8'))
  const run = `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map((node) => `${id} (${impact ?? 'unrated'}): ${help} in ${placeOf(node)}: ${node.html.slice(0, 200)}`),
  )
}

/** Steps into shadow roots are written as `>>>`. */
const placeOf = ({ target }: NodeResult): string => target.map((step) => [step].flat().join(' >>> ')).join(' | ')
