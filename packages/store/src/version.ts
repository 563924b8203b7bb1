/**
 * Where the versions of a new document begin: behind all that an earlier document of that id can have had, so that a
 * compare-and-set which saw the earlier one never meets the later. Clocks may differ between machines; the last digits
 * keep two beginnings apart all the same.
 */
export function newVersion(): number {
  return Date.now() * 1000 + Math.floor(Math.random() * 1000)
}
