import { createHash } from 'node:crypto'
import type { EventLogApi } from '@palaver/store'

/** A place in the log as clients are told it: its number, and a mark of what stands there. */
type Place = { seq: number; tag: string }

/** Before everything. */
const ORIGIN = 'origin'

const tagOf = (event: string): string => createHash('sha256').update(event).digest('base64url').slice(0, ORIGIN.length)

/** The id of a frame that tells of this event. */
export const idOf = (seq: number, event: string): string => `${seq}.${tagOf(event)}`

function placeIn(id: string): Place | null {
  const [, seq = '', tag = ''] = /^(\d{1,15})\.([\w-]{6})$/.exec(id) ?? []
  return seq === '' ? null : { seq: Number(seq), tag }
}

type Log = Pick<EventLogApi, 'read'>

/** The id of a place of which only the number is known; null where nothing stands there any more. */
export async function idAt(log: Log, partition: number, seq: number): Promise<string | null> {
  if (seq === 0) return `0.${ORIGIN}`
  const [event] = await log.read({ partition, after: seq - 1, limit: 1 })
  return event?.seq === seq ? idOf(seq, event._id) : null
}

/**
 * The number that an id stands for; null where it is of another database, or of before a restore, or so old that not
 * all that came since is kept.
 */
export async function seqOf(log: Log, partition: number, id: string): Promise<number | null> {
  const place = placeIn(id)
  if (place === null) return null
  if (place.seq > 0) return (await idAt(log, partition, place.seq)) === id ? place.seq : null
  const [first] = await log.read({ partition, after: 0, limit: 1 })
  return place.tag === ORIGIN && (first === undefined || first.seq === 1) ? 0 : null
}
