import type { IndexSpec } from '../collection.ts'
import type { Bounds } from './bounds.ts'
import type { Direction, SortField } from './plan.ts'

/**
 * The total order in which a walk along the index gives its documents, beginning with `sort`; null where the index
 * does not serve that sort. Fields fixed to one value are left out of it: they do not sort anything.
 */
export function orderOf(index: IndexSpec, bounds: Bounds, sort: readonly SortField[]): readonly SortField[] | null {
  const fixed = index.fields.slice(0, bounds.points.length)
  const listed = fixed.filter((field, at) => !field.array && bounds.points[at]?.length !== 1)
  const asked = sort.filter(({ path }) => !fixed.some((field) => field.path === path && !field.array && !listed.includes(field)))
  const sorted = listed.length === 0 ? asked : asked.filter(({ path }) => !listed.some((field) => field.path === path))
  const turn = turnOf(index, fixed.length, sorted)
  if (turn === null) return null
  const along = ({ path, direction }: SortField): SortField => ({ path, direction: turn === direction ? 1 : -1 })
  const rest = index.fields.slice(fixed.length + sorted.length).map(along)
  const lists = listed.filter((field) => !asked.some(({ path }) => path === field.path)).map(along)
  return sort.length === 0 ? [...lists, ...rest] : [...asked, ...rest, ...lists]
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
