import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../testing/browser.ts'
import { isFocused } from '../../testing/focus.ts'
import { stage } from '../../testing/stage.ts'
import { pageAround } from '../../testing/threads.ts'
import { MAGAZINE, plant } from '../../testing/topics.ts'

const FORM = `<form><palaver-topics view="picker" name="topic" required></palaver-topics>
<button>Send</button><button type="reset">Reset</button></form>`

async function scene(open: InBrowser, body = FORM) {
  const s = await stage()
  const ids = await plant(s, MAGAZINE)
  const page = await open()
  await page.addInitScript(() => {
    const told: unknown[] = []
    addEventListener('palaver:topic', (event) => told.push((event as CustomEvent<{ id: string }>).detail.id))
    Object.assign(globalThis, { told })
  })
  await page.goto(s.site.put({ body: pageAround(body) }))
  const topics = page.locator('palaver-topics')
  const box = topics.getByRole('combobox', { name: 'Topic' })
  await box.waitFor()
  const told = () => page.evaluate(() => Reflect.get(globalThis, 'told') as unknown[])
  const sent = () => page.locator('form').evaluate((form) => new FormData(form as HTMLFormElement).get('topic'))
  return { ids, page, topics, box, told, sent }
}

const options = (topics: Locator): Locator => topics.getByRole('option')

describeBrowser('The picker of a topic', (open) => {
  test('finds by what is typed, accents or not, with the way to each', async () => {
    const { ids, page, topics, box, told, sent } = await scene(open)
    await box.fill('r')
    await options(topics).first().waitFor()
    expect(await options(topics).allInnerTexts()).toEqual([
      expect.stringMatching(/Rail\s+Travel$/),
      expect.stringMatching(/Routes\s+Travel\s*› ?Cycling$|Routes\s+TravelCycling$/),
      expect.stringMatching(/Repairs/),
    ])
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    const active = async () => topics.locator(`[id="${await box.getAttribute('aria-activedescendant')}"]`).innerText()
    expect(await active()).toContain('Rail')
    await box.press('ArrowDown')
    await expect.poll(active).toContain('Routes')
    await box.press('ArrowUp')
    await box.press('ArrowUp')
    await expect.poll(active).toContain('Repairs')
    expect(await axeViolations(page)).toEqual([])
    await box.press('Enter')
    await options(topics).first().waitFor({ state: 'detached' })
    expect(await box.inputValue()).toBe('Repairs')
    expect(await isFocused(box)).toBe(true)
    expect(await told()).toEqual([ids['Repairs']])
    expect(await sent()).toBe(ids['Repairs'])
    expect(await topics.evaluate((element) => Reflect.get(element, 'value'))).toBe(ids['Repairs'])
    expect(await axeViolations(page)).toEqual([])
  })

  test('asks once for what is typed in one go', async () => {
    const { page, topics, box } = await scene(open)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/search')) asked.push(new URL(request.url()).searchParams.get('q') ?? '')
    })
    await box.pressSequentially('chee')
    await options(topics).first().waitFor()
    expect(asked.at(-1)).toBe('chee')
    expect(asked.length).toBeLessThan(4)
  })

  test('takes by Enter nothing that was found by other words', async () => {
    const { ids, page, topics, box, told } = await scene(open)
    await box.fill('r')
    await options(topics).first().waitFor()
    let free = (): void => {}
    const isFree = new Promise<void>((resolve) => (free = resolve))
    await page.route(/\/search/, (route) => isFree.then(() => route.continue()))
    await box.fill('bread')
    await box.press('Enter')
    expect(await told()).toEqual([])
    expect(await box.getAttribute('aria-activedescendant')).toBe(null)
    free()
    await options(topics).filter({ hasText: 'Bread' }).first().waitFor()
    await box.press('Enter')
    expect(await told()).toEqual([ids['Bread']])
  })

  test('has its value in the form before the page hears of it', async () => {
    const { ids, page, topics, box } = await scene(open)
    await page.locator('form').evaluate((form) =>
      addEventListener('palaver:topic', () => {
        const [is, sent] = [form as HTMLFormElement, new FormData(form as HTMLFormElement)]
        Object.assign(globalThis, { heard: [is.checkValidity(), sent.get('topic')] })
      }),
    )
    const heard = () => page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown)
    await box.fill('bread')
    await options(topics).filter({ hasText: 'Bread' }).first().click()
    expect(await heard()).toEqual([true, ids['Bread']])
    await topics.getByRole('button', { name: 'Clear' }).click()
    expect(await heard()).toEqual([false, null])
  })

  test('is cleared, by a button and by Escape, and takes part in a form', async () => {
    const { ids, page, topics, box, told, sent } = await scene(open)
    const isValid = () => page.locator('form').evaluate((form) => (form as HTMLFormElement).checkValidity())
    await expect.poll(isValid).toBe(false)
    await box.fill('bread')
    // What was found before stands there until the answer comes.
    await options(topics).filter({ hasText: 'Bread' }).first().click()
    expect(await isValid()).toBe(true)
    await topics.getByRole('button', { name: 'Clear' }).click()
    expect(await isFocused(box)).toBe(true)
    expect([await box.inputValue(), await isValid(), await sent()]).toEqual(['', false, null])
    expect(await told()).toEqual([ids['Bread'], null])
    await topics.evaluate((element, value) => Object.assign(element, { value }), ids['Museums'])
    await expect.poll(() => box.inputValue()).toBe('Museums')
    expect(await sent()).toBe(ids['Museums'])
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => box.inputValue()).toBe('')
    await box.fill('cheese')
    await options(topics).first().waitFor()
    await box.press('Escape')
    expect(await options(topics).count()).toBe(0)
  })

  test('takes what the page or a reset says, also after something else was chosen', async () => {
    const { ids, page, topics, box, sent } = await scene(open)
    const choose = async (name: string): Promise<void> => {
      await box.fill(name)
      // What was found before stands there until the answer comes.
      await options(topics).filter({ hasText: name }).first().click()
      await expect.poll(sent).toBe(ids[name])
    }
    const set = (value: string) => topics.evaluate((element, to) => Object.assign(element, { value: to }), value)
    await choose('Bread')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => box.inputValue()).toBe('')
    await expect.poll(sent).toBeNull()
    await choose('Bread')
    await set('')
    await expect.poll(() => box.inputValue()).toBe('')
    for (const other of ['Cheese', 'Rail']) {
      await set(ids['Museums'] ?? '')
      await expect.poll(() => box.inputValue()).toBe('Museums')
      await choose(other)
    }
  })

  test('says that there is none of that name', async () => {
    const { page, topics, box } = await scene(open)
    await box.fill('zzz')
    await topics.getByRole('status').filter({ hasText: 'No topic is called that.' }).waitFor({ state: 'attached' })
    await topics.locator('.found.none').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
