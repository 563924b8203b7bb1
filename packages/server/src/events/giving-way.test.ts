import { expect, test } from 'vitest'
import { GivingWay } from './giving-way.ts'

/** `left`: the part of the time in which there is nothing else to do. */
function ground({ left = 0.3 } = {}) {
  const state = { now: 0, requests: 0, rests: [] as number[] }
  const way = new GivingWay({
    requests: () => state.requests,
    idle: () => state.now * left,
    clock: () => state.now,
    sleep: async (ms) => {
      state.rests.push(ms)
      state.now += ms
    },
  })
  const work = async (ms: number, requests: number): Promise<void> => {
    state.now += ms
    state.requests += requests
    await way.take()
  }
  return { state, way, work }
}

test('a queue does not rest while nobody asks for anything, however long it works', async () => {
  const { state, work } = ground()
  for (let turn = 0; turn < 100; turn++) await work(50, 0)
  for (let turn = 0; turn < 100; turn++) await work(100, 1)
  expect(state.rests).toEqual([])
})

test('while many ask, it rests three times as long as it worked, and no longer than a moment', async () => {
  const { state, work } = ground()
  await work(4, 10)
  await work(8, 10)
  await work(200, 400)
  expect(state.rests).toEqual([36, 250])
})

test('while those who ask leave nothing of the time, it rests for longer', async () => {
  const { state, work } = ground({ left: 0.01 })
  await work(4, 10)
  await work(8, 10)
  await work(200, 400)
  expect(state.rests).toEqual([144, 250])
})

test('all that work side by side rest together', async () => {
  const { state, way } = ground()
  state.now = 20
  state.requests = 100
  await Promise.all([way.take(), way.take(), way.take()])
  expect(state.rests).toEqual([60])
})
