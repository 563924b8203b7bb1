export type Filled = {
  /** All keys of the page, sorted. */
  keys: readonly string[]
  isLast: boolean
  limit: number
  /** The key that is to be written next. */
  next: string
}

/**
 * Where to split a page; null where there is nothing to split. In the middle, unless it grows at the end of the
 * series: then the left part stays nearly full, with a little room for who was overtaken.
 */
export function splitPoint({ keys, isLast, limit, next }: Filled): string | null {
  const full = wellFilled(limit)
  const last = keys[full]
  const grows = isLast && full > 0 && last !== undefined && next >= last
  const place = grows ? full : keys.length >> 1
  const [before, behind] = [keys[place - 1], keys[place]]
  return before === undefined || behind === undefined ? null : separator(before, behind)
}

/** With a little room for who was overtaken. */
export const wellFilled = (limit: number): number => limit - Math.max(1, Math.floor(limit / 10))

/** The shortest key that lies behind one and not behind the other: threaded keys are long, and this goes into ids. */
export function separator(before: string, behind: string): string {
  let same = 0
  while (same < before.length && before[same] === behind[same]) same++
  return behind.slice(0, same + 1)
}
