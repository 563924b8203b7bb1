import type { Kind } from '../ground.ts'
import { MEASURES, type MeasureName } from './measures.ts'
import type { Run } from './run.ts'

const BEGIN = '<!-- figures -->'
const END = '<!-- end of figures -->'

export const nameOf = ({ layout, order }: Kind): string => (layout === 'hybrid' ? `${layout}, ${order}` : layout)

/** A table for each size: a row for each measure, a column for each layout. */
export function tables(runs: readonly Run[]): string {
  const sizes = [...new Set(runs.map(({ count }) => count))].toSorted((a, b) => a - b)
  return sizes
    .map((size) =>
      tableOf(
        size,
        runs.filter(({ count }) => count === size),
      ),
    )
    .join('\n\n')
}

function tableOf(size: number, runs: readonly Run[]): string {
  const rows = (Object.keys(MEASURES) as MeasureName[]).map((measure) => [
    MEASURES[measure],
    ...runs.map(({ figures }) => (measure === 'bytes' ? bytes(figures.bytes) : milliseconds(figures[measure]))),
  ])
  const head = [`${size.toLocaleString('en')} comments`, ...runs.map(({ kind }) => nameOf(kind))]
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const bytes = (value: number): string => Math.round(value).toLocaleString('en')
const milliseconds = (value: number): string => `${value < 10 ? value.toPrecision(2) : Math.round(value)} ms`

/** Puts figures in the place of those that a page has. */
export function withFigures(page: string, figures: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`The page has no place for figures: ${BEGIN} … ${END}.`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures}\n\n${page.slice(end)}`
}
