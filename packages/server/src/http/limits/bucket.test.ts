import { expect, test } from 'vitest'
import { Buckets } from './bucket.ts'

function clocked(perMinute: number) {
  const clock = { now: 1_000_000 }
  const buckets = new Buckets({ perMinute, now: () => clock.now })
  const take = (subject: string): boolean => {
    const hasRoom = buckets.hasRoom(subject)
    if (hasRoom) buckets.take(subject)
    return hasRoom
  }
  return { clock, buckets, take }
}

test('as many as a full bucket holds, then as many as flow in', () => {
  const { clock, take } = clocked(60)
  expect(Array.from({ length: 61 }, () => take('ada'))).toEqual([...Array.from({ length: 60 }, () => true), false])
  clock.now += 999
  expect(take('ada')).toBe(false)
  clock.now += 1
  expect([take('ada'), take('ada')]).toEqual([true, false])
})

test('each subject has its own, and none ever holds more than is full', () => {
  const { clock, take } = clocked(2)
  expect([take('ada'), take('ada'), take('ada'), take('bob')]).toEqual([true, true, false, true])
  clock.now += 3_600_000
  expect([take('ada'), take('ada'), take('ada')]).toEqual([true, true, false])
})

test('it says what is left, and when there is more', () => {
  const { buckets, take } = clocked(60)
  for (let number = 0; number < 60; number++) take('ada')
  expect(buckets.standing('ada')).toEqual({ left: 0, secondsToNext: 1, secondsToFull: 60 })
  expect(buckets.standing('bob')).toEqual({ left: 60, secondsToNext: 1, secondsToFull: 0 })
})

test('a clock that is set back gives nothing and takes nothing', () => {
  const { clock, take } = clocked(1)
  take('ada')
  clock.now -= 1_000_000
  expect(take('ada')).toBe(false)
  clock.now += 60_000
  expect(take('ada')).toBe(true)
})

test('who was not heard of for long is forgotten, so that no flood of names fills the memory', () => {
  const { take } = clocked(1)
  take('first')
  for (let number = 0; number < 50_000; number++) take(`other ${number}`)
  expect(take('first')).toBe(true)
})
