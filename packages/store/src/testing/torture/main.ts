import { progressBar } from '../progress-bar.ts'
import { runTool, wholeNumber } from '../tool.ts'
import { isClean } from './findings.ts'
import { type Torture, torture } from './run.ts'

const USAGE = `Usage: npm run torture -- [--kills 1000] [--seed S]

A process writes to a SQLite file from 16 concurrent writers; it is killed (SIGKILL) at random moments and started again.
Then what it wrote is compared with what it was told. Ctrl-C ends it early, with what is known so far.
The last line is JSON: kills, acknowledged, lost, doubled, and what else was found.
Exit codes: 0 nothing lost or doubled, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

const WIDTH = 30

await runTool({
  usage: USAGE,
  options: { kills: { type: 'string' }, seed: { type: 'string' } },
  read({ values, positionals }) {
    const kills = wholeNumber(values.kills, 1_000, 1)
    const seed = wholeNumber(values.seed, Date.now() % 1_000_000)
    return kills === null || seed === null || positionals.length > 0
      ? '--kills and --seed are whole numbers.'
      : { kills, seed }
  },
  run: main,
})

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
