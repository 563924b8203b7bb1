import { Temporal } from 'temporal-polyfill'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayIn, dayStart, hourBegan, hourIn, hourStart, nextDay, nextHour } from './days.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/St_Johns',
]
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) })
const at = (timeZone: string, ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
const HOUR_MS = 3_600_000

describe('days and hours of a time zone', () => {
  it('are those of the calendar', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, ms) => {
        const there = at(timeZone, ms)
        expect(dayIn(timeZone, ms)).toBe(there.toPlainDate().toString())
        expect(hourIn(timeZone, ms)).toBe(`${there.toPlainDateTime().toString().slice(0, 13)}${there.offset}`)
        expect(hourBegan(hourIn(timeZone, ms))).toBe(hourStart(timeZone, ms))
        expect(dayStart(timeZone, ms)).toBe(there.startOfDay().epochMilliseconds)
        expect(nextDay(timeZone, ms)).toBe(there.add({ days: 1 }).startOfDay().epochMilliseconds)
        expect(ms - hourStart(timeZone, ms)).toBe((there.minute * 60 + there.second) * 1000 + there.millisecond)
      }),
      { numRuns: 2000 },
    )
  })

  it('B8.6: a day has 23, 24 or 25 hours, each with a name of its own', () => {
    const hoursOf = (timeZone: string, day: string): Set<string> => {
      const first = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds
      const names = new Set<string>()
      for (let ms = first; dayIn(timeZone, ms) === day; ms += HOUR_MS / 2) names.add(hourIn(timeZone, ms))
      return names
    }
    expect(hoursOf('Europe/Berlin', '2026-03-29').size).toBe(23)
    expect(hoursOf('Europe/Berlin', '2026-03-30').size).toBe(24)
    expect(hoursOf('Europe/Berlin', '2026-10-25').size).toBe(25)
    expect(hoursOf('America/New_York', '2026-11-01').size).toBe(25)
    expect([...hoursOf('America/New_York', '2026-11-01')].slice(1, 3)).toEqual([
      '2026-11-01T01-04:00',
      '2026-11-01T01-05:00',
    ])
  })

  it('no day begins within an hour', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, ms) => {
        const next = nextHour(timeZone, ms)
        expect(next).toBeGreaterThan(ms)
        expect(dayIn(timeZone, Math.min(next, ms + 10 * 60_000) - 1)).toBe(dayIn(timeZone, ms))
      }),
      { numRuns: 1000 },
    )
  })
})
