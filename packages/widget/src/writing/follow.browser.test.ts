import { discussion, post } from '@palaver/client'
import { level } from '@palaver/client/notifications'
import { expect, test } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { stage } from '../testing/stage.ts'

describeBrowser('how much somebody wants to hear', (open) => {
  test('is chosen beside the number of comments', async () => {
    const { site, as, token } = await stage()
    const ada = discussion(await as('ada'), { type: 'article', id: '1' })
    await post(ada, { text: 'Hello.' })
    const page = await open()
    const thread = `<palaver-thread resource="article:1" token="${await token('ada')}"></palaver-thread>`
    await page.goto(site.put({ body: `<main><h1>One</h1>${thread}</main>` }))
    const choice = page.getByLabel('Notify me')
    await choice.waitFor()
    expect(await choice.inputValue()).toBe('participating')
    const taken = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await choice.selectOption('Of nothing')
    await taken
    expect((await level(ada)).chosen).toBe('muted')
    expect(await axeViolations(page)).toEqual([])
  })

  test('is not asked of those who only read, nor where nobody has written', async () => {
    const { site, as, token } = await stage()
    await post(discussion(await as('ada'), { type: 'article', id: '1' }), { text: 'Hello.' })
    const page = await open()
    const empty = `<palaver-thread resource="article:2" token="${await token('ada')}"></palaver-thread>`
    const reader = '<palaver-thread resource="article:1"></palaver-thread>'
    await page.goto(site.put({ body: `<main><h1>One</h1>${empty}${reader}</main>` }))
    await page.getByText('Hello.').waitFor()
    await page.getByRole('textbox', { name: 'Your comment' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Notify me').count()).toBe(0)
  })
})
