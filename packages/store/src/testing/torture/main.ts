import { parseArgs } from 'node:util'
import { progressBar } from '../progress-bar.ts'
import { isClean } from './findings.ts'
import { type Torture, torture } from './run.ts'

const USAGE = `Usage: npm run torture -- [--kills 1000] [--seed S]

A process writes to a SQLite file from 16 concurrent writers; it is killed (SIGKILL) at random moments and started again.
Then what it wrote is compared with what it was told. Ctrl-C ends it early, with what is known so far.
The last line is JSON: kills, acknowledged, lost, doubled, and what else was found.
Exit codes: 0 nothing lost or doubled, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

const WIDTH = 30

const wanted = readArguments()
if (wanted === 'help') process.stdout.write(USAGE)
else if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n\n${USAGE}`)
  process.exitCode = 2
} else await main(wanted)

/** What is wanted; a sentence where that cannot be told. */
function readArguments(): { kills: number; seed: number } | string {
  const options = { kills: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } } as const
  try {
    const { values } = parseArgs({ options })
    const kills = Number(values.kills ?? 1_000)
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    if (values.help === true) return 'help'
    const whole = Number.isSafeInteger(kills) && Number.isSafeInteger(seed) && kills > 0
    return whole ? { kills, seed } : '--kills and --seed are whole numbers.'
  } catch (error) {
    return (error as Error).message
  }
}

async function main({ kills, seed }: { kills: number; seed: number }): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
  const bar = progressBar()
  const result = await torture({ kills, seed, stop: stop.signal, onKill: (soFar) => bar.show(describe(soFar, kills)) })
  bar.clear()
  const { examples, ...summary } = result
  process.stdout.write([...examples, JSON.stringify(summary), ''].join('\n'))
  process.exitCode = exitCode(result, stop.signal)
}

function exitCode(result: Torture, stop: AbortSignal): number {
  if (!isClean(result) || result.failed > 0) return 1
  return stop.aborted ? 130 : 0
}

function describe({ kills: done, acknowledged, lost, doubled }: Torture, kills: number): string {
  const filled = Math.round((done / kills) * WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  return `${bar} ${done}/${kills} kills, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`
}
