import { type Answer, call, type Operations } from '@palaver/client'
import type { Locator, Page } from 'playwright-core'
import { ORG, type Stage } from './stage.ts'
import { pageAround, withoutPhases } from './threads.ts'

type PostDraft = Operations['POST /v1/posts']['input']['body']
export type Post = Answer<'GET /v1/posts/{post}'>

/** People who know each other, and what they do. */
export type Village = {
  ids: Readonly<Record<string, string>>
  /** Somebody follows others. */
  follows: (who: string, ...others: string[]) => Promise<void>
  writes: (who: string, draft: string | PostDraft) => Promise<Post>
}

/** These people are there, and may write as much as a test needs. */
export async function village(stage: Stage, names: readonly string[]): Promise<Village> {
  await withoutPhases(stage)
  await stage.context.accounts.change(ORG, { reactions: { like: '👍', heart: '❤️' } })
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = (await call(await stage.as(name), 'GET /v1/me', {})).id
  return {
    ids,
    follows: async (who, ...others) => {
      const palaver = await stage.as(who)
      for (const other of others)
        await call(palaver, 'PUT /v1/me/following/{person}', { path: { person: ids[other] ?? '' } })
    },
    writes: async (who, draft) =>
      call(await stage.as(who), 'POST /v1/posts', { body: typeof draft === 'string' ? { text: draft } : draft }),
  }
}

type Attributes = Readonly<Record<string, string>>

const elementOf = (name: string, attributes: Attributes): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}></${name}>`

/** What a page has to allow that allows nothing it need not. */
const strictPolicy = ({ url, site }: Pick<Stage, 'url' | 'site'>): string =>
  `default-src 'none'; script-src ${url}; style-src ${site.origin}; connect-src ${url}; img-src ${url} data:`

/** A page with posts on it. */
export async function openFeed(page: Page, stage: Stage, attributes: Attributes): Promise<Locator> {
  await page.goto(stage.site.put({ body: pageAround(elementOf('palaver-feed', attributes)), csp: strictPolicy(stage) }))
  return page.locator('palaver-feed')
}

/** A page with somebody on it. */
export async function openPerson(page: Page, stage: Stage, attributes: Attributes): Promise<Locator> {
  await page.goto(
    stage.site.put({ body: pageAround(elementOf('palaver-person', attributes)), csp: strictPolicy(stage) }),
  )
  return page.locator('palaver-person')
}

/** The post that says this. */
export const postSaying = (feed: Locator, text: string): Locator => feed.locator('article.post', { hasText: text })
