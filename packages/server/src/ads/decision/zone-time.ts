const MINUTE_MS = 60_000
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `day` from 0, Sunday; `time` as `HH:MM`. */
export type ZoneTime = { day: number; time: string }

type Clock = { format: Intl.DateTimeFormat; minute: number; shown: ZoneTime }

/** One for each time zone that there is: making them takes far longer than asking them. */
const clocks = new Map<string, Clock>()

export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS)

/** What a clock on the wall shows in a time zone; summer time is in it. */
export function timeIn(timeZone: string, now: number): ZoneTime {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone)
  clocks.set(timeZone, clock)
  const minute = minuteOf(now)
  if (clock.minute !== minute) {
    clock.minute = minute
    clock.shown = read(clock.format, now)
  }
  return clock.shown
}

const clockIn = (timeZone: string): Clock => ({
  format: new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
  minute: Number.NaN,
  shown: { day: 0, time: '' },
})

function read(format: Intl.DateTimeFormat, now: number): ZoneTime {
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return { day: DAYS.indexOf(parts.get('weekday') ?? ''), time: `${parts.get('hour')}:${parts.get('minute')}` }
}
