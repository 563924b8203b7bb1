import { expect, test } from 'vitest'
import { describeBrowser, type InBrowser } from '../../../widget/src/testing/browser.ts'
import { watch } from '../../../widget/src/testing/watch.ts'
import { serveDemo } from './demo.fixtures.ts'

type Page = Awaited<ReturnType<InBrowser>>

const TITLE = 'Does anybody know the ferryman?'
const inTree = (page: Page, name: string) => page.getByRole('treeitem', { name })
const talk = (page: Page) => page.getByRole('link', { name: TITLE })

describeBrowser('topics in the demo', (open) => {
  test('are browsed and followed; what one person begins there, another reads, and hears of', async () => {
    const { address, settled } = await serveDemo()
    const [ada, bo] = [await open(), await open()]
    const seen = [watch(ada), watch(bo)]

    await bo.goto(`${address}/topics?as=bo`)
    await inTree(bo, 'Small places').locator('bdi').click()
    await bo.waitForURL(`${address}/topics/small-places`)
    await bo.getByLabel('Follow').selectOption('watching')
    await bo.getByText('You now follow it so: Watching.').waitFor()

    await ada.goto(`${address}/topics/small-places?as=ada`)
    const below = ada.getByRole('navigation', { name: 'Topics in Small places' })
    await below.getByRole('link', { name: 'Bridges & ferries' }).click()
    await ada.waitForURL(`${address}/topics/small-places/bridges-ferries`)
    await ada.getByRole('button', { name: 'Start a discussion' }).click()
    await ada.getByLabel('Title').fill(TITLE)
    await ada.getByLabel('What is it about?').fill('The tall one, who *sings*.')
    await ada.getByRole('button', { name: 'Start', exact: true }).click()
    await talk(ada).waitFor()
    await settled()

    await bo.goto(`${address}/topics`)
    await talk(bo).click()
    await bo.getByRole('heading', { name: TITLE, level: 1 }).waitFor()
    await bo.getByRole('region', { name: 'Comments' }).getByText('The tall one, who sings.').waitFor()
    expect(new URL(bo.url()).pathname).toMatch(/^\/talk\//)
    await bo.locator('palaver-bell').getByRole('button').click()
    await bo.locator('palaver-bell').getByText(TITLE).first().waitFor()
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([])
  })

  test('that are not for everybody are shown to whom they are for', async () => {
    const { address } = await serveDemo()
    const page = await open()
    await page.goto(`${address}/topics/the-readers-room?as=nobody`)
    await page.getByRole('heading', { name: 'No such topic' }).waitFor()
    await page.getByRole('button', { name: 'Ada', exact: true }).click()
    await page.locator('.topic').getByRole('link', { name: 'A long table, in the park, in June' }).click()
    await page.getByRole('heading', { name: 'A long table, in the park, in June', level: 1 }).waitFor()
    await page.getByText('Who has forty metres of tablecloth?').waitFor()
    await page.getByRole('button', { name: 'signed out' }).click()
    await page.getByRole('heading', { name: 'No such discussion' }).waitFor()
    expect(await page.getByText('tablecloth').count()).toBe(0)
  })

  test('are arranged in place by who runs the magazine', async () => {
    const { address } = await serveDemo()
    const page = await open()
    await page.goto(`${address}/topics?as=wren`)
    const tree = page.locator('palaver-topics')
    await tree.getByRole('button', { name: 'Arrange Field guides' }).click()
    await tree.getByRole('menuitem', { name: 'Rename' }).click()
    await tree.getByLabel('Name of the topic').fill('Handbooks')
    await page.keyboard.press('Enter')
    await inTree(page, 'Handbooks').waitFor()
    await page.goto(`${address}/topics/field-guides/clouds`)
    await page.waitForURL(`${address}/topics/handbooks/clouds`)
  })
})
