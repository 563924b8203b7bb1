/** Parts of a change's path that name a place in an array; an index path has only names. */
const PLACE = /\.(?:\d+|\$\[\w*\])(?=\.|$)/g

/** Whether writing at `written` can change what is at the index path `indexed`. */
export function overlaps(written: string, indexed: string): boolean {
  const path = written.includes('.') ? written.replace(PLACE, '') : written
  return path === indexed || indexed.startsWith(`${path}.`) || path.startsWith(`${indexed}.`)
}
