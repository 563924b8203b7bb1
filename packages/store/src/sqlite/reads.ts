import { parseDocument } from './document.ts'
import type { Doc } from '../dialect/value.ts'
import type { Page } from '../engine.ts'
import { pageOf } from '../plan/page.ts'
import type { Plan } from '../plan/plan.ts'
import { positionOf } from '../plan/position.ts'
import { type KeyRange, rangeOf } from './range.ts'
import { keyHome, type Table, tableName } from './table.ts'
import { type Found, keyColumn, mayRepeat, selectBytes, selectJson, walkIndex } from './walk.ts'

export function findPage(table: Table, plan: Plan): Page<Doc> {
  const plain = plainly(table, plan, JSONS)
  if (plain === null) {
    const { docs, next, examined } = walkedPage(table, plan)
    return { docs: docs.map((found) => found.doc()), next, examined }
  }
  const docs = plain.found.map(parseDocument)
  const last = plain.isMore ? docs.at(-1) : undefined
  return { docs, next: last === undefined ? null : positionOf(plan.order, last), examined: plain.examined }
}

/** The same as stored: only the last document is looked into. */
export const findRawPage = (table: Table, plan: Plan): Page<string> => unparsedPage(table, plan, JSONS)

export const findBytesPage = (table: Table, plan: Plan): Page<Buffer> => unparsedPage(table, plan, BYTES)

type Form<D> = { select: Select<D>; from: (json: string) => D; json: (found: D) => string }

const JSONS: Form<string> = { select: selectJson, from: (json) => json, json: (found) => found }
const BYTES: Form<Buffer> = { select: selectBytes, from: (json) => Buffer.from(json), json: String }

function unparsedPage<D>(table: Table, plan: Plan, form: Form<D>): Page<D> {
  const plain = plainly(table, plan, form)
  if (plain === null) {
    const { docs, next, examined } = walkedPage(table, plan)
    return { docs: docs.map((found) => form.from(found.json)), next, examined }
  }
  const { found: docs, isMore, examined } = plain
  const last = isMore ? docs.at(-1) : undefined
  return { docs, next: last === undefined ? null : positionOf(plan.order, parseDocument(form.json(last))), examined }
}

function walkedPage(table: Table, plan: Plan): Page<Found> {
  const walked = plan.walks.map((walk) => walkIndex(table, plan, walk))
  return pageOf(plan, walked, (found) => found.doc())
}

/** What one statement gives as it is wanted; null where documents have to be looked into, or put in order. */
function plainly<D>(table: Table, plan: Plan, { select, from }: Form<D>): Plain<D> | null {
  if (plan.ids !== undefined) return fetched(table.jsons(plan.ids).map(from), plan)
  const range = straightRange(table, plan)
  return range === null ? null : straight(select, table, { plan, range })
}

/** Each is fetched by its id: there is nothing to merge. */
function fetched<D>(found: D[], { limit, wantsNext }: Plan): Plain<D> {
  const examined = found.length
  const isMore = examined > limit
  return { found: isMore ? found.slice(0, limit) : found, isMore: isMore && wantsNext !== false, examined }
}

/** The range of the usual query: one walk, nothing to check, no document twice. */
function straightRange(table: Table, plan: Plan): KeyRange | null {
  const [walk] = plan.walks
  if (walk === undefined || plan.walks.length > 1 || walk.rest.length > 0) return null
  const range = rangeOf(table.collection, plan, walk)
  return mayRepeat(range, walk) ? null : range
}

type Select<D> = (table: Table, range: KeyRange, limit: number) => D[]
type Plain<D> = { found: D[]; isMore: boolean; examined: number }

/** Asks for one more than wanted, to know whether the list ends here, where anyone wants to know that. */
function straight<D>(select: Select<D>, table: Table, { plan, range }: { plan: Plan; range: KeyRange }): Plain<D> {
  const wanted = plan.skip + plan.limit
  const found = select(table, range, plan.wantsNext === false ? wanted : wanted + 1)
  const examined = found.length
  const isMore = examined > wanted
  if (isMore) found.pop()
  return { found: plan.skip === 0 ? found : found.slice(plan.skip), isMore, examined }
}

export function countMatches(table: Table, plan: Plan): number {
  const range = plan.ids === undefined ? straightRange(table, plan) : null
  return range === null ? findRawPage(table, plan).docs.length : countRange(table, range, plan.limit)
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
