import { parseDocument } from './document.ts'
import { compileCondition } from '../dialect/match.ts'
import type { Doc } from '../dialect/value.ts'
import type { Walked } from '../plan/page.ts'
import type { Plan, Walk } from '../plan/plan.ts'
import { type Key, type KeyRange, rangeOf } from './range.ts'
import { columnName, docsAlong, type Table } from './table.ts'

/** A document on its way out: parsed only where something has to look into it, and then once. */
export type Found = { json: string; doc: () => Doc }

export function walkIndex(table: Table, plan: Plan, walk: Walk): Walked<Found> {
  const range = rangeOf(table.collection, plan, walk)
  if (walk.rest.length > 0 || mayRepeat(range, walk)) return examine(table, plan, { walk, range })
  const found = selectJson(table, range, plan.skip + plan.limit + 1).map(lazy)
  return { found, examined: found.length, more: false, last: null }
}

export function lazy(json: string): Found {
  let doc: Doc | null = null
  return { json, doc: () => (doc ??= parseDocument(json)) }
}

export const keyColumn = ({ index }: KeyRange): string => (index.arrays ? 'k' : columnName(index))

/** Limits up to this are written into the statement, which SQLite runs faster than a bound one; there are few of them. */
const WRITTEN_LIMITS = 256

type Selected = { statement: ReturnType<Table['prepare']>; bindings: (Key | number)[] }

function select(table: Table, range: KeyRange, { limit, doc = 'doc' }: { limit: number; doc?: string }): Selected {
  const column = keyColumn(range)
  const columns = range.index.arrays ? `${doc}, n` : doc
  const within = `FROM ${docsAlong(table.collection, range.index)} WHERE ${column} >= ? AND ${column} < ?`
  const ordered = `ORDER BY ${column}${range.backwards ? ' DESC' : ''}`
  const written = limit <= WRITTEN_LIMITS
  const statement = table.prepare(`SELECT ${columns} ${within} ${ordered} LIMIT ${written ? limit : '?'}`)
  return { statement, bindings: written ? [range.low, range.high] : [range.low, range.high, limit] }
}

export function selectJson(table: Table, range: KeyRange, limit: number): string[] {
  const { statement, bindings } = select(table, range, { limit })
  return statement.pluck().all(bindings) as string[]
}

export function selectBytes(table: Table, range: KeyRange, limit: number): Buffer[] {
  const { statement, bindings } = select(table, range, { limit, doc: 'CAST(doc AS BLOB)' })
  return statement.pluck().all(bindings) as Buffer[]
}

/** A document with several keys in the range must be given once: unless each of its arrays is fixed to one value. */
export function mayRepeat({ index }: KeyRange, { equal }: Walk): boolean {
  return index.arrays && index.fields.some((field, at) => field.array && at >= equal.length)
}

/**
 * Looks into each document: for what the index does not serve, or for whether it was met before. A walk that can meet
 * a document twice always begins at its beginning, so the first time is the right one.
 */
function examine(table: Table, plan: Plan, { walk, range }: { walk: Walk; range: KeyRange }): Walked<Found> {
  const matches = compileCondition(walk.rest)
  const most = walk.rest.length > 0 ? (plan.examineAtMost ?? 0) : Number.MAX_SAFE_INTEGER
  const wanted = plan.skip + plan.limit + 1
  const met = new Set<number>()
  const found: Found[] = []
  let examined = 0
  let last: Found | null = null
  const { statement, bindings } = select(table, range, { limit: Number.MAX_SAFE_INTEGER })
  for (const [json, n] of statement.raw().iterate(bindings) as Iterable<[string, number?]>) {
    if (n !== undefined && met.has(n)) continue
    if (examined === most) return { found, examined, more: true, last }
    if (n !== undefined) met.add(n)
    examined++
    last = lazy(json)
    if (walk.rest.length === 0 || matches(last.doc())) found.push(last)
    if (found.length === wanted) break
  }
  return { found, examined, more: false, last }
}
