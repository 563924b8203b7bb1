import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { adsBenchmark } from './ads/main.ts'
import { apiBenchmark } from './api/main.ts'
import { commentsBenchmark } from './comments/main.ts'
import { eventsBenchmark } from './events/main.ts'
import { layoutsBenchmark } from './layouts/main.ts'
import type { Row } from './measure.ts'
import { socialBenchmark } from './social/main.ts'
import { storeBenchmark } from './store/main.ts'
import { topicsBenchmark } from './topics/main.ts'
import { widgetBenchmark } from './widget/main.ts'

/** Each benchmark measures beside its floor in the same run; add one here and it has a name on the command line. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Row[]>>> = {
  store: storeBenchmark,
  comments: commentsBenchmark,
  layouts: layoutsBenchmark,
  api: apiBenchmark,
  events: eventsBenchmark,
  widget: widgetBenchmark,
  topics: topicsBenchmark,
  social: socialBenchmark,
  ads: adsBenchmark,
}

const USAGE = `Usage: npm run bench -- [${Object.keys(BENCHMARKS).join('|')}]

Measures each named benchmark (all of them without a name) beside its floor, in turns, in the same run. The table shows
the ratio, what it should be, and both figures; the last line is the ratios as JSON. bench/results has it all as JSON.
PALAVER_BENCH_MOST=10000 keeps discussions at that size, for a quick look; without it they have up to a million comments.
Exit codes: 0 measured, 2 wrong usage.
`

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in BENCHMARKS))
if (asked.includes('--help')) process.stdout.write(USAGE)
else if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark called ${unknown.join(', ')}.\n\n${USAGE}`)
  process.exitCode = 2
} else {
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHMARKS)) await run(name)
}

async function run(name: string): Promise<void> {
  const rows = (await BENCHMARKS[name]?.()) ?? []
  process.stdout.write(
    table([
      [name, 'ratio', 'bound', 'met', 'measured', 'floor'],
      ...rows.map((row) => [row.name, row.ratio.toFixed(2), row.bound, row.met ? 'yes' : 'NO', row.subject, row.floor]),
    ]),
  )
  const ratios = Object.fromEntries(rows.map(({ name: key, ratio }) => [key, Number(ratio.toFixed(3))]))
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    new URL(`${name}.json`, folder),
    JSON.stringify({ at: new Date().toISOString(), node: process.version, cpus: cpus().length, ratios, rows }, null, 2),
  )
  process.stdout.write(`${JSON.stringify(ratios)}\n`)
}

/** Each column as wide as what is in it. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return lines.map((cells) => `${line(cells).trimEnd()}\n`).join('')
}
