/** How many comments the largest discussion of a benchmark has; fewer for a quick look. */
export function mostComments(): number {
  const text = process.env['PALAVER_BENCH_MOST'] ?? '1000000'
  const most = Number(text)
  if (Number.isInteger(most) && most >= 100) return most
  throw new Error(`PALAVER_BENCH_MOST must be a whole number from 100 on, not "${text}".`)
}
