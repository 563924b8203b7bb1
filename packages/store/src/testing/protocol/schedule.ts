import { UnfitProtocol } from './errors.ts'

export type Crash = 'before' | 'after' | null

/** One thing that may happen next: a parked call is made, or its actor dies before it or right after it. */
export type Choice = {
  /** `alice:get`, `†alice:get` (died, the call was not made), `alice:get†` (made, its answer never seen). */
  token: string
  actor: string
  call: string
  crash: Crash
  /** How far it makes the schedule stray from the plain one: one for a crash, one for cutting in on an actor. */
  cost: number
}

/** A moment at which every actor is parked, asleep, ended or dead. */
export type Point = {
  /** Never empty; the cheapest first. */
  choices: readonly Choice[]
  /** What was seen since the last point; the same in every run that made the same choices. */
  seen: string
  /** Equal for moments from which the same can follow; null where the world offers no fingerprint. */
  state: () => Promise<string | null>
}

/** Says how a run goes on; null gives it up. */
export type Chooser = (point: Point) => Choice | null | Promise<Choice | null>

export type Run = { schedule: readonly Choice[]; complete: boolean; fault: Error | null }

/** Runs the actors from a fresh world. */
export type Perform = (choose: Chooser) => Promise<Run>

export function tokenOf(actor: string, call: string, crash: Crash): string {
  if (crash === 'before') return `†${actor}:${call}`
  return crash === 'after' ? `${actor}:${call}†` : `${actor}:${call}`
}

export const textOf = (schedule: readonly Choice[]): string => schedule.map((choice) => choice.token).join(' ')

/** Which of two schedules is easier to understand: fewer crashes, fewer steps, fewer switches. */
export function isSimpler(one: readonly Choice[], other: readonly Choice[]): boolean {
  const [a, b] = [weightOf(one), weightOf(other)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

const weightOf = (schedule: readonly Choice[]): number[] => [
  schedule.filter((choice) => choice.crash !== null).length,
  schedule.length,
  schedule.reduce((sum, choice) => sum + choice.cost, 0),
]

/** Goes the way a printed schedule says, then on without a switch. */
export function follow(printed: string): Chooser {
  const tokens = printed.split(/\s+/).filter((token) => token !== '')
  let at = 0
  return ({ choices }) => {
    const token = tokens[at++]
    const choice = token === undefined ? choices[0] : choices.find((each) => each.token === token)
    if (choice !== undefined) return choice
    const possible = choices.map((each) => each.token).join(' ')
    throw new UnfitProtocol(
      `The schedule cannot be replayed: step ${at} is ${token}, but only ${possible} could follow.`,
    )
  }
}
