import type { Place } from '../walls/walls.ts'
import { isNewer, type NewsRow, type NewsSource, placeOf } from './source.ts'

/** One source of several, of which the first few rows were read. */
type Lane = { source: NewsSource; rows: NewsRow[]; isEnded: boolean }

const FIRST_READ = 3
const NEXT_READ = 10
const AT_ONCE = 50

/** Several sources as one: each is read only as far as it is needed. The same row from two of them comes once. */
export function merged(sources: readonly NewsSource[]): NewsSource {
  const [only, ...more] = sources
  if (only !== undefined && more.length === 0) return only
  return async (before, limit) => {
    const lanes = sources.map((source): Lane => ({ source, rows: [], isEnded: false }))
    for (let at = 0; at < lanes.length; at += AT_ONCE)
      await Promise.all(lanes.slice(at, at + AT_ONCE).map((lane) => read(lane, before, FIRST_READ)))
    return taken(lanes.filter(hasRows), limit)
  }
}

const hasRows = ({ rows }: Lane): boolean => rows.length > 0

async function read(lane: Lane, before: Place | null, limit: number): Promise<void> {
  lane.rows = await lane.source(before, limit)
  lane.isEnded = lane.rows.length < limit
}

async function taken(start: readonly Lane[], limit: number): Promise<NewsRow[]> {
  const found: NewsRow[] = []
  let lanes = [...start]
  while (found.length < limit && lanes.length > 0) {
    const lane = lanes.reduce((best, one) => (isNewer(headOf(one), headOf(best)) ? one : best))
    const row = headOf(lane)
    lane.rows.shift()
    if (found.at(-1)?.post !== row.post) found.push(row)
    if (lane.rows.length === 0 && !lane.isEnded) await read(lane, placeOf(row), NEXT_READ)
    if (lane.rows.length === 0) lanes = lanes.filter((one) => one !== lane)
  }
  return found
}

function headOf({ rows: [head] }: Lane): NewsRow {
  if (head === undefined) throw new Error('A lane that has ended is not looked at.')
  return head
}
