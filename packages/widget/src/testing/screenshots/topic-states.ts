import type { Page } from 'playwright-core'
import { begin, MAGAZINE, plant } from '../topics.ts'
import { PHONE } from './sizes.ts'
import type { Scene, State } from './states.ts'

const TALKS = [
  { topic: 'Night trains', title: 'Which bunk do you book, and why?', tags: ['sleeping'] },
  { topic: 'Tickets', title: 'Three countries on one ticket', tags: ['booking', 'how-to'] },
  { topic: 'Cycling', title: 'Taking a tandem on a local train' },
  { topic: 'Travel', title: 'The smallest bag that lasted you a month', tags: ['packing'] },
  { topic: 'Bread', title: 'Starters that survive a journey' },
] as const

async function grow(_page: Page, { stage }: Scene): Promise<void> {
  const ids = await plant(stage, MAGAZINE)
  for (const [at, { topic, title, ...more }] of TALKS.entries()) {
    const tags = 'tags' in more ? [...more.tags] : []
    await begin(stage, { by: ['Ada', 'Ben', 'Cleo'][at % 3] ?? '', topic: ids[topic] ?? '', title, tags })
  }
  await stage.settled()
}

const rows = (page: Page) => page.locator('palaver-topics').getByRole('treeitem')
const tree = (page: Page): Promise<void> => rows(page).nth(5).waitFor()
const listed = (page: Page): Promise<void> => page.locator('palaver-topics .talk').first().waitFor()

async function drag(page: Page): Promise<void> {
  await page.locator('palaver-topics .add').waitFor()
  await tree(page)
  const [from, to] = [await rows(page).filter({ hasText: 'Food' }).boundingBox(), await rows(page).nth(1).boundingBox()]
  if (from === null || to === null) throw new Error('There is nothing to drag.')
  await page.mouse.move(from.x + 120, from.y + 15)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y)
  await page.mouse.move(to.x + 120, to.y + 3)
  await page.locator('palaver-topics .drop-before').waitFor()
}

async function move(page: Page): Promise<void> {
  await drag(page)
  await page.mouse.up()
  await page.locator('palaver-topics .undo').waitFor()
}

async function arrange(page: Page): Promise<void> {
  await page.locator('palaver-topics .add').waitFor()
  await tree(page)
  await rows(page).nth(1).press('Shift+F10')
  await page.locator('palaver-topics').getByRole('menu').waitFor()
}

async function pick(page: Page): Promise<void> {
  await page.locator('palaver-topics').getByRole('combobox').fill('r')
  await page.locator('palaver-topics').getByRole('option').first().waitFor()
  // What was found lies above the page and gives it no height.
  await page.locator('main').evaluate((main) => {
    main.style.minHeight = '17rem'
  })
}

const TREE = 'path="travel/rail/night-trains"'
const PAGE = 'view="page" path="travel"'
const DARK = { colorScheme: 'dark' } as const

export const TOPIC_STATES: readonly State[] = [
  { name: 'topics-tree', topics: TREE, before: grow, after: tree },
  { name: 'topics-tree-dark', topics: TREE, options: DARK, before: grow, after: tree },
  { name: 'topics-tree-rtl', topics: TREE, page: { lang: 'ar', dir: 'rtl' }, before: grow, after: tree },
  { name: 'topics-picker', topics: 'view="picker"', before: grow, after: pick },
  { name: 'topics-page', topics: PAGE, by: 'member', before: grow, after: listed },
  { name: 'topics-page-dark', topics: PAGE, by: 'member', options: DARK, before: grow, after: listed },
  { name: 'topics-page-phone', topics: PAGE, by: 'member', options: { viewport: PHONE }, before: grow, after: listed },
  { name: 'topics-dragging', topics: TREE, by: 'admin', before: grow, after: drag },
  { name: 'topics-moved', topics: TREE, by: 'admin', before: grow, after: move },
  {
    name: 'topics-arrange-phone',
    topics: TREE,
    by: 'admin',
    options: { viewport: PHONE, hasTouch: true },
    before: grow,
    after: arrange,
  },
]
