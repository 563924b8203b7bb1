import { parseDocument } from './document.ts'
import type { Page } from '../engine.ts'
import { pageOf } from '../plan/page.ts'
import type { Plan } from '../plan/plan.ts'
import { positionOf } from '../plan/position.ts'
import { type KeyRange, rangeOf } from './range.ts'
import { keyHome, type Table, tableName } from './table.ts'
import { type Found, keyColumn, lazy, mayRepeat, selectBytes, selectJson, walkIndex } from './walk.ts'

export function findPage(table: Table, plan: Plan): Page<Found> {
  const range = straightRange(table, plan)
  if (range === null) return walkedPage(table, plan)
  const { found, isMore, examined } = straight(selectJson, table, { plan, range })
  const docs = found.map(lazy)
  const last = isMore ? docs.at(-1) : undefined
  return { docs, next: last === undefined ? null : positionOf(plan.order, last.doc()), examined }
}

/** The same as stored: only the last document is looked into. */
export const findRawPage = (table: Table, plan: Plan): Page<string> =>
  unparsedPage(table, plan, { select: selectJson, from: (json) => json, json: (found) => found })

export const findBytesPage = (table: Table, plan: Plan): Page<Buffer> =>
  unparsedPage(table, plan, { select: selectBytes, from: (json) => Buffer.from(json), json: (found) => String(found) })

type Form<D> = { select: Select<D>; from: (json: string) => D; json: (found: D) => string }

function unparsedPage<D>(table: Table, plan: Plan, { select, from, json }: Form<D>): Page<D> {
  const range = straightRange(table, plan)
  if (range === null) {
    const { docs, next, examined } = walkedPage(table, plan)
    return { docs: docs.map((found) => from(found.json)), next, examined }
  }
  const { found: docs, isMore, examined } = straight(select, table, { plan, range })
  const last = isMore ? docs.at(-1) : undefined
  return { docs, next: last === undefined ? null : positionOf(plan.order, parseDocument(json(last))), examined }
}

function walkedPage(table: Table, plan: Plan): Page<Found> {
  if (plan.ids !== undefined) return pageOfIds(table, plan, plan.ids)
  const walked = plan.walks.map((walk) => walkIndex(table, plan, walk))
  return pageOf(plan, walked, (found) => found.doc())
}

/** Each is fetched by its id: there is nothing to merge. */
function pageOfIds(table: Table, { limit, order }: Plan, ids: readonly string[]): Page<Found> {
  const found = table.jsons(ids).map(lazy)
  const last = found.length > limit ? found[limit - 1] : undefined
  const next = last === undefined ? null : positionOf(order, last.doc())
  return { docs: last === undefined ? found : found.slice(0, limit), next, examined: found.length }
}

/** The range of the usual query: one walk, nothing to check, no document twice. */
function straightRange(table: Table, plan: Plan): KeyRange | null {
  if (plan.ids !== undefined) return null
  const [walk, ...more] = plan.walks
  if (walk === undefined || more.length > 0 || walk.rest.length > 0) return null
  const range = rangeOf(table.collection, plan, walk)
  return mayRepeat(range, walk) ? null : range
}

type Select<D> = (table: Table, range: KeyRange, limit: number) => D[]
type Straight<D> = { found: D[]; isMore: boolean; examined: number }

/** Asks for one more than wanted, to know whether the list ends here, where anyone wants to know that. */
function straight<D>(select: Select<D>, table: Table, { plan, range }: { plan: Plan; range: KeyRange }): Straight<D> {
  const wanted = plan.skip + plan.limit
  const found = select(table, range, plan.wantsNext === false ? wanted : wanted + 1)
  const examined = found.length
  const isMore = examined > wanted
  if (isMore) found.pop()
  return { found: plan.skip === 0 ? found : found.slice(plan.skip), isMore, examined }
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
