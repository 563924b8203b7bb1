import { parseDocument } from './document.ts'
import type { Page } from '../engine.ts'
import { pageOf } from '../plan/page.ts'
import type { Plan } from '../plan/plan.ts'
import { positionOf } from '../plan/position.ts'
import { type KeyRange, rangeOf } from './range.ts'
import { keyHome, type Table, tableName } from './table.ts'
import { type Found, keyColumn, lazy, mayRepeat, selectJson, walkIndex } from './walk.ts'

export function findPage(table: Table, plan: Plan): Page<Found> {
  const range = straightRange(table, plan)
  if (range === null) return walkedPage(table, plan)
  const { jsons, isMore, examined } = straight(table, plan, range)
  const docs = jsons.map(lazy)
  const last = isMore ? docs.at(-1) : undefined
  return { docs, next: last === undefined ? null : positionOf(plan.order, last.doc()), examined }
}

/** The same as stored: only the last document is looked into. */
export function findRawPage(table: Table, plan: Plan): Page<string> {
  const range = straightRange(table, plan)
  if (range === null) {
    const { docs, next, examined } = walkedPage(table, plan)
    return { docs: docs.map(({ json }) => json), next, examined }
  }
  const { jsons, isMore, examined } = straight(table, plan, range)
  const last = isMore ? jsons.at(-1) : undefined
  return { docs: jsons, next: last === undefined ? null : positionOf(plan.order, parseDocument(last)), examined }
}

function walkedPage(table: Table, plan: Plan): Page<Found> {
  const walked = plan.walks.map((walk) => walkIndex(table, plan, walk))
  return pageOf(plan, walked, (found) => found.doc())
}

/** The range of the usual query: one walk, nothing to check, no document twice. */
function straightRange(table: Table, plan: Plan): KeyRange | null {
  const [walk, ...more] = plan.walks
  if (walk === undefined || more.length > 0 || walk.rest.length > 0) return null
  const range = rangeOf(table.collection, plan, walk)
  return mayRepeat(range, walk) ? null : range
}

/** Asks for one more than wanted, to know whether the list ends here, where anyone wants to know that. */
function straight(table: Table, plan: Plan, range: KeyRange): { jsons: string[]; isMore: boolean; examined: number } {
  const wanted = plan.skip + plan.limit
  const jsons = selectJson(table, range, plan.wantsNext === false ? wanted : wanted + 1)
  const examined = jsons.length
  const isMore = examined > wanted
  if (isMore) jsons.pop()
  return { jsons: plan.skip === 0 ? jsons : jsons.slice(plan.skip), isMore, examined }
}

export function countMatches(table: Table, plan: Plan): number {
  const range = straightRange(table, plan)
  return range === null ? findPage(table, plan).docs.length : countRange(table, range, plan.limit)
}

function countRange(table: Table, range: KeyRange, atMost: number): number {
  const column = keyColumn(range)
  const home = keyHome(table.collection, range.index)
  const counted = `SELECT 1 FROM ${home} WHERE ${column} >= ? AND ${column} < ? LIMIT ?`
  return table.prepare(`SELECT count(*) FROM (${counted})`).pluck().get(range.low, range.high, atMost) as number
}

export function readBatch(table: Table, after: string | null, limit: number): { version: number; doc: string }[] {
  const from = tableName(table.collection.name)
  const statement = table.prepare(`SELECT version, doc FROM ${from} WHERE id > ? ORDER BY id LIMIT ?`)
  return statement.all(after ?? '', limit) as { version: number; doc: string }[]
}
