import type { CollectionSpec } from '../collection.ts'
import type { Condition } from '../dialect/condition.ts'
import type { Query } from './plan.ts'

/** Says which index would serve the query: fixed fields first, then the sort, then the ranges. */
export function suggestIndex(collection: CollectionSpec, { where, sort }: Query): string {
  const fixed = pathsWith(where, (op) => op === 'eq' || op === 'in')
  const ranged = pathsWith(where, (op) => op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte')
  const sorted = sort.map(({ path, direction }) => (direction === 1 ? path : `-${path}`))
  const wanted = [...fixed, ...sorted, ...ranged]
  const on = wanted.filter((path, at) => wanted.findIndex((other) => bare(other) === bare(path)) === at)
  const asked = [...new Set([...pathsWith(where, () => true), ...sort.map(({ path }) => path)])]
  const advice =
    on.length > 0
      ? `Declare { name: '…', on: [${on.map((path) => `'${path}'`).join(', ')}] }`
      : 'No index can serve this condition'
  return (
    `${collection.name}: no index serves this query on ${asked.join(', ') || 'nothing'}. ${advice}` +
    `, or bound the work with \`examineAtMost\` where a part of the condition is not for an index.`
  )
}

const bare = (path: string): string => path.replace(/^-/, '')

function pathsWith(where: Condition, wanted: (op: string) => boolean): string[] {
  const paths = where.flatMap((clause) =>
    'or' in clause
      ? clause.or.flatMap((branch) => pathsWith(branch, wanted))
      : clause.tests.some(({ op }) => wanted(op))
        ? [clause.path]
        : [],
  )
  return [...new Set(paths)]
}
