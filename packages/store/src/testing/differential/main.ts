import { type TestEngine, withTestEngine } from '../engines.ts'
import { progressBar } from '../progress-bar.ts'
import { runTool, wholeNumber } from '../tool.ts'
import { runDifferential } from './run.ts'

const USAGE = `Usage: npm run differential -- [--runs N] [--seed S] [--engine mongodb|sqlite]

Runs random programs of 1 to 40 operations on SQLite and on a MongoDB server (or a second SQLite) and compares
every answer, error, document and event. A failure prints the smallest program and the seed that shows it again.
The last line is JSON: server, runs, seed, different.
Exit codes: 0 no difference, 1 a difference, 2 wrong usage.
`

type Wanted = { runs: number; seed: number; engine: 'mongodb' | 'sqlite' }

await runTool({
  usage: USAGE,
  options: { runs: { type: 'string' }, seed: { type: 'string' }, engine: { type: 'string', default: 'mongodb' } },
  read({ values, positionals }): Wanted | string {
    const runs = wholeNumber(values.runs, 2_000, 1)
    const seed = wholeNumber(values.seed, Date.now() % 2 ** 31)
    if (runs === null || seed === null || positionals.length > 0) return '--runs and --seed are whole numbers.'
    const { engine } = values
    return engine === 'mongodb' || engine === 'sqlite' ? { runs, seed, engine } : `There is no engine ${engine}.`
  },
  run: (wanted) => withTestEngine(wanted.engine, (other) => compare(other, wanted)),
})

async function compare(other: TestEngine, { runs, seed }: Wanted): Promise<void> {
  const bar = progressBar()
  const failure = await runDifferential(other, {
    runs,
    seed,
    onRun: (done) => bar.show(`${done} of ${runs} programs`),
  }).catch((error: unknown) => explained(error))
  bar.clear()
  const different = failure === undefined ? 0 : 1
  if (failure !== undefined) process.stdout.write(`${failure}\n`)
  process.stdout.write(`${JSON.stringify({ server: other.flavour, runs, seed, different })}\n`)
  process.exitCode = different
}

/** fast-check names the program; what went wrong with it is the cause. */
function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message
}
