import { keyOf } from '../keys.ts'
import type { Comment, Order } from '../model.ts'
import type { Range } from './layout.ts'

type Path = Pick<Comment, 'slug' | 'fullSlug'>

/** Whether a key lies between the ends of a range. */
export function isWithinRange(key: string, { from, until }: Pick<Range, 'from' | 'until'>): boolean {
  return (from === undefined || key >= from) && (until === undefined || key < until)
}

/** The reads of a layout, of comments that are all at hand, in any order. */
export function listIn(comments: readonly Comment[], order: Order, range: Range): Comment[] {
  const { back = false, skip = 0, limit } = range
  const placed = comments
    .map((comment) => ({ key: keyOf(order, comment), comment }))
    .filter(({ key }) => isWithinRange(key, range))
    .toSorted(back ? (a, b) => compareKeys(b.key, a.key) : (a, b) => compareKeys(a.key, b.key))
  return placed.slice(skip, skip + limit).map(({ comment }) => comment)
}

/** Keys are ASCII, which every engine sorts alike. */
const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function childrenIn(comments: readonly Comment[], parent: Path | null, range: Range): Comment[] {
  const parentSlug = parent?.slug ?? null
  return listIn(
    comments.filter((comment) => comment.parentSlug === parentSlug),
    'chronological',
    range,
  )
}

export function getIn(comments: readonly Comment[], slugs: readonly string[]): (Comment | null)[] {
  return slugs.map((slug) => comments.find((comment) => comment.slug === slug) ?? null)
}
