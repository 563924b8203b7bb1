import { MongoServerError } from 'mongodb'
import { applyChange } from '../dialect/apply.ts'
import type { ParsedChange } from '../dialect/change.ts'
import type { Doc } from '../dialect/value.ts'
import { Misfit } from '../errors.ts'
import { isCode } from './translate.ts'

/** What the server says of a change that does not fit: wrong type, no way along the path, an index that cannot hold it. */
const MISFITS = [2, 9, 14, 28, 40, 52, 54, 55, 56, 57, 66, 171]

/**
 * What an error of the server says of a change. Its reason is a text; which path it was, and whether its code stands
 * for a misfit, the change itself tells when it is tried on the document.
 */
export function misfitOf(error: unknown, change: ParsedChange, doc: Doc | null): Error {
  if (!(error instanceof MongoServerError)) return error instanceof Error ? error : new Error(String(error))
  try {
    applyChange(change, doc ?? { _id: '' }, { inserting: doc === null })
  } catch (known) {
    if (known instanceof Misfit) return known
  }
  if (!isCode(error, ...MISFITS)) return error
  const named = change.paths.find((path) => error.message.includes(`'${path.split('.').at(-1)}'`))
  return new Misfit(named ?? change.paths[0] ?? '', error.message)
}
