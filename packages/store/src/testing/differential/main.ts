import { parseArgs } from 'node:util'
import { withTestEngine } from '../engines.ts'
import { progressBar } from '../progress-bar.ts'
import { runDifferential } from './run.ts'

const USAGE = `Usage: npm run differential -- [--runs N] [--seed S] [--engine mongodb|sqlite]

Runs random programs of 1 to 40 operations on SQLite and on a MongoDB server (or a second SQLite) and compares
every answer, error, document and event. A failure prints the smallest program and the seed that shows it again.
Exit codes: 0 no difference, 1 a difference, 2 wrong usage.
`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    engine: { type: 'string', default: 'mongodb' },
    help: { type: 'boolean' },
  },
})
const runs = Number(values.runs)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (values.help === true) process.stdout.write(USAGE)
else if (
  !Number.isInteger(runs) ||
  runs < 1 ||
  !Number.isInteger(seed) ||
  (values.engine !== 'mongodb' && values.engine !== 'sqlite')
) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else await main(values.engine)

async function main(engine: 'mongodb' | 'sqlite'): Promise<void> {
  const bar = progressBar()
  await withTestEngine(engine, async (other) => {
    try {
      await runDifferential(other, { runs, seed, onRun: (done) => bar.show(`${done} of ${runs} programs`) })
      bar.clear()
      process.stdout.write(`${JSON.stringify({ server: other.flavour, runs, seed, different: 0 })}\n`)
    } catch (error) {
      bar.clear()
      process.stdout.write(
        `${explained(error)}\n${JSON.stringify({ server: other.flavour, runs, seed, different: 1 })}\n`,
      )
      process.exitCode = 1
    }
  })
}

/** fast-check names the program; what went wrong with it is the cause. */
function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message
}
