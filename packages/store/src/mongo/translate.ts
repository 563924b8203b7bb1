import {
  MongoAPIError,
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb'
import { Duplicate, StoreError, TooLarge, Unavailable } from '../errors.ts'

/** What is known of a call that failed: how often its command was sent, and where it was to write. */
export type Failed = { sent: number; collection: string }

/** The driver's errors in the store's terms. What a change does not fit is told apart in `misfit.ts`. */
export function translate(error: unknown, { sent, collection }: Failed): Error {
  if (error instanceof StoreError) return error
  if (isDuplicate(error)) return new Duplicate(collection, indexOf(error))
  if (isTooLarge(error))
    return new TooLarge(`${collection}: the document would be larger than MongoDB keeps; split it.`)
  if (isCode(error, 13, 18))
    return new Unavailable('none', 'MongoDB refuses access: check user, password and rights.', { cause: error })
  if (isUnavailable(error)) {
    const outcome = sent === 0 || (sent === 1 && wasRefused(error)) ? 'none' : 'unknown'
    return new Unavailable(outcome, `MongoDB does not answer: ${error.message}`, { cause: error })
  }
  return error instanceof Error ? error : new Error(String(error))
}

export const isCode = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof MongoError && typeof error.code === 'number' && codes.includes(error.code)

function isDuplicate(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && isCode(error, 11_000, 11_001)
}

/** MongoDB calls the index of the id `_id_`. */
export function indexOf(error: MongoServerError): string {
  const name = /index: (\S+)/.exec(error.message)?.[1] ?? '_id_'
  return name === '_id_' ? '_id' : name
}

/** Too many bytes for the server (10334, 17419, 17420), too many levels (15), or too many bytes for the driver to send. */
function isTooLarge(error: unknown): boolean {
  if (isCode(error, 10_334, 17_419, 17_420, 15)) return true
  if (error instanceof MongoAPIError) return /larger than the maximum size/i.test(error.message)
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

const GONE = [
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
]

/** Stepping down, shutting down, not reachable, out of time, not confirmed by a majority. */
const GONE_CODES = [6, 7, 50, 64, 89, 91, 100, 133, 189, 262, 9001, 10_107, 10_058, 11_600, 11_602, 13_435, 13_436]

function isUnavailable(error: unknown): error is MongoError {
  if (!(error instanceof MongoError)) return false
  if (GONE.some((kind) => error instanceof kind) || isCode(error, ...GONE_CODES)) return true
  // A batch wraps whatever befell it; without an error of a single write it was the connection.
  if (error instanceof MongoBulkWriteError) return [error.writeErrors].flat().length === 0
  return /^(WaitQueueTimeout|MongoWaitQueueTimeout|PoolClosed|MongoPoolClosed)/.test(error.name)
}

/** The server answered that it is not the one to write to. */
const wasRefused = (error: MongoError): boolean => isCode(error, 10_107, 10_058, 13_435)
