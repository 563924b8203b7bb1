import type { Scalar } from '../dialect/condition.ts'
import { compareValues, RANK, typeRank } from '../dialect/order.ts'
import type { Json } from '../dialect/value.ts'
import type { Direction, Position, SortField } from '../plan/plan.ts'
import type { Asked } from './filter.ts'

type Step = { path: string; direction: Direction; value: Json }

export type Place = {
  order: readonly SortField[]
  after: Position
  /** Fields that the walk fixes to one value: they need not be asked. */
  fixed: ReadonlyMap<string, Scalar>
  /** A path whose values are all of one type, because the walk is within a range there. */
  ranged: string | null
}

/**
 * Filters for all that is behind a place in MongoDB's order, to be asked one after the other until the page is full.
 * `$gt` compares within a type, so the first stays within the type of the first field, with tight bounds for the
 * index, and the second takes the types that come later.
 */
export function behind({ order, after, fixed, ranged }: Place): Asked[] {
  const { steps, ties } = open(order, after, fixed)
  const [first, ...rest] = steps
  if (first === undefined) return ties ? [{}] : []
  const later = ranged === first.path ? [] : laterTypes(first)
  const near = rest.length === 0 ? onlyBehind(first, ties) : bounded(first, lexical(steps, ties))
  return [...(near === null ? [] : [near]), ...(later.length === 0 ? [] : [either(later)])]
}

/** The fields that decide, and whether a document that has the same values in all of them is behind. */
function open(order: readonly SortField[], after: Position, fixed: Place['fixed']): { steps: Step[]; ties: boolean } {
  const steps: Step[] = []
  for (const [at, { path, direction }] of order.entries()) {
    const value = after[at] ?? null
    const own = fixed.get(path)
    if (own === undefined) {
      steps.push({ path, direction, value })
      continue
    }
    const turn = compareValues(own, value) * direction
    if (turn !== 0) return { steps, ties: turn > 0 }
  }
  return { steps, ties: false }
}

function onlyBehind(step: Step, ties: boolean): Asked | null {
  if (ties) return sameTypeFrom(step)
  return step.value === null ? null : sameTypeBehind(step)
}

const bounded = (first: Step, branches: readonly Asked[]): Asked => ({ ...sameTypeFrom(first), ...either(branches) })

/** Behind in the first field, or equal there and behind in the second, and so on. */
function lexical(steps: readonly Step[], ties: boolean): Asked[] {
  const equal: Asked = {}
  const branches: Asked[] = []
  for (const [at, step] of steps.entries()) {
    const behindHere = [...(step.value === null ? [] : [sameTypeBehind(step)]), ...(at === 0 ? [] : laterTypes(step))]
    if (behindHere.length > 0) branches.push({ ...equal, ...either(behindHere) })
    equal[step.path] = { $eq: step.value }
  }
  return ties ? [...branches, equal] : branches
}

function either(branches: readonly Asked[]): Asked {
  const [only] = branches
  return branches.length === 1 && only !== undefined ? only : { $or: branches }
}

const sameTypeBehind = ({ path, direction, value }: Step): Asked => ({
  [path]: { [direction === 1 ? '$gt' : '$lt']: value },
})

function sameTypeFrom({ path, direction, value }: Step): Asked {
  if (value === null) return { [path]: { $eq: null } }
  return { [path]: { [direction === 1 ? '$gte' : '$lte']: value } }
}

/** All values of a type; missing counts as null. */
const WHOLE_TYPES: readonly [rank: number, range: Asked][] = [
  [RANK.null, { $eq: null }],
  [RANK.number, { $gte: -Infinity }],
  [RANK.string, { $gte: '' }],
  [RANK.object, { $gte: {} }],
  [RANK.boolean, { $gte: false }],
]

function laterTypes({ path, direction, value }: Step): Asked[] {
  // Every id is a string.
  if (path === '_id') return []
  const rank = typeRank(value)
  return WHOLE_TYPES.filter(([other]) => (other - rank) * direction > 0).map(([, range]) => ({ [path]: range }))
}
