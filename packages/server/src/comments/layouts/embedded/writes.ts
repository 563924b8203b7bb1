import type { Comment, Embedded, EmbeddedComment } from '../../model.ts'
import type { Write } from './guarded-write.ts'
import type { Spot } from './shape.ts'
import { stubAt } from './stub.ts'
import type { Target } from './target.ts'

/** Past these a discussion belongs in another layout. */
export const MOST_PLACES = 1000
export const MOST_BYTES = 1_048_576
/** What is there already may still grow a little, so that most edits need not wait for a move; … */
export const MOST_BYTES_GROWN = 2 * MOST_BYTES
/** … and counters and marks never do: a move may itself have to wait for them. */
const SMALL_GROWTH = 256
export const DEEPEST = 40

export const emptyEmbedded = (): Embedded => ({ count: 0, bytes: 0, comments: [], replies: [] })

/** A place, and all that it is in. */
export type Found = { embedded: Embedded; spot: Spot }

export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** A path below the target's home, from the top of the discussion. */
const at = ({ place }: Target, path: string): string => `embedded.${place.home}.${path}`

export function making(target: Target): Write {
  const path = `embedded.${target.place.home}`
  return { where: { ...target.where, [path]: { $exists: false } }, change: { $set: { [path]: emptyEmbedded() } } }
}

/** Gives a comment a place of its own; null where there is no room for it. */
export function pushing(target: Target, embedded: Embedded, comment: Comment): Write | null {
  const { list, holder, slug, element, places } = target.shape.roomFor(embedded, comment)
  const taken = { places, bytes: sizeOf(element) }
  if (!hasPlaceFor(embedded, comment, taken)) return null
  return {
    where: {
      ...withRoom(target, taken),
      ...(holder === null ? {} : { [at(target, `${holder.path}.slug`)]: holder.comment.slug }),
      [at(target, `${list}.slug`)]: { $ne: slug },
    },
    change: {
      $push: { [at(target, list)]: element },
      $inc: { [at(target, 'count')]: places, [at(target, 'bytes')]: taken.bytes },
    },
  }
}

/** Puts a comment back in the place that a stub has kept; null where there is no room for it. */
export function reviving(target: Target, { embedded, spot }: Found, comment: Comment): Write | null {
  const taken = { places: 0, bytes: growth(spot, comment) }
  if (!hasRoom(embedded, taken)) return null
  const { where, change } = setting(target, spot, comment)
  const gone = at(target, `${spot.path}.gone`)
  return {
    where: { ...where, ...withRoom(target, taken), [gone]: true },
    change: { ...change, $unset: { [gone]: '' } },
  }
}

/** Writes some fields of a comment; null where there is no room for them. */
export function rewriting(target: Target, { embedded, spot }: Found, fields: Partial<Comment>): Write | null {
  const grown = growth(spot, fields)
  return grown > SMALL_GROWTH && embedded.bytes + grown > MOST_BYTES_GROWN ? null : setting(target, spot, fields)
}

/** Takes a comment away and leaves a stub in its place, so that no position shifts. */
export function removing(target: Target, spot: Spot): Write {
  return setting(target, spot, stubAt(spot.comment.fullSlug, spot.comment.writes + 1))
}

/** Where the comment is still as it was found. What replies to it stays inside it. */
function setting(target: Target, spot: Spot, fields: Partial<EmbeddedComment>): Write {
  const { path, comment } = spot
  const set = Object.entries(fields).map(([field, value]): [string, unknown] => [
    at(target, `${path}.${target.shape.nameOf(field)}`),
    value,
  ])
  return {
    where: {
      ...target.where,
      [at(target, `${path}.slug`)]: comment.slug,
      [at(target, `${path}.writes`)]: comment.writes,
    },
    change: { $set: Object.fromEntries(set), $inc: { [at(target, 'bytes')]: growth(spot, fields) } },
  }
}

const growth = ({ comment }: Spot, fields: Partial<Comment>): number =>
  sizeOf({ ...comment, ...fields }) - sizeOf(comment)

type Taken = { places: number; bytes: number }

export const hasPlaceFor = (embedded: Embedded, { depth }: Comment, taken: Taken): boolean =>
  depth < DEEPEST && hasRoom(embedded, taken)

const hasRoom = ({ count, bytes }: Embedded, taken: Taken): boolean =>
  count + taken.places <= MOST_PLACES && bytes + taken.bytes <= MOST_BYTES

const withRoom = (target: Target, { places, bytes }: Taken): Write['where'] => ({
  ...target.where,
  [at(target, 'count')]: { $lte: MOST_PLACES - places },
  [at(target, 'bytes')]: { $lte: MOST_BYTES - bytes },
})
