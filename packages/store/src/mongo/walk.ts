import type { Filter, FindCursor, FindOptions } from 'mongodb'
import type { CollectionSpec } from '../collection.ts'
import type { Condition, Scalar } from '../dialect/condition.ts'
import { compileCondition } from '../dialect/match.ts'
import type { Doc } from '../dialect/value.ts'
import type { Walked } from '../plan/page.ts'
import type { Plan, Walk } from '../plan/plan.ts'
import { behind } from './behind.ts'
import { all, type Asked, LIVE, whereOf } from './filter.ts'
import { docOf } from './hidden.ts'
import type { Kept, Link } from './link.ts'

export type WalkRequest = {
  collection: CollectionSpec
  plan: Plan
  walk: Walk
  /** What MongoDB is to send of each document. */
  fields: Asked
  /** How many MongoDB is to pass over, before those that the plan still skips. */
  skip: number
}

/** Documents fetched at a time while looking for those that match. */
const LOOK_AHEAD = 100

/** The name by which MongoDB knows an index. */
export const hintOf = ({ index }: Walk): string => (index === '_id' ? '_id_' : index)

/** Asks MongoDB for one walk: up to one document more than the page takes, where anyone wants to know whether it ends. */
export async function walkIndex(link: Link, request: WalkRequest): Promise<Walked<Doc>> {
  if (request.walk.rest.length > 0) return examine(link, request)
  const { collection, plan, walk, skip } = request
  const wanted = plan.skip + plan.limit + (plan.wantsNext === false && plan.walks.length === 1 ? 0 : 1)
  const found: Doc[] = []
  for (const where of filtersOf(request, walk.where)) {
    if (found.length === wanted) break
    const options = { ...optionsOf(request), skip, limit: wanted - found.length }
    const kept = await link.read(() => link.collection(collection.name).find(where, options).toArray())
    for (const each of kept) found.push(docOf(each))
  }
  const examined = found.length === 0 && skip > 0 ? await countUpTo(link, request) : skip + found.length
  return { found, examined, more: false, last: null }
}

/** Walks along what the index serves and looks into each document, as SQLite would: never at more than was allowed. */
async function examine(link: Link, request: WalkRequest): Promise<Walked<Doc>> {
  const { collection, plan, walk } = request
  const matches = compileCondition(walk.rest)
  const most = plan.examineAtMost ?? 0
  const wanted = plan.skip + plan.limit + 1
  const found: Doc[] = []
  let examined = 0
  let last: Doc | null = null
  const served = walk.where.filter((clause) => !walk.rest.includes(clause))
  for (const where of filtersOf(request, served)) {
    const options = { ...optionsOf(request), limit: most - examined + 1, batchSize: LOOK_AHEAD }
    const cursor = link.collection(collection.name).find(where, options)
    for await (const kept of reading(link, cursor)) {
      if (examined === most) return { found, examined, more: true, last }
      last = docOf(kept)
      examined++
      if (matches(last)) found.push(last)
      if (found.length === wanted) return { found, examined, more: false, last }
    }
  }
  return { found, examined, more: false, last }
}

async function* reading(link: Link, cursor: FindCursor<Kept>): AsyncGenerator<Kept> {
  const next = () => link.read(() => cursor.next())
  try {
    for (let kept = await next(); kept !== null; kept = await next()) yield kept
  } finally {
    await cursor.close()
  }
}

/** The fields that a walk fixes to one value: they sort nothing and need not be asked again. */
function fixedBy(collection: CollectionSpec, walk: Walk): Map<string, Scalar> {
  const fields = collection.indexes.find(({ name }) => name === walk.index)?.fields ?? []
  return new Map(
    walk.equal.flatMap((value, at) => (fields[at]?.array ? [] : [[fields[at]?.path ?? '', value] as const])),
  )
}

function filtersOf({ collection, plan, walk }: WalkRequest, condition: Condition): Filter<Kept>[] {
  const where = whereOf(collection, condition)
  if (plan.after === null) return [all(where, LIVE)]
  const fixed = fixedBy(collection, walk)
  const fields = collection.indexes.find(({ name }) => name === walk.index)?.fields ?? []
  const ranged = walk.range === null ? null : (fields[walk.equal.length]?.path ?? null)
  return behind({ order: plan.order, after: plan.after, fixed, ranged }).map((filter) => all(where, filter, LIVE))
}

/** The planner chose the index, for both engines alike: MongoDB's own choice could be another. */
function optionsOf({ collection, plan, walk, fields }: WalkRequest): FindOptions {
  const fixed = fixedBy(collection, walk)
  const open = plan.order.filter(({ path }) => !fixed.has(path))
  const sort = Object.fromEntries(open.map(({ path, direction }) => [path, direction]))
  return { sort, hint: hintOf(walk), projection: fields }
}

/** Where everything was passed over: how much that was. */
function countUpTo(link: Link, { collection, walk, skip }: WalkRequest): Promise<number> {
  const where = all(whereOf(collection, walk.where), LIVE)
  return link.read(() => link.collection(collection.name).countDocuments(where, { limit: skip, hint: hintOf(walk) }))
}
