const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Clocks are put forward and back at whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
const MOST_KEPT = 4000

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }
const zones = new Map<string, Zone>()

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const zone = { format, offsets: new Map<number, number>() }
  zones.set(timeZone, zone)
  return zone
}

/** By how much its clocks are before UTC's. Asking for it is slow, so it is kept. */
function offsetIn(timeZone: string, ms: number): number {
  const { format, offsets } = zoneOf(timeZone)
  const quarter = Math.floor(ms / QUARTER_MS)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const name = format.formatToParts(quarter * QUARTER_MS).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
  if (offsets.size >= MOST_KEPT) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

const localIso = (timeZone: string, ms: number): string => new Date(ms + offsetIn(timeZone, ms)).toISOString()

/** The day there, as `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, ms: number): string => localIso(timeZone, ms).slice(0, 10)

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * The hour there, as `YYYY-MM-DDTHH±hh:mm`: one that the clocks go through twice has two names. Names sort in time but
 * for those two; `hourBegan` says when each was.
 */
export function hourIn(timeZone: string, ms: number): string {
  const minutes = Math.abs(offsetIn(timeZone, ms)) / MINUTE_MS
  const sign = offsetIn(timeZone, ms) < 0 ? '-' : '+'
  return `${localIso(timeZone, ms).slice(0, 13)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** When the hour of that name began. */
export const hourBegan = (hour: string): number => Date.parse(`${hour.slice(0, 13)}:00:00${hour.slice(13)}`)

/** When the hour there began that it is in. */
export const hourStart = (timeZone: string, ms: number): number => {
  const offset = offsetIn(timeZone, ms)
  return Math.floor((ms + offset) / HOUR_MS) * HOUR_MS - offset
}

/** When the next hour there begins; no day begins within an hour. */
export const nextHour = (timeZone: string, ms: number): number => hourStart(timeZone, ms) + HOUR_MS

/** When the day there began: not always 24 hours before it ends, nor at midnight. */
export function dayStart(timeZone: string, ms: number): number {
  const day = dayIn(timeZone, ms)
  let start = hourStart(timeZone, ms)
  while (dayIn(timeZone, start - 1) === day) start = hourStart(timeZone, start - 1)
  return start
}

/** When the next day there begins. */
export function nextDay(timeZone: string, ms: number): number {
  const day = dayIn(timeZone, ms)
  let next = nextHour(timeZone, ms)
  while (dayIn(timeZone, next) === day) next = nextHour(timeZone, next)
  return next
}
