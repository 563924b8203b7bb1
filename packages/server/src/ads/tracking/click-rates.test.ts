import { expect, test } from 'vitest'
import { ClickRates } from './click-rates.ts'
import { NOON } from './tracking.fixtures.ts'

const MINUTE_MS = 60_000
const ANN = { creative: 'c1', person: '', address: '192.0.2.7' }

/** Of clicks each so many minutes after the last one, those that count. */
function taken(minutes: number, count: number): number {
  const rates = new ClickRates()
  return Array.from({ length: count }, (_, at) => rates.take(ANN, NOON + at * minutes * MINUTE_MS)).filter(Boolean)
    .length
}

test('one a minute, three in ten minutes, ten in an hour, 25 in a day', () => {
  expect(taken(0.5, 3)).toBe(2)
  expect(taken(1, 10)).toBe(3)
  expect(taken(3.5, 17)).toBe(10)
  expect(taken(6, 24 * 10)).toBe(25)
})

test('what did not count does not count for the next', () => {
  const rates = new ClickRates()
  const at = (seconds: number): boolean => rates.take(ANN, NOON + seconds * 1000)
  expect([0, 30, 59.999, 60, 90].map(at)).toEqual([true, false, false, true, false])
})

test('of each creative, network and person', () => {
  const rates = new ClickRates()
  const take = (clicker: Partial<typeof ANN>): boolean => rates.take({ ...ANN, ...clicker }, NOON)
  expect(take({})).toBe(true)
  expect(take({ creative: 'c2' })).toBe(true)
  expect(take({ address: '192.0.2.8' })).toBe(true)
  expect(take({ address: '192.0.2.9', person: 'p1' })).toBe(true)
  expect(take({ address: '192.0.2.10', person: 'p1' }), 'the same person elsewhere').toBe(false)
  expect(take({ address: '192.0.2.9', person: 'p2' }), 'somebody else there').toBe(false)
  expect(take({ address: '2001:db8::1' })).toBe(true)
  expect(take({ address: '2001:db8::2' }), 'who has one of these has all').toBe(false)
})

test('an address of this machine stands for everybody', () => {
  const rates = new ClickRates()
  const take = (person: string): boolean => rates.take({ creative: 'c1', person, address: '127.0.0.1' }, NOON)
  expect([take(''), take(''), take('p1'), take('p1'), take('p2')]).toEqual([true, true, true, false, true])
})

test('a clock that was set back brings no new chances', () => {
  const rates = new ClickRates()
  expect([rates.take(ANN, NOON), rates.take(ANN, NOON - 10 * MINUTE_MS)]).toEqual([true, false])
})
