import type { Statement } from 'better-sqlite3'
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

function lazy(json: string): Found {
  let doc: Doc | null = null
  return { json, doc: () => (doc ??= parseDocument(json)) }
}

export const keyColumn = ({ index }: KeyRange): string => (index.arrays ? 'k' : columnName(index))

/** Limits up to this are written into the statement, which SQLite runs faster than a bound one; there are few of them. */
const WRITTEN_LIMITS = 256

/** What is selected of each document. `rows`: with its number where it may be met twice. */
const FORMS = ['json', 'bytes', 'rows'] as const
type Form = (typeof FORMS)[number]

type Selected = { statement: Statement; bindings: (Key | number)[] }

/** Kept by number: to write the statement only to find it again would cost as much as to run it. */
function select(table: Table, range: KeyRange, { limit, form }: { limit: number; form: Form }): Selected {
  const written = limit <= WRITTEN_LIMITS ? limit : 0
  const slot = (written * 2 + Number(range.backwards)) * FORMS.length + FORMS.indexOf(form)
  const kept = table.walksAlong(range.index)
  let statement = kept.get(slot)
  if (statement === undefined) {
    statement = prepared(table, range, { limit: written === 0 ? '?' : written, form })
    kept.set(slot, statement)
  }
  return { statement, bindings: written === 0 ? [range.low, range.high, limit] : [range.low, range.high] }
}

function prepared(table: Table, range: KeyRange, { limit, form }: { limit: number | '?'; form: Form }): Statement {
  const column = keyColumn(range)
  const doc = form === 'bytes' ? 'CAST(doc AS BLOB)' : 'doc'
  const columns = form === 'rows' && range.index.arrays ? `${doc}, n` : doc
  const within = `FROM ${docsAlong(table.collection, range.index)} WHERE ${column} >= ? AND ${column} < ?`
  const ordered = `ORDER BY ${column}${range.backwards ? ' DESC' : ''}`
  const statement = table.ownStatement(`SELECT ${columns} ${within} ${ordered} LIMIT ${limit}`)
  return form === 'rows' ? statement.raw() : statement.pluck()
}

export const selectJson = (table: Table, range: KeyRange, limit: number): string[] =>
  selectAll<string>(table, range, { limit, form: 'json' })

export const selectBytes = (table: Table, range: KeyRange, limit: number): Buffer[] =>
  selectAll<Buffer>(table, range, { limit, form: 'bytes' })

function selectAll<D>(table: Table, range: KeyRange, asked: { limit: number; form: Form }): D[] {
  const { statement, bindings } = select(table, range, asked)
  return statement.all(bindings) as D[]
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
  const { statement, bindings } = select(table, range, { limit: Number.MAX_SAFE_INTEGER, form: 'rows' })
  for (const [json, n] of statement.iterate(bindings) as Iterable<[string, number?]>) {
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
