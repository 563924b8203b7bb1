import { Temporal } from 'temporal-polyfill'
import type { Window } from '../model.ts'
import type { Choices } from '../preferences/model.ts'
import { localDate, localTime } from './zoned.ts'

/** When something goes out, and under which name it waits until then. */
export type Slot = { kind: Window['kind']; due: number; key: string }

const HOUR_MS = 3_600_000
const DAYS_OF_A_WEEK = 7

/** The window that something told now goes out with; null where no mail is wanted. */
export function dueOf(choices: Choices, now: number, bufferMs: number): Slot | null {
  switch (choices.mail) {
    case 'off':
      return null
    case 'instant':
      return afterQuiet(choices, instant(now, bufferMs))
    case 'hourly':
      return afterQuiet(choices, slotAt('hourly', nextHour(now, choices.timeZone)))
    case 'daily':
      return slotAt('daily', nextDay(choices, now))
    case 'weekly':
      return slotAt('weekly', nextWeek(choices, now))
  }
}

/** The digest of the next local day: where to go for what is too much today. */
export function digestOfTomorrow(choices: Choices, now: number): Slot {
  const today = localDate(now, choices.timeZone)
  return slotAt('daily', timeOfDigest(choices, today.add({ days: 1 })))
}

const slotAt = (kind: Slot['kind'], due: number): Slot => ({ kind, due, key: `${kind}~${new Date(due).toISOString()}` })

/** All that comes within one span has one name, so that who comes first at the same time makes one window. */
function instant(now: number, bufferMs: number): Slot {
  const span = bufferMs > 0 ? Math.floor(now / bufferMs) : now
  return { kind: 'instant', due: now + bufferMs, key: `instant~${bufferMs}~${span}` }
}

/** What would fall into quiet hours waits for their end, under one name. A digest has its time from the person. */
function afterQuiet(choices: Choices, slot: Slot): Slot {
  const until = quietUntil(choices, slot.due)
  return until === null ? slot : slotAt(slot.kind, until)
}

function nextHour(now: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const begun = local.with({ minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 }).epochMilliseconds
  // Where clocks go back by less than an hour, the hour that has begun may lie further back.
  return begun + (Math.floor((now - begun) / HOUR_MS) + 1) * HOUR_MS
}

function nextDay(choices: Choices, now: number): number {
  const today = localDate(now, choices.timeZone)
  const due = timeOfDigest(choices, today)
  return due > now ? due : timeOfDigest(choices, today.add({ days: 1 }))
}

function nextWeek(choices: Choices, now: number): number {
  const today = localDate(now, choices.timeZone)
  const days = (choices.digestDay - today.dayOfWeek + DAYS_OF_A_WEEK) % DAYS_OF_A_WEEK
  const due = timeOfDigest(choices, today.add({ days }))
  return due > now ? due : timeOfDigest(choices, today.add({ days: days + DAYS_OF_A_WEEK }))
}

const timeOfDigest = ({ digestAt, timeZone }: Choices, date: Temporal.PlainDate): number =>
  localTime(date, digestAt, timeZone)

/** When the quiet hours that it is in end; null where it is in none. Those that follow each other are one. */
export function quietUntil(choices: Choices, now: number): number | null {
  const first = quietAt(choices, now)
  if (first === null) return null
  let until = first
  for (let days = 0; days < DAYS_OF_A_WEEK; days++) {
    const next = quietAt(choices, until)
    if (next === null) return until
    until = next
  }
  // Who is quiet all week hears once a day.
  return first
}

/** Whether something has already waited for the end of quiet hours, and need not wait again. */
export const waitedForQuiet = (choices: Choices, due: number): boolean => quietUntil(choices, due - 1) === due

/** One that began yesterday may last until today. */
function quietAt(choices: Choices, now: number): number | null {
  const { quiet, timeZone } = choices
  if (quiet === null) return null
  const today = localDate(now, timeZone)
  for (const day of [today, today.subtract({ days: 1 })]) {
    if (!quiet.days.includes(day.dayOfWeek)) continue
    const { from, until } = periodOf({ ...quiet, timeZone }, day)
    if (from <= now && now < until) return until
  }
  return null
}

function periodOf(
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  day: Temporal.PlainDate,
): { from: number; until: number } {
  const last = to > from ? day : day.add({ days: 1 })
  return { from: localTime(day, from, timeZone), until: localTime(last, to, timeZone) }
}
