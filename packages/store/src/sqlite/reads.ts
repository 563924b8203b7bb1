import { indexKeys } from '../dialect/index-keys.ts'
import { compileCondition } from '../dialect/match.ts'
import type { Doc } from '../dialect/value.ts'
import type { Page } from '../engine.ts'
import { comparePositions, positionOf } from '../plan/position.ts'
import type { Plan, Walk } from '../plan/plan.ts'
import { type Key, type KeyRange, rangeOf } from './range.ts'
import { columnName, docsAlong, keyHome, tableName, type Table } from './table.ts'

/** A document on its way out: parsed only where something has to look into it. */
type Found = { json: string; doc: () => Doc }

type Walked = { found: Found[]; examined: number; more: boolean; last: Found | null }

export function findPage(table: Table, plan: Plan): Page<string> {
  const [walk, ...more] = plan.walks
  if (walk !== undefined && more.length === 0) {
    const range = rangeOf(table.collection, plan, walk)
    if (walk.rest.length === 0 && !mayRepeat(range, walk)) return straightPage(table, plan, range)
  }
  const walked = plan.walks.map((each) => walkIndex(table, plan, each))
  const examined = walked.reduce((sum, each) => sum + each.examined, 0)
  const found = more.length === 0 ? (walked[0]?.found ?? []) : merge(plan, walked)
  const docs = found.slice(plan.skip, plan.skip + plan.limit).map(({ json }) => json)
  return { docs, next: nextPosition(plan, walked, found), examined }
}

/** The usual page: one walk, nothing to check. Asks for one more than wanted, to know whether it ends here. */
function straightPage(table: Table, plan: Plan, range: KeyRange): Page<string> {
  const wanted = plan.skip + plan.limit
  const jsons = selectJson(table, range, wanted + 1)
  const examined = jsons.length
  if (examined > wanted) jsons.length = wanted
  const last = examined > wanted ? jsons[wanted - 1] : undefined
  const next = last === undefined ? null : positionOf(plan.order, JSON.parse(last) as Doc)
  return { docs: plan.skip === 0 ? jsons : jsons.slice(plan.skip), next, examined }
}

/** Behind the last document of a full page; or, where `examineAtMost` ended it, behind the last one looked at. */
function nextPosition(plan: Plan, walked: readonly Walked[], found: readonly Found[]): Page<string>['next'] {
  const wanted = plan.skip + plan.limit
  const full = found[wanted - 1]
  if (found.length > wanted && full !== undefined) return positionOf(plan.order, full.doc())
  const stopped = walked.find(({ more }) => more)
  return stopped?.last ? positionOf(plan.order, stopped.last.doc()) : null
}

export function countMatches(table: Table, plan: Plan): number {
  const [walk] = plan.walks
  if (plan.walks.length === 1 && walk !== undefined && walk.rest.length === 0) {
    const range = rangeOf(table.collection, plan, walk)
    if (!mayRepeat(range, walk)) return countRange(table, range, plan.limit)
  }
  return findPage(table, plan).docs.length
}

function countRange(table: Table, range: KeyRange, atMost: number): number {
  const column = keyColumn(range)
  const home = keyHome(table.collection, range.index)
  const statement = table.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${home} WHERE ${column} >= ? AND ${column} < ? LIMIT ?)`)
  return statement.pluck().get(range.low, range.high, atMost) as number
}

const keyColumn = ({ index }: KeyRange): string => (index.arrays ? 'k' : columnName(index))

function walkIndex(table: Table, plan: Plan, walk: Walk): Walked {
  const range = rangeOf(table.collection, plan, walk)
  if (walk.rest.length > 0 || mayRepeat(range, walk)) return examine(table, plan, { walk, range })
  const wanted = plan.skip + plan.limit + 1
  const found = selectJson(table, range, wanted).map(lazy)
  return { found, examined: found.length, more: false, last: null }
}

function lazy(json: string): Found {
  let doc: Doc | null = null
  return { json, doc: () => (doc ??= JSON.parse(json) as Doc) }
}

/** Limits up to this are written into the statement, which SQLite runs faster than a bound one; there are few of them. */
const WRITTEN_LIMITS = 256

type Selected = { statement: ReturnType<Table['prepare']>; bindings: (Key | number)[] }

function select(table: Table, range: KeyRange, limit: number): Selected {
  const column = keyColumn(range)
  const key = range.index.arrays ? ', k' : ''
  const order = range.backwards ? ' DESC' : ''
  const written = limit <= WRITTEN_LIMITS
  const statement = table.prepare(
    `SELECT doc${key} FROM ${docsAlong(table.collection, range.index)} WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column}${order} LIMIT ${written ? limit : '?'}`,
  )
  return { statement, bindings: written ? [range.low, range.high] : [range.low, range.high, limit] }
}

function selectJson(table: Table, range: KeyRange, limit: number): string[] {
  const { statement, bindings } = select(table, range, limit)
  return statement.pluck().all(bindings) as string[]
}

/** A document with several keys in the range must be given once: unless each of its arrays is fixed to one value. */
function mayRepeat({ index }: KeyRange, { equal }: Walk): boolean {
  return index.arrays && index.fields.some((field, at) => field.array && at >= equal.length)
}

/** Looks into each document: for what the index does not serve, or for whether this key is its first in the range. */
function examine(table: Table, plan: Plan, { walk, range }: { walk: Walk; range: KeyRange }): Walked {
  const matches = compileCondition(walk.rest)
  const most = walk.rest.length > 0 ? (plan.examineAtMost ?? 0) : Number.MAX_SAFE_INTEGER
  const wanted = plan.skip + plan.limit + 1
  const state: Walked = { found: [], examined: 0, more: false, last: null }
  const repeats = mayRepeat(range, walk)
  const { statement, bindings } = select(table, range, Number.MAX_SAFE_INTEGER)
  for (const row of statement.raw().iterate(bindings) as Iterable<[string, Buffer?]>) {
    const one = lazy(row[0])
    if (repeats && !isFirst(range, row[1], one.doc())) continue
    if (state.examined === most) return { ...state, more: true }
    state.examined++
    state.last = one
    if (matches(one.doc())) state.found.push(one)
    if (state.found.length === wanted) break
  }
  return state
}

function isFirst({ index, low, high, backwards }: KeyRange, key: Buffer | undefined, doc: Doc): boolean {
  const within = indexKeys(index, doc).filter((each) => Buffer.compare(each, low as Buffer) >= 0 && Buffer.compare(each, high as Buffer) < 0)
  const first = backwards ? within.at(-1) : within[0]
  return key !== undefined && first?.equals(key) === true
}

/** Several walks give one list: in order, and each document once. */
function merge(plan: Plan, walked: readonly Walked[]): Found[] {
  const seen = new Set<string>()
  const all = walked.flatMap(({ found }) => found).filter((each) => !seen.has(each.doc()._id) && seen.add(each.doc()._id))
  const placed = all.map((each) => ({ each, position: positionOf(plan.order, each.doc()) }))
  return placed.toSorted((a, b) => comparePositions(plan.order, a.position, b.position)).map(({ each }) => each)
}

export function readBatch(table: Table, after: string | null, limit: number): { version: number; doc: string }[] {
  const statement = table.prepare(`SELECT version, doc FROM ${tableName(table.collection.name)} WHERE id > ? ORDER BY id LIMIT ?`)
  return statement.all(after ?? '', limit) as { version: number; doc: string }[]
}
