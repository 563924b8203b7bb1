import { isSimpler, type Chooser, type Crash, type Perform, type Run } from './schedule.ts'

type Hint = { actor: string; crash: Crash }

const ATTEMPTS = 300

/** Looks for a simpler schedule that fails too: leaves out a crash or a step, or exchanges two. */
export async function simplify(perform: Perform, failed: Run): Promise<Run> {
  let simplest = failed
  let attempts = 0
  for (let improved = true; improved;) {
    improved = false
    for (const hints of variantsOf(simplest.schedule)) {
      if (attempts++ >= ATTEMPTS) return simplest
      const run = await perform(takeHints(hints))
      if (run.fault === null || !isSimpler(run.schedule, simplest.schedule)) continue
      simplest = run
      improved = true
      break
    }
  }
  return simplest
}

function* variantsOf(schedule: readonly Hint[]): Generator<readonly Hint[]> {
  for (const [at, { actor, crash }] of schedule.entries())
    if (crash !== null) yield schedule.with(at, { actor, crash: null })
  for (const at of schedule.keys()) yield schedule.toSpliced(at, 1)
  for (const [at, hint] of schedule.entries()) {
    const next = schedule[at + 1]
    if (next !== undefined && next.actor !== hint.actor) yield schedule.with(at, next).with(at + 1, hint)
  }
}

/** A hint that has become impossible is passed over; after the last the run goes on without a switch. */
function takeHints(hints: readonly Hint[]): Chooser {
  let at = 0
  return ({ choices }) => {
    while (at < hints.length) {
      const hint = hints[at++]
      const choice = choices.find(({ actor, crash }) => actor === hint?.actor && crash === hint.crash)
      if (choice !== undefined) return choice
    }
    return choices[0] ?? null
  }
}
