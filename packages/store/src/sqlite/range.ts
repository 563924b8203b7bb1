import type { CollectionSpec, IndexField, IndexSpec } from '../collection.ts'
import { KeyWriter, PAST } from '../dialect/key.ts'
import { compareStrings, compareValues, RANK } from '../dialect/order.ts'
import type { Scalar } from '../dialect/condition.ts'
import type { FieldRange, Plan, Position, SortField, Walk } from '../plan/plan.ts'

/** A walk as SQLite sees it: `column >= low AND column < high`, upwards or downwards. Ids are text, keys are bytes. */
export type KeyRange = { index: IndexSpec; low: Key; high: Key; backwards: boolean }
export type Key = Buffer | string

/** Above every string: in SQLite a BLOB comes behind all text. */
const PAST_TEXT = Buffer.alloc(0)
const writer = new KeyWriter()

export function rangeOf(collection: CollectionSpec, plan: Plan, walk: Walk): KeyRange {
  const index = collection.indexes.find(({ name }) => name === walk.index)
  if (index === undefined) throw new Error(`${collection.name} has no index ${walk.index}`)
  const backwards = isBackwards(index, plan, walk)
  const whole = index.name === '_id' ? idRange(walk) : keyRange(index, walk)
  if (plan.after === null) return { index, backwards, ...whole }
  const from = behind({ index, walk, order: plan.order, after: plan.after, backwards })
  return backwards
    ? { index, backwards, low: whole.low, high: lesser(whole.high, from) }
    : { index, backwards, low: greater(whole.low, from), high: whole.high }
}

function isBackwards(index: IndexSpec, { order }: Plan, { equal }: Walk): boolean {
  const field = index.fields[equal.length]
  return (
    field !== undefined && order.some(({ path, direction }) => path === field.path && direction !== field.direction)
  )
}

function idRange({ equal, range }: Walk): { low: Key; high: Key } {
  if (equal.length > 0) {
    const [id] = equal
    return typeof id === 'string' ? { low: id, high: `${id}\0` } : { low: '', high: '' }
  }
  if (range === null) return { low: '', high: PAST_TEXT }
  if (range.type !== 'string') return { low: '', high: '' }
  const low = range.low === null ? '' : afterId(range.low.value, !range.low.inclusive)
  return { low, high: range.high === null ? PAST_TEXT : afterId(range.high.value, range.high.inclusive) }
}

/** The least text behind an id is that id and a zero. */
const afterId = (id: unknown, past: boolean): string => (past ? `${String(id)}\0` : String(id))

function keyRange(index: IndexSpec, { equal, range }: Walk): { low: Key; high: Key } {
  const field = index.fields[equal.length]
  if (range !== null && field !== undefined) {
    const edge = (side: 'low' | 'high'): Buffer => {
      prefix(index, equal)
      return rangeEdge(field, range, side)
    }
    return { low: edge('low'), high: edge('high') }
  }
  prefix(index, equal)
  const high = writer.byte(PAST).take()
  // The same bytes without the last: they need not be written twice.
  return { low: high.subarray(0, -1), high }
}

function prefix({ fields }: IndexSpec, equal: readonly Scalar[]): void {
  writer.reset()
  for (let at = 0; at < equal.length; at++) writer.add(equal[at], fields[at]?.direction ?? 1)
}

/** On a descending field the greater value has the lesser bytes, so the ends change places. */
function rangeEdge(field: IndexField, range: FieldRange, side: 'low' | 'high'): Buffer {
  const upwards = field.direction === 1
  const bound = (side === 'low') === upwards ? range.low : range.high
  if (bound === null) {
    const rank = upwards ? RANK[range.type] : ~RANK[range.type] & 0xff
    return writer.byte(side === 'low' ? rank : rank + 1).take()
  }
  writer.add(bound.value, field.direction)
  const past = (side === 'low') !== bound.inclusive
  return past ? writer.byte(PAST).take() : writer.take()
}

type Behind = { index: IndexSpec; walk: Walk; order: readonly SortField[]; after: Position; backwards: boolean }

/** The key at which to go on behind a position: the first still wanted, or (backwards) the first no longer wanted. */
function behind({ index, walk, order, after, backwards }: Behind): Key {
  if (index.name === '_id') return behindId({ walk, order, after, backwards })
  prefix(index, walk.equal)
  for (const [at, { path, direction }] of order.entries()) {
    const fixedAt = index.fields.findIndex((field, place) => field.path === path && place < walk.equal.length)
    if (fixedAt === -1) {
      const field = index.fields.find((each) => each.path === path)
      writer.add(after[at], field?.direction ?? 1)
      continue
    }
    const turn = compareValues(walk.equal[fixedAt], after[at]) * direction
    if (turn !== 0) return turn > 0 === backwards ? writer.byte(PAST).take() : writer.take()
  }
  return backwards ? writer.take() : writer.byte(PAST).take()
}

function behindId({ walk, order, after, backwards }: Omit<Behind, 'index'>): Key {
  const [id] = walk.equal
  if (id === undefined) return afterId(after[0], !backwards)
  const still = compareValues(id, after[0]) * (order[0]?.direction ?? 1) > 0
  return still === backwards ? PAST_TEXT : ''
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareStrings(a, b) : -1
  return typeof b === 'string' ? 1 : Buffer.compare(a, b)
}

const greater = (a: Key, b: Key): Key => (compareKeys(a, b) >= 0 ? a : b)
const lesser = (a: Key, b: Key): Key => (compareKeys(a, b) <= 0 ? a : b)
