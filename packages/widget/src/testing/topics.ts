import { type Palaver, PalaverError } from '@palaver/client'
import { addTopic, createTopicTree, startDiscussion } from '@palaver/client/topics'
import type { Locator, Page } from 'playwright-core'
import { admin, type Stage } from './stage.ts'
import { pageAround } from './threads.ts'

/** A topic and those under it; a name alone is one without any. */
export type Seedling = string | ({ name: string; under?: readonly Seedling[] } & Said)
type Said = { emoji?: string; colour?: string; description?: string; locales?: Record<string, { name: string }> }

/** A tree with these topics; ids by their names. */
export async function plant(
  stage: Stage,
  seedlings: readonly Seedling[],
  pages = { topic: `${stage.site.origin}/topics/{path}`, discussion: `${stage.site.origin}/talk/{id}` },
): Promise<Record<string, string>> {
  const palaver = await stage.as(admin('root'))
  await createTopicTree(palaver, { key: 'main', name: 'Main', locale: 'en', pages }).catch(unlessThere)
  const ids: Record<string, string> = {}
  await plantUnder(palaver, { seedlings, parent: null, ids })
  return ids
}

type Planting = { seedlings: readonly Seedling[]; parent: string | null; ids: Record<string, string> }

async function plantUnder(palaver: Palaver, { seedlings, parent, ids }: Planting): Promise<void> {
  for (const seedling of seedlings) {
    const { under = [], ...said } = typeof seedling === 'string' ? { name: seedling } : seedling
    const { id } = await addTopic(palaver, { tree: 'main', parent, ...said })
    ids[said.name] = id
    await plantUnder(palaver, { seedlings: under, parent: id, ids })
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof PalaverError) || error.problem.code !== 'tree-exists') throw error
}

/** A page with topics on it. */
export async function openTopics(
  page: Page,
  { site }: Pick<Stage, 'site'>,
  attributes: Readonly<Record<string, string>>,
): Promise<Locator> {
  const all = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  await page.goto(site.put({ body: pageAround(`<palaver-topics ${all.join(' ')}></palaver-topics>`) }))
  return page.locator('palaver-topics')
}

/** Topics as a magazine about travel might have them. */
export const MAGAZINE: readonly Seedling[] = [
  {
    name: 'Travel',
    emoji: '🧭',
    colour: '#0a7f5c',
    description: 'Where to go, how to get there, and what to leave at home.',
    under: [
      { name: 'Rail', emoji: '🚆', colour: '#2457c5', under: ['Night trains', 'Tickets', 'Stations'] },
      { name: 'Cycling', emoji: '🚲', under: ['Routes', 'Repairs'] },
      'Ferries',
    ],
  },
  { name: 'Food', emoji: '🍲', colour: '#b3541e', under: ['Bread', 'Cheese', 'Dining cars'] },
  { name: 'Culture', emoji: '🎭', colour: '#7a3fb3', under: ['Books', 'Museums'] },
  'Letters to the editor',
]

type Beginning = { by: string; topic: string; title: string; tags?: string[] }

/** Somebody starts a discussion. */
export async function begin(stage: Stage, { by, topic, title, tags = [] }: Beginning): Promise<string> {
  const answer = await startDiscussion(await stage.as(by), { id: topic, title, text: `About ${title}`, tags })
  return answer.discussion
}
