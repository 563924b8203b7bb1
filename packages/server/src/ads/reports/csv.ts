import type { Labelled } from './labels.ts'
import type { Grouping } from './report.ts'

const COLUMNS = ['impressions', 'viewable', 'clicks', 'conversions', 'ctr', 'spend', 'reach'] as const
const MICRO = 1_000_000

/** As spreadsheets read it; `spend` in the currency, exact to its six places. */
export function csvOf(by: Grouping, lines: readonly Labelled[]): string {
  const rows = lines.map((line) =>
    [cell(line.key), cell(line.label ?? ''), ...COLUMNS.map((name) => numberIn(name, line[name]))].join(','),
  )
  return `${[[by, 'name', ...COLUMNS].join(','), ...rows].join('\r\n')}\r\n`
}

function numberIn(name: (typeof COLUMNS)[number], value: number | null): string {
  if (value === null) return ''
  return name === 'spend' ? currency(value) : name === 'ctr' ? value.toFixed(6) : String(value)
}

const currency = (micro: number): string => `${Math.floor(micro / MICRO)}.${String(micro % MICRO).padStart(6, '0')}`

/** Text that a spreadsheet would take for a formula is text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
