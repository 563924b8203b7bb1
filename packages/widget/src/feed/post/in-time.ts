import type { Words } from '../../i18n/words.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long it is until something is, such as “in 3 hours”. */
export function inTime({ locale }: Pick<Words, 'locale'>, time: string, now: number): string {
  const seconds = Math.max(60, (Date.parse(time) - now) / 1000)
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? UNITS[2]
  return new Intl.RelativeTimeFormat(locale).format(Math.floor(seconds / length), unit)
}
