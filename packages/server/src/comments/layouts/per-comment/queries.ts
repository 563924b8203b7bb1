import type { Filter, Find } from '@palaver/store'
import type { CommentDocument } from '../../collections.ts'
import { END } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { Place, Range } from '../layout.ts'

type Where = Filter<CommentDocument>

/** Every query here is one walk along one index, from its first document to its last. */
export function listQuery({ home }: Place, order: Order, range: Range): Find<CommentDocument> {
  return order === 'threaded' ? threaded(home, range) : chronological({ home }, range)
}

export function childrenQuery({ home }: Place, parent: string | null, range: Range): Find<CommentDocument> {
  return chronological({ home, parentSlug: parent }, range)
}

function threaded(home: string, { from, until, back, limit, skip = 0 }: Range): Find<CommentDocument> {
  const fullSlug = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) }
  const where: Where = from === undefined && until === undefined ? { home } : { home, fullSlug }
  return { where, sort: { fullSlug: back ? -1 : 1 }, limit, skip, next: false }
}

/**
 * An index serves a range on one field, so the range is on `posted`, and the walk begins behind a position of both
 * fields. At its far end it may meet others of the last millisecond, which `isWithinRange` leaves out.
 */
function chronological(within: Where, { from, until, back, limit, skip = 0 }: Range): Find<CommentDocument> {
  const [low, high] = [from, until].map((key) => (key === undefined ? null : splitKey(key)))
  const posted = { ...(low && { $gte: low.posted }), ...(high && { $lte: high.posted }) }
  const after = back ? (high ? [high.posted, high.slug] : null) : low ? [low.posted, justBefore(low.slug)] : null
  const where: Where = low || high ? { ...within, posted } : within
  return { where, sort: back ? { posted: -1, slug: -1 } : { posted: 1, slug: 1 }, limit, skip, after, next: false }
}

function splitKey(key: string): Pick<Comment, 'posted' | 'slug'> {
  const at = key.indexOf('/')
  return at === -1 ? { posted: key, slug: '' } : { posted: key.slice(0, at), slug: key.slice(at + 1) }
}

/** No slug lies between this and the given one, so that what is behind this begins with the given one. */
function justBefore(slug: string): string {
  const last = slug.charCodeAt(slug.length - 1)
  const start = slug.slice(0, -1)
  return last > 0 ? `${start}${String.fromCharCode(last - 1)}${END}` : start
}
