import { expect, test } from 'vitest'
import { showProgress } from './progress.ts'

/** What is shown of a task of 1000 steps, each of which takes so long. */
function shown({ isTTY, stepMs }: { isTTY: boolean; stepMs: number }): string[] {
  const texts: string[] = []
  let time = 0
  const show = showProgress({ isTTY, columns: 60, write: (text) => texts.push(text) }, () => time)
  for (let done = 0; done <= 1000; done++, time += stepMs) show({ task: 'Building', done, total: 1000 })
  return texts
}

test.each([true, false])('short work shows nothing (in a terminal: %s)', (isTTY) => {
  expect(shown({ isTTY, stepMs: 0.4 })).toEqual([])
})

test('outside a terminal a line at each tenth, once it takes long', () => {
  expect(shown({ isTTY: false, stepMs: 2 })).toEqual(
    [25, 30, 40, 50, 60, 70, 80, 90, 100].map((part) => `Building: ${part} %\n`),
  )
})

test('in a terminal one line that is drawn again, at most ten times a second, and left behind when full', () => {
  const texts = shown({ isTTY: true, stepMs: 2 })
  expect(texts.every((text) => text.startsWith('\r'))).toBe(true)
  expect(texts).toHaveLength(16)
  expect(texts.filter((text) => text.endsWith('\n'))).toEqual([`\r\u001B[K${'█'.repeat(24)} 100 % Building\n`])
})
