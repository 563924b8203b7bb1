import { UnfitProtocol } from './errors.ts'
import { Frontier, pathTo, type Step } from './frontier.ts'
import type { Choice, Chooser, Perform, Point, Run } from './schedule.ts'

type Searched = {
  schedules: number
  /** How many different states were met; 0 where the world offers no fingerprint. */
  states: number
  exhaustive: boolean
  longest: number
  failed: Run | null
}

/**
 * Runs every schedule, those with the fewest crashes and switches first: so the first failure found is a simple
 * one, and a search that has to stop has seen the likely ones. A run that comes to a known state is given up.
 */
export async function searchAll(perform: Perform, upTo: number): Promise<Searched> {
  const frontier = new Frontier(upTo)
  const known = new Set<string>()
  const searched: Searched = { schedules: 0, states: 0, exhaustive: false, longest: 0, failed: null }
  let next: Step | null | undefined = null
  for (let runs = 0; runs < upTo && next !== undefined && searched.failed === null; runs++) {
    const run: Run = await perform(explore(next, frontier, known))
    if (run.complete) searched.schedules++
    if (run.fault !== null) searched.failed = run
    searched.longest = Math.max(searched.longest, run.schedule.length)
    next = frontier.take()
  }
  return { ...searched, states: known.size, exhaustive: next === undefined && !frontier.hasDropped }
}

/** Goes to `goal` again, then on along what costs nothing; what else could have been done is left to the frontier. */
function explore(goal: Step | null, frontier: Frontier, known: Set<string>): Chooser {
  const path = pathTo(goal)
  let here = goal
  let at = 0
  return async (point) => {
    const step = path[at++]
    if (step !== undefined) return again(step, point)
    const cost = here?.cost ?? 0
    const steps = ((await isKnown(point, known)) ? [] : point.choices).map((choice): Step => ({
      before: here,
      choice,
      seen: point.seen,
      cost: cost + choice.cost,
    }))
    const goesOn = steps[0]?.cost === cost ? steps[0] : null
    for (const other of steps.slice(goesOn === null ? 0 : 1)) frontier.add(other)
    here = goesOn
    return goesOn?.choice ?? null
  }
}

function again({ choice, seen }: Step, point: Point): Choice {
  const same = point.choices.find((each) => each.token === choice.token)
  if (same !== undefined && point.seen === seen) return same
  const difference = `after the same steps, once\n  ${seen}\nand once\n  ${point.seen}`
  throw new UnfitProtocol(
    `Two runs of one schedule differ: ${difference}\nClock, ids and jitter must come from the world.`,
  )
}

async function isKnown(point: Point, known: Set<string>): Promise<boolean> {
  const state = await point.state()
  if (state === null) return false
  const isNew = !known.has(state)
  known.add(state)
  return !isNew
}
