import { discussion, type Palaver, post } from '@palaver/client'
import type { Locator, Page } from 'playwright-core'
import { ORG, type Stage } from './stage.ts'

/** A page with a thread on it, ready to be read. */
export async function openThread(
  page: Page,
  { site }: Pick<Stage, 'site'>,
  attributes: Readonly<Record<string, string>>,
): Promise<Locator> {
  const all = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  await page.goto(site.put({ body: pageAround(`<palaver-thread ${all.join(' ')}></palaver-thread>`) }))
  const thread = page.locator('palaver-thread')
  await thread.locator('.toolbar, .failed').first().waitFor()
  return thread
}

/** As pages are that are well made: what axe finds then is of the thread. */
export const pageAround = (html: string): string => `<main><h1>A page</h1>${html}</main>`

/** Somebody may write as much as a test needs. */
export async function withoutPhases({ context }: Pick<Stage, 'context'>): Promise<void> {
  const admin = { org: ORG, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  await context.moderation.putRules(admin, [{ phase: 'banned' }], null)
}

type Wanted = { resource: string; text: string; parent?: string }

/** Posts as somebody and says the slug of what is there then. */
export async function say(palaver: Palaver, { resource, text, parent }: Wanted): Promise<string> {
  const [type = '', id = ''] = resource.split(':')
  const answer = await post(discussion(palaver, { type, id }), { text, ...(parent === undefined ? {} : { parent }) })
  if ('held' in answer) throw new Error('It is held.')
  return answer.comment.slug
}

/** The comment that says this. */
export const commentSaying = (thread: Locator, text: string): Locator =>
  thread.locator('article.comment', { hasText: text })
