const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago something was. Of the future, where clocks differ, it says now. */
export function agoIn(locale: string): (seconds: number) => string {
  // Never by name: what was 30 hours ago need not have been yesterday.
  const passed = new Intl.RelativeTimeFormat(locale)
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  return (seconds) => {
    const unit = UNITS.find(([, length]) => seconds >= length)
    return unit === undefined ? now : passed.format(-Math.floor(seconds / unit[1]), unit[0])
  }
}
