import { expect, test } from 'vitest'
import { axeViolations } from '../../../widget/src/testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../../widget/src/testing/browser.ts'
import { watch } from '../../../widget/src/testing/watch.ts'
import { serveDemo } from './demo.fixtures.ts'

type Page = Awaited<ReturnType<InBrowser>>

const postSaying = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).first()

const DARK_PHONE = { viewport: { width: 360, height: 780 }, colorScheme: 'dark' } as const

describeBrowser('people and posts in the demo', (open) => {
  test('what one writes another reads, on a page of its own too; nobody is asked who they are', async () => {
    const { address, settled } = await serveDemo()
    const [ada, bo] = [await open(), await open(DARK_PHONE)]
    const seen = [watch(ada), watch(bo)]

    await ada.goto(`${address}/news?as=ada`)
    await postSaying(ada, 'Swarm on the lamp post').waitFor()
    await postSaying(ada, 'What do you bring?').waitFor()
    const feed = ada.locator('palaver-feed')
    await feed.getByLabel('What is new?').fill('The ducks are *mine*, after all.')
    await feed.getByRole('button', { name: 'Post', exact: true }).click()
    await postSaying(ada, 'The ducks are mine').waitFor()
    await settled()

    await bo.goto(`${address}/news?as=nobody`)
    await bo.getByText('News are somebody’s.').waitFor()
    expect(await axeViolations(bo)).toEqual([])
    await bo.locator('#content').getByRole('button', { name: 'Bo', exact: true }).click()
    const found = postSaying(bo, 'The ducks are mine')
    await found.waitFor()
    expect(await axeViolations(bo)).toEqual([])
    await found.locator('a:has(time)').click()
    await bo.waitForURL(/\/posts\/\w+$/)
    await bo.locator('palaver-feed').getByText('The ducks are mine').last().waitFor()
    await bo.locator('palaver-feed').getByRole('region', { name: 'Comments' }).waitFor()
    expect(await axeViolations(bo)).toEqual([])
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  test('somebody lets a post show on their wall; private posts open for whom they are', async () => {
    const { address } = await serveDemo()
    const page = await open()
    await page.goto(`${address}/people?as=juno`)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Ada Lindqvist' }).click()
    const person = page.locator('palaver-person')
    await person.getByRole('heading', { name: 'Ada Lindqvist' }).waitFor()
    await page.getByRole('button', { name: 'Be Ada' }).click()
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    await person.getByRole('button', { name: 'Edit profile' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('.incoming').getByRole('button', { name: 'Let it show' }).click()
    await page.locator('.incoming').getByRole('article').waitFor({ state: 'detached' })

    await page.goto(`${address}/posts/soupEvening?as=bo`)
    await page.getByRole('heading', { name: 'No such post' }).waitFor()
    await page.goto(`${address}/posts/soupEvening?as=leila`)
    await page.locator('palaver-feed').getByText('Bread for forty, then.').waitFor()
    await page.getByRole('button', { name: 'signed out' }).click()
    await page.getByRole('heading', { name: 'No such post' }).waitFor()
    expect(await page.getByText('the big pot').count()).toBe(0)
  })
})
