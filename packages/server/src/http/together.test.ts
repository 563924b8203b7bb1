import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './together.ts'

const response = {} as ServerResponse
const requestTo = (url: string) => ({ url }) as IncomingMessage

test('requests of one turn are handled together, step by step, in the order in which they came', async () => {
  const steps: string[] = []
  const step = async (name: string): Promise<void> => void steps.push(name)
  const goThrough = async (url = ''): Promise<void> => {
    await step(`${url} begins`)
    await step(`${url} goes on`)
    await step(`${url} ends`)
  }
  const handle = together(({ url }) => void goThrough(url))
  for (const url of ['a', 'b', 'c']) handle(requestTo(url), response)
  expect(steps).toEqual([])
  await nextTurn()
  const inTurns = ['begins', 'goes on', 'ends'].flatMap((what) => ['a', 'b', 'c'].map((url) => `${url} ${what}`))
  expect(steps).toEqual(inTurns)
})

test('each is handled once, also one that comes while others are', async () => {
  const handled: string[] = []
  const handle = together(({ url = '' }) => {
    handled.push(url)
    if (url === 'a') handle(requestTo('late'), response)
  })
  handle(requestTo('a'), response)
  handle(requestTo('b'), response)
  await nextTurn()
  await nextTurn()
  expect(handled).toEqual(['a', 'b', 'late'])
})
