/** One figure of the table: what was measured, beside the floor it is measured against. */
export type Row = { name: string; ratio: number; bound: string; met: boolean; subject: string; floor: string }

export function median(values: readonly number[]): number {
  const sorted = [...values].toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export type Paired = {
  /** Returns how long its work took, in milliseconds; set-up is not counted. */
  floor: () => Promise<number>
  subject: () => Promise<number>
  rounds?: number
}

export type Pair = { floorMs: number; subjectMs: number; speed: number }

/**
 * Rounds of floor and subject in turns, so that a machine that slows down slows both. One round warms up and is
 * not counted; `speed` is the median over the rounds of floor time / subject time.
 */
export async function measurePair({ floor, subject, rounds = 7 }: Paired): Promise<Pair> {
  const floors: number[] = []
  const subjects: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const times = round % 2 === 0 ? [await floor(), await subject()] : [await subject(), await floor()].toReversed()
    if (round === 0) continue
    floors.push(times[0] ?? 0)
    subjects.push(times[1] ?? 0)
  }
  return {
    floorMs: median(floors),
    subjectMs: median(subjects),
    speed: median(floors.map((time, at) => time / (subjects[at] ?? 1))),
  }
}

export async function timed(work: () => Promise<void> | void): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export const perSecond = (count: number, ms: number): string =>
  `${Math.round((count / ms) * 1000).toLocaleString('en')}/s`

export const atLeast = (bound: number, ratio: number): Pick<Row, 'bound' | 'met'> => ({
  bound: `>= ${bound}`,
  met: ratio >= bound,
})
export const atMost = (bound: number, ratio: number): Pick<Row, 'bound' | 'met'> => ({
  bound: `<= ${bound}`,
  met: ratio <= bound,
})

/** A figure without a bound. */
export const reported = (name: string, ms: number, subject = `${ms.toFixed(0)} ms`): Row => ({
  name,
  ratio: ms,
  bound: '-',
  met: true,
  subject,
  floor: '-',
})
