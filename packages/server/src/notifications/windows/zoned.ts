import { Temporal } from 'temporal-polyfill'

/** The date that it is for somebody there. */
export const localDate = (now: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()

/** A time of a day: one that the clocks pass over is as much later, one that comes twice is the first. */
export const localTime = (date: Temporal.PlainDate, time: string, timeZone: string): number =>
  date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds

export const isSameDay = (one: number, other: number, timeZone: string): boolean =>
  localDate(one, timeZone).equals(localDate(other, timeZone))
