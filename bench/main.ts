import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Row } from './measure.ts'
import { storeBenchmark } from './store/main.ts'

/** Each benchmark measures beside its floor in the same run; add one here and it has a name on the command line. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Row[]>>> = { store: storeBenchmark }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark called ${unknown.join(', ')}; there are: ${Object.keys(BENCHMARKS).join(', ')}.\n`,
  )
  process.exitCode = 2
} else {
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHMARKS)) await run(name)
}

async function run(name: string): Promise<void> {
  const rows = (await BENCHMARKS[name]?.()) ?? []
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd([12, 9, 9, 6, 16, 16][at] ?? 0))
      .join('')
      .trimEnd()
  process.stdout.write(`${line([name, 'ratio', 'bound', 'met', 'measured', 'floor'])}\n`)
  for (const row of rows)
    process.stdout.write(
      `${line([row.name, row.ratio.toFixed(2), row.bound, row.met ? 'yes' : 'NO', row.subject, row.floor])}\n`,
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
