import type { Locator, Page } from 'playwright-core'
import { type Stage, stage } from '../../testing/stage.ts'
import { pageAround, say, withoutPhases } from '../../testing/threads.ts'
import { type Front, front, type ZoneOf } from './front.ts'

/** After the third root comment, and then after each two more. */
export const BETWEEN: ZoneOf = { placement: { kind: 'thread', after: 3, every: 2, most: 3 } }

export type Scene = { stage: Stage; front: Front }

export async function scene(zones: Front['zones'] = { between: BETWEEN }): Promise<Scene> {
  const made = await stage()
  return { stage: made, front: await front(made, zones) }
}

/** A discussion with so many root comments, the first of which was answered twice. */
export async function talk({ stage: made }: Pick<Scene, 'stage'>, roots: number): Promise<void> {
  await withoutPhases(made)
  const ada = await made.as('ada')
  const first = await say(ada, { resource: 'a:1', text: 'Root 1' })
  for (const number of [1, 2]) await say(ada, { resource: 'a:1', text: `Reply ${number}`, parent: first })
  for (let number = 2; number <= roots; number++) await say(ada, { resource: 'a:1', text: `Root ${number}` })
}

/** A page with a thread that has ads, and with that above and under it. */
export async function openTalk(
  page: Page,
  { front: { site } }: Scene,
  { attributes = '', above = '', under = '' } = {},
): Promise<Locator> {
  const thread = `<palaver-thread resource="a:1" order="oldest" ads="between" ${attributes}></palaver-thread>`
  const hearing = page.waitForResponse((answer) => answer.url().includes('/stream'))
  await page.goto(site.put({ body: pageAround(above + thread + under) }))
  await page.locator('palaver-thread .comment').first().waitFor()
  await hearing
  return page.locator('palaver-thread')
}
