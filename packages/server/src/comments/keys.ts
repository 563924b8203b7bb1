import type { Comment, Order } from './model.ts'

/** Behind every key: letters and digits sort before it. */
export const END = '~'

/** The time before a part of a fullSlug: fixed width, in milliseconds, so that it sorts as time does. */
const stampOf = (posted: string): string => posted.slice(0, 23).replace(/[-T:]/g, '.')

const postedOf = (stamp: string): string => {
  const [year, month, day, hour, minute, second, milli] = stamp.split('.')
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`
}

type Path = Pick<Comment, 'slug' | 'fullSlug'>

/** The names of a comment: its part behind its parent's path. */
export function pathUnder(parent: Path | null, posted: string, part: string): Path {
  const full = `${stampOf(posted)}:${part}`
  if (parent === null) return { slug: part, fullSlug: full }
  return { slug: `${parent.slug}/${part}`, fullSlug: `${parent.fullSlug}/${full}` }
}

/** Where a comment stands in an order; fixed widths make comparing the key the same as comparing its fields. */
export function keyOf(order: Order, comment: Pick<Comment, 'posted' | 'slug' | 'fullSlug'>): string {
  return order === 'threaded' ? comment.fullSlug : `${comment.posted}/${comment.slug}`
}

/** The chronological key of what a threaded key names. */
export function chronologicalKey(fullSlug: string): string {
  const parts = fullSlug.split('/').map((part) => part.split(':'))
  const posted = postedOf(parts.at(-1)?.[0] ?? '')
  return `${posted}/${parts.map(([, part]) => part).join('/')}`
}

/** The threaded key of a child, from its chronological one and its parent's. */
export function childKey(parent: Path | null, chronological: string): string {
  const posted = chronological.slice(0, chronological.indexOf('/'))
  const part = chronological.slice(chronological.lastIndexOf('/') + 1)
  return pathUnder(parent, posted, part).fullSlug
}

/** All that lies under a comment, in threaded order: from its first possible descendant to before this key. */
export const behind = (fullSlug: string): string => `${fullSlug}0`
export const below = (fullSlug: string): string => `${fullSlug}/`

export const isWithin = (slug: string, ancestor: string): boolean =>
  slug === ancestor || slug.startsWith(`${ancestor}/`)

/** The slugs of its ancestors, root first. */
export function ancestorsOf(slug: string): string[] {
  const parts = slug.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}
