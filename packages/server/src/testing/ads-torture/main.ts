import { runTorture } from '../run-torture.ts'
import { tortureAds } from './run.ts'

const USAGE = `Usage: npm run torture -- ads [--kills 100] [--seed S]

64 workers in several processes spend the budgets of a few campaigns at once, with clocks that differ, and processes are
killed (SIGKILL) at random moments. Then all is settled and compared: budgets, days, ledgers and what was acknowledged.
Ctrl-C ends it early, with what is known so far. The last line is JSON: kills, what was spent, and what was found.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

await runTorture({
  usage: USAGE,
  kills: 100,
  torture: async (options) => {
    const { overspend, ...found } = await tortureAds(options)
    return { ...found, overspend, overspent: overspend > 0 ? [`by ${overspend} micro-units`] : [] }
  },
})
