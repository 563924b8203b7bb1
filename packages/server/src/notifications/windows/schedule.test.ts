import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type Choices, DEFAULT_CHOICES } from '../preferences/model.ts'
import { digestOfTomorrow, dueOf, quietUntil } from './schedule.ts'

const choices = (given: Partial<Choices>): Choices => ({ ...DEFAULT_CHOICES, ...given })
const at = (iso: string): number => Date.parse(iso)
const local = (ms: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16)
const dueIn = (given: Choices, now: number): number => dueOf(given, now, 0)?.due ?? Number.NaN

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Tehran',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Atlantic/Azores',
]

const moments = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-06-01T00:00:00Z') })
const zones = fc.constantFrom(...ZONES)

describe('when a mail is due', () => {
  it('H7: a daily digest is due at eight o’clock of each of 20 zones, every day of a year', () => {
    for (const timeZone of ZONES) {
      const daily = choices({ mail: 'daily', timeZone })
      let now = at('2026-01-01T12:00:00Z')
      let day = Temporal.Instant.fromEpochMilliseconds(dueIn(daily, now)).toZonedDateTimeISO(timeZone).toPlainDate()
      for (let days = 0; days < 366; days++) {
        now = dueIn(daily, now)
        expect(local(now, timeZone), timeZone).toBe(`${day.toString()}T08:00`)
        day = day.add({ days: 1 })
      }
    }
  })

  it.for([
    { zone: 'Europe/Berlin', night: '2026-03-29', passedOver: '02:30', becomes: '03:30' },
    { zone: 'America/New_York', night: '2026-03-08', passedOver: '02:30', becomes: '03:30' },
    { zone: 'Australia/Lord_Howe', night: '2026-10-04', passedOver: '02:15', becomes: '02:45' },
  ])('H8: what $zone passes over in spring is due at the next valid time', ({ zone, night, passedOver, becomes }) => {
    const daily = choices({ mail: 'daily', timeZone: zone, digestAt: passedOver })
    const before = Temporal.PlainDate.from(night).toZonedDateTime({ timeZone: zone, plainTime: '00:30' })
    const due = dueIn(daily, before.epochMilliseconds)
    expect(local(due, zone)).toBe(`${night}T${becomes}`)
    const next = Temporal.PlainDate.from(night).add({ days: 1 })
    expect(local(dueIn(daily, due), zone)).toBe(`${next.toString()}T${passedOver}`)
  })

  it.for([
    { zone: 'Europe/Berlin', night: '2026-10-25', twice: '02:30' },
    { zone: 'America/New_York', night: '2026-11-01', twice: '01:30' },
    { zone: 'Australia/Lord_Howe', night: '2026-04-05', twice: '01:45' },
  ])('H8: what comes twice in autumn in $zone is due once', ({ zone, night, twice }) => {
    const daily = choices({ mail: 'daily', timeZone: zone, digestAt: twice })
    const before = Temporal.PlainDate.from(night).toZonedDateTime({ timeZone: zone, plainTime: '00:30' })
    const dues = new Set<number>()
    for (let minutes = 0; minutes < 24 * 60; minutes += 5)
      dues.add(dueIn(daily, before.epochMilliseconds + minutes * 60_000))
    expect([...dues].filter((due) => local(due, zone).startsWith(night))).toHaveLength(1)
  })

  it('H2: at the very moment the next one is meant, in every zone, and never one that is past', () => {
    fc.assert(
      fc.property(moments, zones, fc.constantFrom('hourly', 'daily', 'weekly'), (now, timeZone, mail) => {
        const given = choices({ mail, timeZone })
        const due = dueIn(given, now)
        expect(due).toBeGreaterThan(now)
        expect(dueIn(given, due)).toBeGreaterThan(due)
        expect(dueIn(given, due - 1)).toBe(due)
        const days = { hourly: 1, daily: 2, weekly: 8 }[mail]
        expect(due - now).toBeLessThanOrEqual(days * 24 * 3_600_000)
      }),
      { numRuns: 500 },
    )
  })

  it('is on the chosen day of the week', () => {
    const weekly = choices({ mail: 'weekly', digestDay: 5, digestAt: '17:30', timeZone: 'Asia/Kathmandu' })
    expect(local(dueIn(weekly, at('2026-11-16T00:00:00Z')), 'Asia/Kathmandu')).toBe('2026-11-20T17:30')
    expect(local(dueIn(weekly, at('2026-11-20T11:45:00Z')), 'Asia/Kathmandu')).toBe('2026-11-27T17:30')
  })

  it('is at the full hour there, also where that is not one of Greenwich', () => {
    const hourly = choices({ mail: 'hourly', timeZone: 'Asia/Kathmandu' })
    expect(local(dueIn(hourly, at('2026-11-16T10:00:00Z')), 'Asia/Kathmandu')).toBe('2026-11-16T16:00')
  })

  it('waits a moment where mails are sent at once, under one name for all who come within it', () => {
    const now = at('2026-11-16T10:00:00Z')
    const first = dueOf(choices({}), now, 60_000)
    expect(first).toMatchObject({ kind: 'instant', due: now + 60_000 })
    expect(dueOf(choices({}), now + 59_999, 60_000)?.key).toBe(first?.key)
    expect(dueOf(choices({ mail: 'off' }), now, 60_000)).toBeNull()
  })

  it('H13: what is too much today goes to tomorrow’s digest, whatever the hour', () => {
    fc.assert(
      fc.property(moments, zones, (now, timeZone) => {
        const { due, kind } = digestOfTomorrow(choices({ timeZone }), now)
        const today = Temporal.PlainDate.from(local(now, timeZone).slice(0, 10))
        expect([kind, local(due, timeZone).slice(0, 10)]).toEqual(['daily', today.add({ days: 1 }).toString()])
      }),
    )
  })
})

describe('quiet hours', () => {
  const ALL = [1, 2, 3, 4, 5, 6, 7]
  const berlin = (days: number[], from: string, to: string): Choices =>
    choices({ timeZone: 'Europe/Berlin', quiet: { days, from, to } })
  const until = (given: Choices, iso: string): string | null => {
    const end = quietUntil(given, at(iso))
    return end === null ? null : local(end, given.timeZone)
  }

  it('H10: last over midnight, and belong to the day on which they begin', () => {
    const night = berlin([5], '22:00', '07:00')
    expect(until(night, '2026-11-20T20:59:59Z')).toBeNull()
    expect(until(night, '2026-11-20T21:00:00Z')).toBe('2026-11-21T07:00')
    expect(until(night, '2026-11-21T05:59:59Z')).toBe('2026-11-21T07:00')
    expect(until(night, '2026-11-21T06:00:00Z')).toBeNull()
    expect(until(night, '2026-11-21T21:30:00Z')).toBeNull()
  })

  it('H10: are a whole day where they end when they begin, and a weekend is one', () => {
    const weekend = berlin([6, 7], '00:00', '00:00')
    expect(until(weekend, '2026-11-20T23:30:00Z')).toBe('2026-11-23T00:00')
    expect(until(weekend, '2026-11-22T12:00:00Z')).toBe('2026-11-23T00:00')
    expect(until(weekend, '2026-11-23T00:00:00Z')).toBeNull()
  })

  it('H10: have an end once a day for who is quiet all week', () => {
    expect(until(berlin(ALL, '09:00', '09:00'), '2026-11-18T12:00:00Z')).toBe('2026-11-19T09:00')
  })

  it('H10: hold a mail that is sent at once until they end, and no digest', () => {
    const quiet = { days: ALL, from: '22:00', to: '07:00' }
    const now = at('2026-11-20T22:30:00Z')
    const end = at('2026-11-21T07:00:00Z')
    expect(dueOf(choices({ quiet }), now, 60_000)).toMatchObject({ kind: 'instant', due: end })
    expect(dueOf(choices({ quiet, mail: 'hourly' }), now, 60_000)).toMatchObject({ kind: 'hourly', due: end })
    expect(dueIn(choices({ quiet, mail: 'daily', digestAt: '06:00' }), now)).toBe(at('2026-11-21T06:00:00Z'))
  })

  it('H8, H10: end once and later than they begin in every zone, also where clocks change', () => {
    const times = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    fc.assert(
      fc.property(moments, zones, times, times, (now, timeZone, from, to) => {
        const given = choices({ timeZone, quiet: { days: [1, 3, 5, 6], from, to } })
        const end = quietUntil(given, now)
        if (end === null) return
        expect(end).toBeGreaterThan(now)
        expect(quietUntil(given, end)).toBeNull()
        expect(quietUntil(given, end - 1)).toBe(end)
      }),
      { numRuns: 500 },
    )
  })
})
