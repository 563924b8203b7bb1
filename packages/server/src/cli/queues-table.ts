import type { DeadLetter } from '../events/dead-letters.ts'
import type { QueueView } from '../events/queue-watch.ts'

const HEADS = ['QUEUE', 'STATE', 'BEHIND', 'OLDEST', 'PER SECOND', 'RETRYING', 'DEAD']

/** The queues as lines of text with columns. */
export function queuesTable(queues: readonly QueueView[]): string {
  if (queues.length === 0) return 'No queue was ever started: palaver start does that.\n'
  const rows = queues.map(({ name, state, lag, oldestSeconds, rate, waiting, dead }) => [
    name,
    state,
    String(lag),
    oldestSeconds === null ? '-' : age(oldestSeconds),
    rate === null ? '-' : rate.toFixed(1),
    String(waiting),
    String(dead),
  ])
  return columns([HEADS, ...rows])
}

export function lettersTable(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No dead letters.\n'
  const rows = letters.map(({ event, attempts, error, last }) => [
    event._id,
    event.org,
    `${event.type} ${event.op}`,
    String(attempts),
    last,
    error.replaceAll(/\s+/g, ' '),
  ])
  return columns([['EVENT', 'ORG', 'WHAT', 'TRIES', 'LAST', 'ERROR'], ...rows])
}

function columns(rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, ' ')))
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...plain.map((row) => row[at]?.length ?? 0)))
  return plain
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

function age(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 's']
  return `${Math.floor(seconds / size)} ${unit}`
}
