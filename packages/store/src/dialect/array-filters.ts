import type { Condition } from './condition.ts'
import { copyOf } from './copy.ts'
import { parseFilter } from './filter.ts'
import { compileCondition } from './match.ts'
import { kindOf, refuse } from './refuse.ts'
import type { Json } from './value.ts'

/** What `$[name]` stands for: the elements of an array that match. */
export type ArrayFilter = {
  name: string
  source: Readonly<Record<string, unknown>>
  matches: (element: Json) => boolean
}

const NAME = /^[a-z][a-zA-Z0-9]*$/

export function parseArrayFilters(filters: unknown): ArrayFilter[] {
  if (!Array.isArray(filters)) refuse(`arrayFilters must be an array of filters, not ${kindOf(filters)}.`)
  const parsed = filters.map(parseArrayFilter)
  const names = parsed.map((filter) => filter.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) refuse(`arrayFilters: "${twice}" is there twice; put its conditions into one filter.`)
  return parsed
}

function parseArrayFilter(filter: unknown): ArrayFilter {
  const condition = parseFilter(filter, 'nested')
  const [name, ...others] = new Set(namesIn(condition))
  if (name === undefined || others.length > 0 || !NAME.test(name))
    refuse('arrayFilters: each filter is about one name in camelCase, as in {"e.id": 5} for "list.$[e].count".')
  const holds = compileCondition(condition)
  const source = copyOf(filter as Json) as Record<string, unknown>
  return { name, source, matches: (element) => holds({ [name]: element }) }
}

function namesIn(condition: Condition): string[] {
  return condition.flatMap((clause) =>
    'or' in clause ? clause.or.flatMap(namesIn) : (clause.path.split('.')[0] ?? ''),
  )
}
