import type { NewEvent } from '@palaver/store'
import type { Comment, Discussion, LayoutName, Order } from '../model.ts'
import type { Shown } from '../present.ts'

/** Where a discussion's comments are stored at the moment. */
export type Place = {
  discussion: string
  home: string
  order: Order
  epoch: number
  /** The discussion as it was read: a layout that keeps comments in it need not read it again to list them. */
  seen?: Discussion
  /** Where a layout keeps what it has read, for who comes back to this very place, as the branches of a tree do. */
  kept?: { readers?: unknown }
}

/** `moved`: the discussion is no longer at this place; `full`: the layout cannot hold it. Neither wrote anything. */
export type Written = 'done' | 'moved' | 'full'

/** The fields of a comment that change; what is not named stays. */
export type CommentChange = Partial<Omit<Comment, 'slug' | 'fullSlug' | 'parentSlug' | 'depth' | 'posted' | 'writes'>>

export type CommentDecision = { events: readonly NewEvent[] } & ({ set: CommentChange } | { remove: true })

/** Decides on a comment as it is; null leaves it. It is asked again when the comment changed meanwhile. */
export type DecideComment = (comment: Comment) => CommentDecision | null

/** `comment` is as it is afterwards, null when there is none (or it has just been removed). */
export type Changed = { written: Written; comment: Comment | null }

/** Keys of the order it is in: `from` is included, `until` is not. Going back, the last comes first. */
export type Range = {
  from?: string
  until?: string
  back?: boolean
  limit: number
  skip?: number
}

type Path = Pick<Comment, 'slug' | 'fullSlug'>

/** All comments between two keys of an order; or the direct replies (roots under null) between two chronological keys. */
export type Query = ({ order: Order } | { parent: Path | null }) & { range: Range }

/** Comments in an order, some at a time. */
export type Batches = AsyncIterable<readonly Comment[]>

/** A way to store comments. All layouts give the same answers; each write is to one document, with its events. */
export type Layout = {
  readonly name: LayoutName
  /** Whether a write itself demands the place's epoch; otherwise the writer looks at it again afterwards. */
  readonly guardsEpoch: boolean
  /** Adds a comment; one that is there already (the same slug) is left as it is, and is `done`. */
  insert(place: Place, comment: Comment, events: readonly NewEvent[]): Promise<Written>
  /** Changes or removes one comment by compare-and-set on its `writes`. */
  change(place: Place, slug: string, decide: DecideComment): Promise<Changed>
  /** Finishes a write about this comment whose writer died, where a layout keeps a comment in more than one place. */
  mend?(place: Place, slug: string): Promise<void>
  /** In the order of the slugs, null for one that is not there. */
  get(place: Place, slugs: readonly string[]): Promise<(Comment | null)[]>
  /** All comments between two keys of an order. */
  list(place: Place, order: Order, range: Range): Promise<Comment[]>
  /** Direct replies (roots under null), between two chronological keys. */
  children(place: Place, parent: Path | null, range: Range): Promise<Comment[]>
  /** The same for who only shows them: a layout may have a way that makes no objects of them. */
  shown?(place: Place, query: Query): Promise<Shown[]>
  /**
   * Stores all comments of a discussion in a new home, where nobody else writes; a layout that has no faster way than
   * one by one has none. `comments` gives them in an order, as often as it is asked.
   */
  fill?(place: Place, comments: (order: Order) => Batches): Promise<Written>
  /** Brings a copy to a place that the discussion is moving to, unless the one there is as new. */
  put(place: Place, comment: Comment): Promise<Written>
  /** Takes a comment out of a place that the discussion is moving to. */
  drop(place: Place, slug: string): Promise<void>
  /** Removes what is stored at a place the discussion has left, at most `limit` documents; true when more is left. */
  clear(place: Place, limit: number): Promise<boolean>
}
