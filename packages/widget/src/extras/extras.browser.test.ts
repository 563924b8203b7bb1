import { tell } from '@palaver/client/people'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { admin, stage } from '../testing/stage.ts'

const PEOPLE = [
  { id: 'bea', username: 'Bea Brown' },
  { id: 'bob', username: 'Bob Byrne' },
  { id: 'cy', username: 'Cy' },
]

/** Somebody who has begun to write, among people who can be mentioned. */
async function begin(page: Page): Promise<Locator> {
  const { site, token, as } = await stage()
  await tell(await as(admin('eve')), PEOPLE)
  const ada = await token({ id: 'ada', username: 'Ada' })
  const body = `<main><h1>One</h1><palaver-thread resource="article:1" token="${ada}"></palaver-thread></main>`
  await page.goto(site.put({ body, title: 'One' }))
  const box = page.locator('palaver-thread textarea')
  await box.click()
  await page.getByRole('toolbar').waitFor()
  return box
}

const selected = (box: Locator): Promise<string> =>
  box.evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionStart, one.selectionEnd))

describeBrowser('what makes writing easier', (open) => {
  test('buttons write around the selection, by mouse and by keys, and it can be undone', async () => {
    const page = await open()
    const box = await begin(page)
    await box.fill('one word')
    await box.evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(4, 8))
    await page.getByRole('button', { name: 'Bold' }).click()
    expect([await box.inputValue(), await selected(box)]).toEqual(['one **word**', 'word'])
    await page.keyboard.press('Control+z')
    expect(await box.inputValue()).toBe('one word')
    await box.evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(4, 8))
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect([await box.inputValue(), await selected(box)]).toEqual(['one *word*', 'word'])
    await page.getByRole('button', { name: 'Link' }).click()
    await page.keyboard.type('https://example.com/')
    expect(await box.inputValue()).toBe('one *[word](https://example.com/)*')
  })

  test('the preview shows what the service makes of the text, and goes back to writing', async () => {
    const page = await open()
    const box = await begin(page)
    const preview = page.getByRole('tabpanel', { name: 'Preview' })
    await page.getByRole('tab', { name: 'Preview' }).click()
    await preview.getByText('There is nothing to show yet.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await box.fill('**strong** <script>alert(1)</script>')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await preview.locator('strong', { hasText: 'strong' }).waitFor()
    expect(await preview.locator('script').count()).toBe(0)
    expect(await box.isVisible()).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Post' }).click()
    await page.locator('article', { hasText: 'strong' }).waitFor()
    await box.waitFor({ state: 'visible' })
    expect(await box.inputValue()).toBe('')
  })

  test('a preview that fails says so', async () => {
    const page = await open()
    const box = await begin(page)
    await page.route('**/v1/preview', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'invalid', title: 'x', status: 400, detail: 'This cannot be shown.' }),
      }),
    )
    await box.fill('text')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('alert').getByText('This cannot be shown.').waitFor()
  })

  test('people are found behind an @ and taken by keys', async () => {
    const page = await open()
    const box = await begin(page)
    const options = page.getByRole('option')
    await box.pressSequentially('Hi @b')
    await options.first().waitFor()
    expect(await options.locator('.handle').allInnerTexts()).toEqual(['@Bea_Brown', '@Bob_Byrne'])
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    const active = await page.locator('[role=option][aria-selected=true]').getAttribute('id')
    expect(await box.getAttribute('aria-activedescendant')).toBe(active)
    await page.keyboard.press('Enter')
    await options.first().waitFor({ state: 'detached' })
    expect(await box.inputValue()).toBe('Hi @Bob_Byrne ')
    await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(null)
    await box.pressSequentially('and @c')
    await options.first().waitFor()
    await page.keyboard.press('Tab')
    expect(await box.inputValue()).toBe('Hi @Bob_Byrne and @Cy ')
  })

  test('Escape closes the list and leaves the text; the mouse takes', async () => {
    const page = await open()
    const box = await begin(page)
    const options = page.getByRole('option')
    await box.pressSequentially('@b')
    await options.first().waitFor()
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('@b\n')
    await box.pressSequentially('@be')
    await options.first().click()
    expect(await box.inputValue()).toBe('@b\n@Bea_Brown ')
    await box.pressSequentially('!')
    expect(await box.inputValue()).toBe('@b\n@Bea_Brown !')
  })

  test('while somebody types on, only the last question is asked', async () => {
    const page = await open()
    const box = await begin(page)
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/v1/people' && request.method() === 'GET') asked.push(searchParams.get('prefix'))
    })
    await box.evaluate((one: HTMLTextAreaElement) => {
      for (const text of ['@b', '@bo', '@bob']) {
        one.value = text
        one.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    })
    await page.getByRole('option').waitFor()
    expect(asked).toEqual(['bob'])
  })
})
