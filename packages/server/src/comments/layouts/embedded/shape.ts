import type { Comment, Embedded } from '../../model.ts'

/** A comment's place inside the discussion; `path` begins below the home. Places are for ever. */
export type Spot = { path: string; comment: Comment; gone: boolean }

/** Where a comment that has no place yet is pushed. */
export type Room = {
  /** Path of the array. */
  list: string
  /** The comment whose replies that array holds. */
  holder: Spot | null
  /** What is pushed: the comment, or the first of its ancestors that are not there either, with those below it. */
  slug: string
  element: unknown
  /** How many places it takes. */
  places: number
}

/** How comments lie inside the discussion: in one array, or each inside the one it replies to. */
export type Shape = {
  /** The array at the top. */
  readonly list: 'comments' | 'replies'
  all(embedded: Embedded): Comment[]
  find(embedded: Embedded, slug: string): Spot | null
  /** The comment at the end of a path of positions. */
  follow(embedded: Embedded, positions: readonly number[]): Comment | null
  roomFor(embedded: Embedded, comment: Comment): Room
  /** The name under which a field of a comment is stored. */
  nameOf(field: string): string
}
