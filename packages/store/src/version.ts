/** Between two beginnings in one process, so that the changes of the earlier document do not reach the later one. */
const STEP = 1_000

let last = 0

/**
 * Where the versions of a new document begin: behind all that an earlier document of that id can have had, so that a
 * compare-and-set which saw the earlier one never meets the later. The clock keeps that true after a restart, the
 * random last digits between processes.
 */
export function newVersion(): number {
  last = Math.max(last + STEP, Date.now() * STEP + Math.floor(Math.random() * STEP))
  return last
}
