import { MongoServerError } from 'mongodb'
import { applyChange } from '../dialect/apply.ts'
import type { ParsedChange } from '../dialect/change.ts'
import type { Doc } from '../dialect/value.ts'
import { Misfit } from '../errors.ts'
import { isCode } from './translate.ts'

/** What the server says of a change that does not fit: wrong type, no way along the path, an index that cannot hold it. */
const MISFITS = [2, 9, 14, 28, 40, 52, 54, 55, 56, 57, 66, 171]

export const isMisfit = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && isCode(error, ...MISFITS)

/** The server tells its reason as a text; which path it was, the change itself can tell from the document. */
export function misfitOf(error: MongoServerError, change: ParsedChange, doc: Doc | null): Misfit {
  try {
    applyChange(change, doc ?? { _id: '' }, { inserting: doc === null })
  } catch (known) {
    if (known instanceof Misfit) return known
  }
  const named = change.paths.find((path) => error.message.includes(`'${path.split('.').at(-1)}'`))
  return new Misfit(named ?? change.paths[0] ?? '', error.message)
}
