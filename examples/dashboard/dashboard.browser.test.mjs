import { expect, test } from 'vitest'
import { axeViolations } from '../../packages/widget/src/testing/axe.ts'
import { describeBrowser } from '../../packages/widget/src/testing/browser.ts'
import { dashboard } from './dashboard.fixtures.mjs'

async function signedIn(page, app, name) {
  await page.goto(`${app}/login`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Shipments' }).waitFor()
  return page
}

const textIn = (page, text) => page.locator('[part~=text]', { hasText: text })

async function write(page, text) {
  await page.locator('[part~=editor] textarea').fill(text)
  await page.locator('[part~=post]').click()
  await textIn(page, text).waitFor()
}

describeBrowser('the dashboard', (open) => {
  test('one of the team writes, the lead reads it as it comes, another team does not', async () => {
    const { app } = await dashboard()
    const tom = await signedIn(await open(), app, 'tom')
    const mara = await signedIn(await open(), app, 'mara')
    const ines = await signedIn(await open(), app, 'ines')
    const look = (page) => page.getByRole('link', { name: 'Wind turbine bearings' }).click()
    await look(tom)
    await write(tom, 'Held up by fog.')
    await look(mara)
    await textIn(mara, 'Held up by fog.').waitFor()
    await write(tom, 'The fog has lifted.')
    await mara.getByRole('button', { name: /1 new/ }).click()
    await textIn(mara, 'The fog has lifted.').waitFor()
    expect(await mara.locator('[part~=name]').allTextContents()).toEqual(['Tom Adeyemi', 'Tom Adeyemi'])
    const answer = await ines.goto(`${app}/shipments/n-2041`)
    expect([answer.status(), await ines.locator('palaver-thread').count()]).toEqual([404, 0])
  })

  test('axe finds nothing', async () => {
    const { app } = await dashboard()
    for (const colorScheme of ['light', 'dark']) {
      const page = await open({ colorScheme })
      await page.goto(`${app}/login`)
      expect(await axeViolations(page)).toEqual([])
      await signedIn(page, app, 'tom')
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('link', { name: 'Cod, frozen' }).click()
      await page.locator('[part~=editor] textarea').waitFor()
      expect(await axeViolations(page)).toEqual([])
    }
  })
})
