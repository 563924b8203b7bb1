import { changeTopic, deleteTopic, topic as readTopic, topics as listTopics } from '@palaver/client/topics'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { describeBrowser, type InBrowser } from '../../testing/browser.ts'
import { isFocused } from '../../testing/focus.ts'
import { admin, stage, type Stage } from '../../testing/stage.ts'
import { pageAround } from '../../testing/threads.ts'
import { openTopics, plant } from '../../testing/topics.ts'
import { watch } from '../../testing/watch.ts'

const TREE = [{ name: 'Ant', under: ['Ape', 'Asp'] }, { name: 'Bee', under: ['Bat'] }, 'Cow'] as const

async function scene(open: InBrowser, options: Parameters<InBrowser>[0] = {}) {
  const s = await stage()
  const ids = await plant(s, TREE)
  const page = await open({ viewport: { width: 640, height: 640 }, ...options })
  const seen = watch(page)
  const topics = await arranged(page, s)
  return { s, ids, page, seen, topics }
}

async function arranged(page: Page, s: Stage): Promise<Locator> {
  const topics = await openTopics(page, s, { token: await s.token(admin('root')) })
  await topics.getByRole('button', { name: 'Add a topic' }).waitFor()
  return topics
}

const item = (topics: Locator, name: string): Locator => topics.getByRole('treeitem', { name, exact: true })
const said = (topics: Locator, text: string | RegExp): Promise<void> =>
  topics.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
const undo = (topics: Locator): Promise<void> => topics.getByRole('button', { name: 'Undo' }).click()

async function namesUnder(s: Stage, parent?: string): Promise<string[]> {
  const page = await listTopics(await s.as(admin('root')), {
    tree: 'main',
    ...(parent === undefined ? {} : { parent }),
  }).page()
  return page.topics.map(({ name }) => name)
}

const shownIn = (topics: Locator): Promise<string[]> => topics.locator('[data-row] .way-to bdi').allInnerTexts()

async function choose(topics: Locator, name: string, text: string): Promise<void> {
  await item(topics, name).focus()
  await item(topics, name).press('Shift+F10')
  await topics.getByRole('menuitem', { name: text, exact: true }).click()
}

type Where = 'before' | 'into' | 'after'
const SHARE: Readonly<Record<Where, number>> = { before: 0.1, into: 0.5, after: 0.9 }

async function pointAt(row: Locator, share: number): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height * share }
}

async function dragTo(page: Page, from: Locator, to: Locator, where: Where): Promise<void> {
  const [start, end] = [await pointAt(from, 0.5), await pointAt(to, SHARE[where])]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y + 10)
  await page.mouse.move(end.x, end.y, { steps: 3 })
}

describeBrowser('An operator', (open) => {
  test('drags a topic before, behind and into others, and takes it back', async () => {
    const { s, ids, page, seen, topics } = await scene(open)
    await dragTo(page, item(topics, 'Cow'), item(topics, 'Ant'), 'before')
    await topics.locator('.drop-before').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.mouse.up()
    await said(topics, '“Cow” has moved.')
    expect(await namesUnder(s)).toEqual(['Cow', 'Ant', 'Bee'])
    await expect.poll(() => shownIn(topics)).toEqual(['Cow', 'Ant', 'Bee'])
    expect(await axeViolations(page)).toEqual([])
    await undo(topics)
    await said(topics, 'Undone: “Cow” is as it was.')
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    await dragTo(page, item(topics, 'Cow'), item(topics, 'Bee'), 'into')
    await topics.locator('.drop-into').waitFor()
    await page.mouse.up()
    await said(topics, '“Cow” has moved.')
    expect(await namesUnder(s, ids['Bee'])).toEqual(['Bat', 'Cow'])
    await item(topics, 'Bat').waitFor()
    await dragTo(page, item(topics, 'Ant'), item(topics, 'Bat'), 'after')
    await topics.locator('.drop-after').waitFor()
    await page.mouse.up()
    await expect.poll(() => namesUnder(s, ids['Bee'])).toEqual(['Bat', 'Ant', 'Cow'])
    expect(page.url()).not.toContain('/topics/')
    expect(seen.complaints).toEqual([])
  })

  test('cannot drag a topic into itself or below, and Escape leaves all as it is', async () => {
    const { s, page, topics } = await scene(open)
    await item(topics, 'Ant').focus()
    await page.keyboard.press('ArrowRight')
    await item(topics, 'Asp').waitFor()
    await dragTo(page, item(topics, 'Ant'), item(topics, 'Asp'), 'into')
    await topics.locator('.held-row').waitFor()
    expect(await topics.locator('.drop-into, .drop-before, .drop-after').count()).toBe(0)
    await page.mouse.up()
    await dragTo(page, item(topics, 'Ant'), item(topics, 'Cow'), 'into')
    await topics.locator('.drop-into').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
  })

  test('takes back by keys what was dragged, merged or deleted, from where the focus is then', async () => {
    const { s, page, topics } = await scene(open)
    const takeBack = async (): Promise<void> => {
      await page.keyboard.press('Control+z')
      await said(topics, 'Undone')
      await expect.poll(() => shownIn(topics)).toEqual(['Ant', 'Bee', 'Cow'])
    }
    await dragTo(page, item(topics, 'Cow'), item(topics, 'Ant'), 'before')
    await page.mouse.up()
    await said(topics, '“Cow” has moved.')
    await expect.poll(() => isFocused(item(topics, 'Cow'))).toBe(true)
    await takeBack()
    await item(topics, 'Bee').focus()
    await page.keyboard.press('Delete')
    await topics.getByLabel('The topics below are deleted with it', { exact: true }).check()
    await page.keyboard.press('Enter')
    await said(topics, '“Bee” has been deleted.')
    await expect.poll(() => isFocused(item(topics, 'Cow'))).toBe(true)
    await takeBack()
    await choose(topics, 'Cow', 'Merge into …')
    await topics.getByRole('combobox').fill('bee')
    await topics.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await said(topics, '“Cow” is now part of “Bee”.')
    await expect.poll(() => isFocused(item(topics, 'Bee'))).toBe(true)
    await takeBack()
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
  })

  test('scrolls to what is out of sight while something is held at an edge, of the page or of a box in it', async () => {
    const s = await stage()
    await plant(
      s,
      Array.from({ length: 40 }, (_, at) => `Number ${at}`),
    )
    const page = await open({ viewport: { width: 640, height: 500 } })
    const token = await s.token(admin('root'))
    const element = `<palaver-topics token="${token}"></palaver-topics>`
    const box = '<style>#box { overflow: auto; height: 300px }</style>'
    for (const head of ['', box]) {
      await page.goto(s.site.put({ body: pageAround(`<div id="box">${element}</div>`), head }))
      const topics = page.locator('palaver-topics')
      await topics.getByRole('button', { name: 'Add a topic' }).waitFor()
      const first = await pointAt(item(topics, 'Number 0'), 0.5)
      const { y, height } = (await page.locator('#box').boundingBox()) ?? { y: 0, height: 0 }
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      await page.mouse.move(first.x, first.y + 10)
      await page.mouse.move(first.x, Math.min(y + height, 500) - 5)
      const lastIn = async () => (await item(topics, 'Number 39').boundingBox())?.y ?? Infinity
      await expect.poll(lastIn).toBeLessThan(Math.min(y + height, 500))
      await page.keyboard.press('Escape')
      await page.mouse.up()
    }
  })

  test('drags with a finger, by the grip', async () => {
    const { s, page, topics } = await scene(open, { hasTouch: true })
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: string, touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })
    const start = await pointAt(item(topics, 'Cow').locator('.grip'), 0.5)
    const end = await pointAt(item(topics, 'Ant'), SHARE.before)
    await touch('touchStart', [start])
    await touch('touchMove', [{ x: start.x, y: start.y - 10 }])
    await touch('touchMove', [end])
    await topics.locator('.drop-before').waitFor()
    await touch('touchEnd', [])
    await said(topics, '“Cow” has moved.')
    expect(await namesUnder(s)).toEqual(['Cow', 'Ant', 'Bee'])
  })

  test('does the same by keys', async () => {
    const { s, ids, page, topics } = await scene(open)
    await item(topics, 'Bee').focus()
    await page.keyboard.press('Shift+F10')
    await topics.getByRole('menu', { name: 'Arrange Bee' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(item(topics, 'Bee'))).toBe(true)
    await choose(topics, 'Bee', 'Move up')
    await said(topics, '“Bee” has moved.')
    expect(await namesUnder(s)).toEqual(['Bee', 'Ant', 'Cow'])
    await expect.poll(() => isFocused(item(topics, 'Bee'))).toBe(true)
    await choose(topics, 'Bee', 'Move down')
    await expect.poll(() => namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    await expect.poll(() => shownIn(topics)).toEqual(['Ant', 'Bee', 'Cow'])
    await choose(topics, 'Bee', 'Move into the one above')
    await expect.poll(() => namesUnder(s, ids['Ant'])).toEqual(['Ape', 'Asp', 'Bee'])
    await choose(topics, 'Bee', 'Move out one level')
    await expect.poll(() => namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    await expect.poll(() => shownIn(topics)).toEqual(['Ant', 'Ape', 'Asp', 'Bee', 'Cow'])
    await choose(topics, 'Bee', 'Move to …')
    await topics.getByRole('combobox').fill('asp')
    await topics.getByRole('option').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await topics.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => namesUnder(s, ids['Asp'])).toEqual(['Bee'])
    await said(topics, '“Bee” has moved.')
    await item(topics, 'Ant').focus()
    await page.keyboard.press('Control+z')
    await said(topics, 'Undone')
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
  })

  test('renames and adds in place', async () => {
    const { s, ids, page, topics } = await scene(open)
    await item(topics, 'Cow').focus()
    await page.keyboard.press('F2')
    const name = topics.getByLabel('Name of the topic')
    await expect.poll(() => isFocused(name)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await name.fill('Calf')
    await page.keyboard.press('Enter')
    await said(topics, '“Calf” has a new name.')
    await expect.poll(() => isFocused(item(topics, 'Calf'))).toBe(true)
    await undo(topics)
    await said(topics, 'Undone')
    expect((await readTopic(await s.as(null), { id: ids['Cow'] ?? '' })).topic).toMatchObject({
      name: 'Cow',
      slug: 'cow',
    })
    await choose(topics, 'Cow', 'Add a topic inside')
    await topics.getByLabel('Name of the new topic').first().waitFor()
    await topics.locator('.name-box').fill('Hoof')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await said(topics, '“Hoof” has been added.')
    expect(await namesUnder(s, ids['Cow'])).toEqual(['Hoof'])
    await undo(topics)
    await said(topics, 'Undone')
    expect(await namesUnder(s, ids['Cow'])).toEqual([])
    await topics.getByRole('button', { name: 'Add a topic' }).click()
    await topics.locator('.name-box').fill('Never')
    await page.keyboard.press('Escape')
    await topics.locator('.name-box').waitFor({ state: 'detached' })
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
  })

  test('has room for a way back beside a long name', async () => {
    const { page, topics } = await scene(open, { viewport: { width: 320, height: 640 } })
    await item(topics, 'Cow').focus()
    await page.keyboard.press('F2')
    await topics.getByLabel('Name of the topic').fill('Much longer '.repeat(20).trim())
    await page.keyboard.press('Enter')
    await said(topics, /Much longer.*has a new name/)
    expect((await topics.getByRole('button', { name: 'Undo' }).boundingBox())?.height).toBeLessThan(40)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  test('deletes, having said what becomes of what is in it, and brings it back', async () => {
    const { s, ids, page, topics } = await scene(open)
    const ask = async (name: string, how: string | null): Promise<void> => {
      await choose(topics, name, 'Delete …')
      if (how !== null) await topics.getByLabel(how, { exact: true }).check()
    }
    const go = () => topics.getByRole('button', { name: 'Delete', exact: true }).click()
    await ask('Ant', null)
    expect(await axeViolations(page)).toEqual([])
    await go()
    await said(topics, 'There is something in it')
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    await ask('Ant', 'Everything moves to the topic above')
    await go()
    await said(topics, '“Ant” has been deleted.')
    expect((await namesUnder(s)).toSorted()).toEqual(['Ape', 'Asp', 'Bee', 'Cow'])
    await undo(topics)
    await said(topics, 'Undone')
    expect(await namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    expect(await namesUnder(s, ids['Ant'])).toEqual(['Ape', 'Asp'])
    await ask('Ant', 'The topics below are deleted with it')
    await go()
    await said(topics, '“Ant” has been deleted.')
    expect(await namesUnder(s)).toEqual(['Bee', 'Cow'])
    await undo(topics)
    await said(topics, 'Undone')
    expect(await namesUnder(s, ids['Ant'])).toEqual(['Ape', 'Asp'])
    await ask('Bee', 'The topics below are deleted with it, the discussions move to another topic')
    expect(await topics.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true)
    await topics.getByRole('combobox').fill('cow')
    await topics.getByRole('option').first().click()
    await go()
    await said(topics, '“Bee” has been deleted.')
    expect(await namesUnder(s)).toEqual(['Ant', 'Cow'])
  })

  test('merges, and takes that back', async () => {
    const { s, ids, topics } = await scene(open)
    await choose(topics, 'Ant', 'Merge into …')
    await topics.getByRole('combobox').fill('bee')
    await topics.getByRole('option').first().click()
    await topics.getByRole('button', { name: 'Merge', exact: true }).click()
    await said(topics, '“Ant” is now part of “Bee”.')
    expect(await namesUnder(s, ids['Bee'])).toEqual(['Bat', 'Ape', 'Asp'])
    await undo(topics)
    await said(topics, '“Ant”')
    await expect.poll(() => namesUnder(s)).toEqual(['Ant', 'Bee', 'Cow'])
    await expect.poll(() => namesUnder(s, ids['Ant'])).toEqual(['Ape', 'Asp'])
  })

  test('is told in words what others did first, and sees how it is', async () => {
    const { s, ids, page, topics } = await scene(open)
    const root = await s.as(admin('root'))
    await changeTopic(root, { id: ids['Ant'] ?? '', parent: ids['Cow'] ?? null })
    await dragTo(page, item(topics, 'Cow'), item(topics, 'Ant'), 'into')
    await topics.locator('.drop-into').waitFor()
    await page.mouse.up()
    await said(topics, 'A topic cannot go into itself or into one that lies below it.')
    await expect.poll(() => shownIn(topics)).toEqual(['Bee', 'Cow'])
    expect(await axeViolations(page)).toEqual([])
    await changeTopic(root, { id: ids['Bee'] ?? '', name: 'Wasp' })
    await choose(topics, 'Bee', 'Move down')
    await said(topics, 'Somebody else has just changed it.')
    await item(topics, 'Wasp').waitFor()
    await deleteTopic(root, { id: ids['Bee'] ?? '', how: 'cascade' })
    await choose(topics, 'Wasp', 'Move down')
    await said(topics, /This topic is (not|no longer) there\./)
    await expect.poll(() => shownIn(topics)).toEqual(['Cow'])
  })

  test('sees what another has moved, on the next look', async () => {
    const { s, ids, page, topics } = await scene(open)
    const other = await open({ viewport: { width: 640, height: 640 } })
    const there = await openTopics(other, s, {})
    await item(there, 'Bee').waitFor()
    await dragTo(page, item(topics, 'Cow'), item(topics, 'Bee'), 'into')
    await page.mouse.up()
    await said(topics, '“Cow” has moved.')
    await item(there, 'Bee').focus()
    await other.keyboard.press('ArrowRight')
    await item(there, 'Cow').last().waitFor()
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => shownIn(there)).toEqual(['Ant', 'Bee', 'Bat', 'Cow'])
    expect(await namesUnder(s, ids['Bee'])).toEqual(['Bat', 'Cow'])
  })
})

describeBrowser('Who arranges an empty tree', (open) => {
  test('adds its first topic', async () => {
    const s = await stage()
    await plant(s, [])
    const page = await open()
    const topics = await arranged(page, s)
    await topics.getByText('There are no topics yet.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await topics.getByRole('button', { name: 'Add a topic' }).click()
    await topics.locator('.name-box').fill('First')
    await page.keyboard.press('Enter')
    await item(topics, 'First').waitFor()
    expect(await namesUnder(s)).toEqual(['First'])
  })
})
