import { describe, expect, it } from 'vitest'
import { MOST_IN_HOUR, type Pace, paced, shareOfHour } from './pacing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, NOON } from './testing/ground.ts'

/** 100 an hour for ten days. */
const pace = (set: Partial<Pace> = {}): Pace => ({
  goal: 24_000,
  from: NOON,
  until: NOON + 10 * DAY_MS,
  now: NOON,
  hourBegan: NOON,
  taken: 0,
  inHour: 0,
  likely: 1,
  unlikely: 0,
  ...set,
})

describe('an even pace', () => {
  it('begins with some minutes, and goes on as time does', () => {
    expect(paced(pace())).toBe(8)
    expect(paced(pace({ taken: 8, inHour: 8 })), 'before its time').toBe(0)
    expect(paced(pace({ taken: 8, inHour: 8, now: NOON + 5 * MINUTE_MS }))).toBeGreaterThan(0)
  })

  it('catches up, by no more than one and a half times an hour’s share', () => {
    const late = { now: NOON + 5 * DAY_MS, hourBegan: NOON + 5 * DAY_MS, taken: 6_000 }
    expect(shareOfHour(pace(late))).toBe(18_000 / 120)
    expect(paced(pace(late))).toBe(12)
    expect(paced(pace({ ...late, taken: 6_000 + 224, inHour: 224 })), 'the last of the hour').toBe(1)
    expect(paced(pace({ ...late, taken: 6_000 + 225, inHour: 225 }))).toBe(0)
    expect(MOST_IN_HOUR).toBe(1.5)
  })

  it('reaches its goal to the last one, also where that is less than one an hour', () => {
    const end = { now: NOON + 10 * DAY_MS - MINUTE_MS, hourBegan: NOON + 10 * DAY_MS - HOUR_MS }
    expect(paced(pace({ ...end, taken: 23_999 }))).toBe(1)
    expect(paced(pace({ ...end, taken: 24_000 }))).toBe(0)
    const few = { goal: 12, now: NOON + DAY_MS, hourBegan: NOON + DAY_MS }
    expect(paced(pace({ ...few, taken: 0 })), 'one is due').toBe(1)
    expect(paced(pace({ ...few, taken: 1 }))).toBe(0)
  })

  it('takes room for clicks as what is thought to come of it', () => {
    const clicks = pace({
      likely: 1 / 3,
      taken: 240,
      unlikely: 160,
      inHour: 0,
      now: NOON + HOUR_MS,
      hourBegan: NOON + HOUR_MS,
    })
    expect(paced(clicks), 'a third of 240 is less than an hour asks for').toBeGreaterThan(0)
    expect(paced({ ...clicks, likely: 1, unlikely: 0 })).toBe(0)
  })
})
