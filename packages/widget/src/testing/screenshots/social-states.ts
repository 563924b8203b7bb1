import { call } from '@palaver/client'
import type { Page } from 'playwright-core'
import { village } from '../social.ts'
import { PHONE } from './sizes.ts'
import type { Scene, State } from './states.ts'

const [NOOR, MILO, ELKE, TAM] = ['Noor Haddad', 'Milo Brandt', 'Elke Sommer', 'Tam Okoro'] as const

/** People who follow each other, and a little of everything that they write. */
async function gather(_page: Page, { stage, clock }: Scene): Promise<void> {
  const people = await village(stage, [NOOR, MILO, ELKE, TAM])
  const { ids, follows } = people
  const now = clock.at
  const writes = async (minutesAgo: number, ...said: Parameters<typeof people.writes>): Promise<string> => {
    clock.at = now - minutesAgo * MINUTE_MS
    return (await people.writes(...said)).id
  }
  await follows(NOOR, MILO, ELKE, TAM)
  await follows(MILO, NOOR)
  await follows(ELKE, NOOR, MILO)
  const bio = 'Takes the **slow** train, and writes down who was on it.'
  await call(await stage.as(NOOR), 'PATCH /v1/me/profile', { body: { bio, links: ['https://noor.example/trains'] } })
  await writes(190, TAM, {
    text: 'Window or aisle?',
    poll: { choices: ['Window', 'Aisle', 'The corridor'], seconds: 86_400 },
  })
  const train = await writes(95, MILO, 'The night train from **Vienna** has a dining car again. I counted the chairs.')
  await writes(70, TAM, { text: 'I counted them, too.', of: train })
  await writes(42, ELKE, { text: 'Six hours late.', place: { name: 'Hendaye', latitude: 43.35, longitude: -1.78 } })
  const greeting = await writes(20, MILO, { text: 'Welcome back. I kept your seat.', wall: ids[NOOR] ?? '' })
  await writes(4, NOOR, 'Anyone awake between Linz and Passau?')
  clock.at = now
  for (const name of [NOOR, ELKE])
    await call(await stage.as(name), 'PUT /v1/posts/{post}/reaction', {
      path: { post: train },
      body: { reaction: 'heart' },
    })
  await call(await stage.as(NOOR), 'PUT /v1/posts/{post}/review', { path: { post: greeting }, body: { shows: true } })
  await stage.settled()
}

const MINUTE_MS = 60_000

const listed = (page: Page): Promise<void> => page.locator('article.post').nth(1).waitFor()

async function compose(page: Page): Promise<void> {
  await listed(page)
  const feed = page.locator('palaver-feed')
  await feed.getByLabel('What is new?').fill('Which of these do I keep?')
  await feed.getByRole('button', { name: 'Poll' }).click()
  await feed.getByLabel('Choice 1').fill('The map of 1971')
  await feed.getByLabel('Choice 2').fill('The timetable')
}

const BY = { by: 'member', before: gather, after: listed } as const
const NEWS = { element: 'palaver-feed', attributes: 'view="news"' }

export const SOCIAL_STATES: readonly State[] = [
  { name: 'news', instead: NEWS, ...BY },
  { name: 'news-dark', instead: NEWS, ...BY, options: { colorScheme: 'dark' } },
  { name: 'news-phone', instead: NEWS, ...BY, options: { viewport: PHONE, deviceScaleFactor: 2 } },
  { name: 'news-rtl', instead: NEWS, ...BY, page: { lang: 'ar', dir: 'rtl' } },
  { name: 'wall', instead: { element: 'palaver-feed', attributes: 'view="wall"' }, ...BY },
  { name: 'people', instead: { element: 'palaver-person', attributes: 'view="page"' }, ...BY },
  { name: 'compose', instead: NEWS, ...BY, after: compose },
]
