import { applyChange } from './apply.ts'
import { type ParsedChange, parseChange } from './change.ts'
import type { Condition, Scalar } from './condition.ts'
import { refuse } from './refuse.ts'
import type { Doc } from './value.ts'

/** The document that an upsert inserts: what the filter says by equality, then the change. */
export function documentForUpsert(id: string, where: Condition, change: ParsedChange): Doc {
  const seed = parseChange({ $set: equalities(where) })
  return applyChange(change, applyChange(seed, { _id: id }, { inserting: true }), { inserting: true })
}

/** The fields that an upsert takes from its filter. Refused where servers differ in what they take. */
export function equalities(where: Condition): Record<string, Scalar> {
  const fields: Record<string, Scalar> = {}
  for (const clause of where) {
    if ('or' in clause) refuse('an upsert takes its fields from the filter, and $or leaves them open; leave it out.')
    const { path, tests } = clause
    for (const test of path === '_id' ? [] : tests) {
      if (test.op === 'in') refuse(`"${path}": an upsert takes its fields from the filter; use equality, not $in.`)
      if (test.op !== 'eq') continue
      const other = Object.keys(fields).find((known) => isSameOrWithin(known, path))
      if (other !== undefined) refuse(`"${path}": an upsert takes "${other}" from the filter as well; leave one out.`)
      fields[path] = test.value
    }
  }
  return fields
}

function isSameOrWithin(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
