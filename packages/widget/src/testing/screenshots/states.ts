import { discussion, post } from '@palaver/client'
import { setRules } from '@palaver/client/moderation'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { admin, moderator, type Stage } from '../stage.ts'
import { type Clock, TALK } from './conversation.ts'
import { PHONE } from './sizes.ts'
import { SOCIAL_STATES } from './social-states.ts'
import { TOPIC_STATES } from './topic-states.ts'

/** What every state is made from. */
export type Scene = { stage: Stage; slugs: readonly string[]; clock: Clock }

/** How to get a page into the state that its picture is named after. */
export type State = {
  name: string
  options?: BrowserContextOptions
  /** Who looks, where somebody does. */
  by?: 'member' | 'moderator' | 'admin'
  attributes?: string
  hasBell?: boolean
  page?: { lang?: string; dir?: 'rtl' }
  /** What follows the page's address. */
  hash?: (scene: Scene) => string
  before?: (page: Page, scene: Scene) => Promise<void>
  after?: (page: Page, scene: Scene) => Promise<void>
  /** A view of topics, or any other element, in place of a thread. */
  topics?: string
  instead?: { element: string; attributes: string }
}

export const PEOPLE = {
  member: { id: 'Noor Haddad', username: 'Noor Haddad' },
  moderator: moderator('Mo'),
  admin: admin('Root'),
}

const ARTICLE = `resource="${TALK.type}:${TALK.id}"`

export const STATES: readonly State[] = [
  { name: 'thread-light', by: 'member' },
  { name: 'thread-dark', by: 'member', options: { colorScheme: 'dark' } },
  { name: 'thread-phone', by: 'member', options: { viewport: PHONE, deviceScaleFactor: 2 } },
  { name: 'thread-rtl', by: 'member', page: { lang: 'ar', dir: 'rtl' } },
  { name: 'thread-flat', attributes: `${ARTICLE} view="flat" order="oldest"` },
  { name: 'thread-signed-out' },
  {
    name: 'thread-empty',
    by: 'member',
    attributes: 'resource="article:nothing-yet"',
    after: (page) => page.locator('[part~=empty]').waitFor(),
  },
  {
    name: 'thread-error',
    before: async (page) => void (await page.route('**/v1/opening*', (route) => route.abort())),
    after: (page) => page.locator('[part~=failed]').waitFor(),
  },
  { name: 'thread-moderator', by: 'moderator', after: openMenu },
  { name: 'thread-reply', by: 'member', after: reply },
  { name: 'thread-held', by: 'member', before: hold, after: (page) => page.locator('.held').first().waitFor() },
  { name: 'thread-guest', before: (_page, { stage }) => letGuestsIn(stage) },
  {
    name: 'thread-permalink',
    by: 'member',
    hash: ({ slugs }) => `#comment-${(slugs[2] ?? '').replaceAll('/', '.')}`,
    after: (page) => page.locator('.focus').first().waitFor(),
  },
  { name: 'bell', by: 'member', hasBell: true, after: openBell },
  {
    name: 'bell-phone-dark',
    by: 'member',
    hasBell: true,
    options: { viewport: PHONE, colorScheme: 'dark' },
    after: openBell,
  },
  ...TOPIC_STATES,
  ...SOCIAL_STATES,
]

/** Only then is it known who looks. */
const editor = (page: Page): Promise<void> => page.locator('[part~=editor]').first().waitFor()

async function openMenu(page: Page): Promise<void> {
  await editor(page)
  await page.locator('[part~=menu-button]').nth(1).click()
  await page.locator('[part~=menu]').waitFor()
}

async function reply(page: Page): Promise<void> {
  await editor(page)
  await page.locator('[part~=reply]').first().click()
  await page.locator('[part~=comment] textarea').fill('The top bunk it is. And **earplugs**.')
}

async function openBell(page: Page): Promise<void> {
  await editor(page)
  await page.locator('palaver-bell button').first().click()
  await page.locator('palaver-bell [part~=entry]').first().waitFor()
}

/** The next texts wait for a moderator. */
async function hold(_page: Page, { stage }: Scene): Promise<void> {
  const root = await stage.as(admin('root'))
  await setRules(root, { phases: [{ phase: 'pre-moderation' }] })
  await post(discussion(await stage.as(PEOPLE.member), TALK), { text: 'Is the dining car open all night?' })
  await setRules(root, { phases: [] })
}

async function letGuestsIn({ context }: Stage): Promise<void> {
  await context.accounts.change('main', { guests: true })
}

export function bodyOf(
  { attributes = ARTICLE, hasBell = false, topics, instead }: State,
  token: string | null,
): string {
  const signed = token === null ? '' : `token="${token}"`
  const header = `<header><strong>The Timetable</strong><palaver-bell ${signed}></palaver-bell></header>`
  const shown =
    instead ??
    (topics === undefined
      ? { element: 'palaver-thread', attributes }
      : { element: 'palaver-topics', attributes: topics })
  return `${hasBell ? header : ''}<main><${shown.element} ${shown.attributes} ${signed}></${shown.element}></main>`
}
