import type { IndexSpec } from '../collection.ts'
import { type Bounds, rootOf } from './bounds.ts'
import type { Direction, SortField } from './plan.ts'

type Asked = { sort: readonly SortField[]; mergeable: boolean }

/**
 * The total order in which a walk along the index gives its documents, beginning with `sort`; null where the index
 * does not serve that sort. A field fixed to one value sorts nothing, and is left out unless other walks are to be
 * merged with this one.
 */
export function orderOf(index: IndexSpec, bounds: Bounds, { sort, mergeable }: Asked): readonly SortField[] | null {
  const fixed = index.fields.slice(0, bounds.points.length)
  const pinned = (path: string, several: boolean): boolean =>
    fixed.some((field, at) => field.path === path && !field.array && (bounds.points[at]?.length !== 1) === several)
  const listed = fixed.filter(({ path }) => pinned(path, true))
  const asked = mergeable ? sort : sort.filter(({ path }) => !pinned(path, false))
  const sorted = asked.filter(({ path }) => !pinned(path, true) && !pinned(path, false))
  const turn = turnOf(index, fixed.length, sorted)
  if (turn === null || sharesArray(index, fixed.length)) return null
  const along = ({ path, direction }: SortField): SortField => ({ path, direction: turn === direction ? 1 : -1 })
  const rest = index.fields.slice(fixed.length + sorted.length).map(along)
  const lists = listed.filter((field) => !asked.some(({ path }) => path === field.path)).map(along)
  const order = sort.length === 0 ? [...lists, ...rest] : [...asked, ...rest, ...lists]
  return mergeable ? [...order, ...unnamed(fixed, order).map(along)] : order
}

/** 1 to walk upwards, -1 downwards, null where the fields are others or turn both ways. */
function turnOf(index: IndexSpec, from: number, sorted: readonly SortField[]): Direction | null {
  let turn: Direction | null = null
  for (let at = 0; at < sorted.length; at++) {
    const field = index.fields[from + at]
    const wanted = sorted[at]
    if (field === undefined || field.path !== wanted?.path) return null
    const here: Direction = field.direction === wanted.direction ? 1 : -1
    if (turn !== null && turn !== here) return null
    turn = here
  }
  return turn ?? 1
}

/** Without them, documents of two walks could stand at the same place. */
function unnamed(fixed: IndexSpec['fields'], order: readonly SortField[]): IndexSpec['fields'] {
  return fixed.filter((field) => !field.array && !order.some(({ path }) => path === field.path))
}

/** A key speaks of one element; by the others of its array the document may belong elsewhere in the list. */
function sharesArray({ fields }: IndexSpec, fixed: number): boolean {
  const roots = fields.slice(0, fixed).flatMap(({ path, array }) => (array ? [rootOf(path)] : []))
  return fields.slice(fixed).some(({ path, array }) => array && roots.includes(rootOf(path)))
}
