import type { Chooser, Perform, Run } from './schedule.ts'

const CRASH_ODDS = 0.1

type Sampled = { schedules: number; longest: number; failed: Run | null }

export async function searchAtRandom(perform: Perform, count: number, seed: number): Promise<Sampled> {
  const sampled: Sampled = { schedules: 0, longest: 0, failed: null }
  const random = randomNumbers(seed)
  while (sampled.schedules < count && sampled.failed === null) {
    const run = await perform(anyOf(random))
    sampled.schedules++
    sampled.longest = Math.max(sampled.longest, run.schedule.length)
    if (run.fault !== null) sampled.failed = run
  }
  return sampled
}

function anyOf(random: () => number): Chooser {
  return ({ choices }) => {
    const crashes = random() < CRASH_ODDS
    const fitting = choices.filter((choice) => (choice.crash !== null) === crashes)
    const from = fitting.length > 0 ? fitting : choices
    return from[Math.floor(random() * from.length)] ?? null
  }
}

/** Numbers in [0, 1), the same for the same seed: a Weyl sequence, its bits mixed by two multiplications. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
