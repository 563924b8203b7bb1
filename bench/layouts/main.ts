import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Kind } from '../ground.ts'
import type { Row } from '../measure.ts'
import { mostComments } from '../most.ts'
import { say } from '../progress.ts'
import { MEASURES, type MeasureName } from './measures.ts'
import { plot } from './plot.ts'
import { type Run, runSize } from './run.ts'
import { nameOf, tables, withFigures } from './table.ts'

const KINDS: readonly Kind[] = [
  { layout: 'per-comment', order: 'threaded' },
  { layout: 'embedded', order: 'threaded' },
  { layout: 'hybrid', order: 'chronological' },
  { layout: 'hybrid', order: 'threaded' },
]
/** A little below what the embedded layout takes: a thousand comments. */
const EMBEDDED_LIMIT = 900
const SIZES = [100, EMBEDDED_LIMIT, 10_000, 100_000, 1_000_000]
const PLOTTED: readonly MeasureName[] = ['append', 'middle', 'other', 'permalink', 'tree', 'bytes']

/** How each layout grows: figures for docs/layouts.md and a plot beside it; of a bounded run, in bench/results. */
export async function layoutsBenchmark(): Promise<Row[]> {
  const most = mostComments()
  const runs: Run[] = []
  for (const size of SIZES.filter((count) => count <= most))
    runs.push(
      ...(await runSize(
        KINDS.filter((kind) => fits(kind, size)),
        size,
      )),
    )
  say('')
  write(runs, most >= (SIZES.at(-1) ?? 0))
  return KINDS.map((kind) => rowOf(kind, runs))
}

const fits = ({ layout }: Kind, size: number): boolean => layout !== 'embedded' || size <= EMBEDDED_LIMIT

function write(runs: readonly Run[], isWhole: boolean): void {
  const folder = new URL(isWhole ? '../../docs/' : '../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const names = KINDS.map(nameOf)
  const panels = PLOTTED.map((measure) => ({
    title: `${MEASURES[measure]}${measure === 'bytes' ? '' : ', ms'}`,
    series: names.map((name) => ({ name, points: pointsOf(name, measure, runs) })),
  }))
  writeFileSync(new URL('layouts.svg', folder), plot('How reads, writes and bytes grow with the comments', panels))
  const told = `Measured on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? ''}) with Node ${process.version}.`
  const figures = `${told}\n\n${tables(runs)}`
  const page = new URL('layouts.md', folder)
  writeFileSync(page, isWhole ? withFigures(readFileSync(page, 'utf8'), figures) : `${figures}\n`)
}

const pointsOf = (name: string, measure: MeasureName, runs: readonly Run[]): { x: number; y: number }[] =>
  runs.filter(({ kind }) => nameOf(kind) === name).map(({ count, figures }) => ({ x: count, y: figures[measure] }))

/** How a page in the middle grew from the smallest size to the largest. */
function rowOf(kind: Kind, runs: readonly Run[]): Row {
  const own = runs.filter((run) => nameOf(run.kind) === nameOf(kind)).toSorted((a, b) => a.count - b.count)
  const [small, large] = [own[0]?.figures.middle ?? 1, own.at(-1)?.figures.middle ?? 1]
  const shown = (ms: number): string => `${(1000 * ms).toFixed(0)} µs`
  return { name: nameOf(kind), ratio: large / small, bound: '-', met: true, subject: shown(large), floor: shown(small) }
}
