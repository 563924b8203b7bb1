import { parseFilter } from '../dialect/filter.ts'
import { checkPath } from '../dialect/path.ts'
import { UnsupportedOperator } from '../errors.ts'
import type { Position, Query, SortField } from './plan.ts'

/** The most documents one answer may hold, and the deepest a page number may reach. */
const MOST_DOCUMENTS = 10_000

export type Asked = {
  where?: unknown
  sort?: unknown
  limit: number
  skip?: number
  after?: Position | null
  next?: false
  examineAtMost?: number
}

export function parseQuery({ where, sort, limit, skip = 0, after = null, next, examineAtMost }: Asked): Query {
  checkCount('limit', limit, 1)
  checkCount('skip', skip, 0)
  if (examineAtMost !== undefined) checkCount('examineAtMost', examineAtMost, 1)
  if (examineAtMost !== undefined && skip > 0)
    throw new UnsupportedOperator(
      '`skip` and `examineAtMost` do not go together: a short page does not say how much was skipped.',
    )
  if (after !== null && !Array.isArray(after))
    throw new UnsupportedOperator('`after` takes the `next` of an earlier page.')
  return {
    where: where === undefined ? [] : parseFilter(where),
    sort: parseSort(sort),
    limit,
    skip,
    after,
    wantsNext: next !== false,
    examineAtMost: examineAtMost ?? null,
  }
}

export function checkCount(name: string, value: unknown, least: number): void {
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > MOST_DOCUMENTS)
    throw new UnsupportedOperator(`\`${name}\` must be a whole number from ${least} to ${MOST_DOCUMENTS}.`)
}

function parseSort(sort: unknown): SortField[] {
  if (sort === undefined) return []
  if (typeof sort !== 'object' || sort === null || Object.getPrototypeOf(sort) !== Object.prototype)
    throw new UnsupportedOperator('A sort is an object of paths, each with 1 or -1.')
  return Object.entries(sort).map(([path, direction]) => {
    checkPath(path)
    if (direction !== 1 && direction !== -1) throw new UnsupportedOperator(`The sort on "${path}" must be 1 or -1.`)
    return { path, direction }
  })
}
