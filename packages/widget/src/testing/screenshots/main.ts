import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { buildWidget } from '../../../scripts/build.mjs'
import { openBrowser } from '../browser.ts'
import { startStage } from '../stage.ts'
import { type Clock, converse } from './conversation.ts'
import { WIDE } from './sizes.ts'
import { bodyOf, PEOPLE, type Scene, type State, STATES } from './states.ts'

const FOLDER = fileURLToPath(new URL('../../../../../docs/images', import.meta.url))
const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; background: light-dark(#fff, #15181d); font: 16px/1.5 system-ui, sans-serif }
  header { display: flex; justify-content: space-between; align-items: center; padding: 12px 24px; border-bottom: 1px solid light-dark(#e2e4e9, #30353d); color: light-dark(#1c1e21, #e8eaed) }
  main { padding: 24px }
  @media (width < 500px) { main { padding: 16px } }
`

/** Pictures of every state, for people to look at: `npm run screenshots`, or with the names of some. */
async function main(names: readonly string[]): Promise<void> {
  await buildWidget()
  const browser = await openBrowser()
  if ('missing' in browser) throw new Error(browser.missing)
  await mkdir(FOLDER, { recursive: true })
  for (const state of STATES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    // Each has a service of its own: what one changes is not seen in another.
    const clock: Clock = { at: Date.now() }
    const stage = await startStage({ now: () => clock.at })
    try {
      await take(browser, state, { stage, clock, slugs: await converse(stage, clock) })
      console.log(`docs/images/${state.name}.png`)
    } finally {
      await stage.close()
    }
  }
  await browser.close()
}

async function take(browser: Browser, state: State, scene: Scene): Promise<void> {
  const { site, token } = scene.stage
  const context = await browser.newContext({ viewport: WIDE, ...state.options })
  const page = await context.newPage()
  await state.before?.(page, scene)
  const by = state.by === undefined ? null : await token(PEOPLE[state.by])
  const style = site.putFile('/style.css', 'text/css', STYLE)
  const head = `<link rel="stylesheet" href="${style}">`
  await page.goto(site.put({ body: bodyOf(state, by), head, ...state.page }) + (state.hash?.(scene) ?? ''))
  await (state.after ?? comments)(page, scene)
  await atRest(page)
  await page.screenshot({ path: join(FOLDER, `${state.name}.png`), clip: await filled(page), ...STILL })
  await context.close()
}

const STILL = { animations: 'disabled', caret: 'hide' } as const

/** The part of the window that has something in it. */
async function filled(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const { width, height } = page.viewportSize() ?? WIDE
  const main = await page.locator('main').boundingBox()
  return { x: 0, y: 0, width, height: Math.min(height, Math.ceil((main?.y ?? 0) + (main?.height ?? height))) }
}

const comments = (page: Page): Promise<void> => page.locator('[part~=comment]').first().waitFor()

/** Nothing more is asked for, but what never ends, and it looks the same twice. */
async function atRest(page: Page): Promise<void> {
  let before = ''
  for (;;) {
    const now = (await page.screenshot(STILL)).toString('base64')
    if (now === before) return
    before = now
    await page.waitForTimeout(500)
  }
}

await main(process.argv.slice(2))
