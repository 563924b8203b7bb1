import * as z from 'zod'

export const LAYOUTS = ['per-comment', 'embedded', 'hybrid'] as const
export const ORDERS = ['chronological', 'threaded'] as const

/** How a discussion's comments are stored. */
export type LayoutName = (typeof LAYOUTS)[number]
/** The order in which they are stored, and shown unless a reader asks for another. */
export type Order = (typeof ORDERS)[number]

/** What an owner may set for an org, and override for one discussion. */
export const settingsSchema = z.strictObject({
  layout: z.enum(LAYOUTS),
  order: z.enum(ORDERS),
  maxDepth: z.int().min(0).max(100),
  deletion: z.enum(['tombstone', 'cascade', 'refuse']),
  /** `closed`: no new comments. `read-only`: no change at all. */
  state: z.enum(['open', 'closed', 'read-only']),
  /** Closed so many days after it was created; 0 for never. */
  closeAfterDays: z.int().min(0).max(36_500),
  /** How long authors may edit, in seconds; 0 for always. */
  editWindow: z.int().min(0).max(315_360_000),
  maxLength: z.int().min(1).max(30_000),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  layout: 'per-comment',
  order: 'threaded',
  maxDepth: 10,
  deletion: 'tombstone',
  state: 'open',
  closeAfterDays: 0,
  editWindow: 0,
  maxLength: 10_000,
}

/** Whatever a host comments on: its own type and id, kept exactly. */
export type Resource = { type: string; id: string }

export type Author = { id: string; name: string }

/** An earlier text of a comment; the last ten are kept. */
export type Revision = { text: string; at: string; by: string }

/** One that was taken down keeps its text, for moderators: it may be put up again. */
export const STATUSES = ['published', 'rejected', 'spam', 'deleted'] as const
export type Status = (typeof STATUSES)[number]

/** A comment, the same in every layout. One that is not `published` keeps its place and shows nothing else. */
export type Comment = {
  /** Path of random parts: its own behind those of its ancestors. */
  slug: string
  /** The same path with the time before each part, so that sorting by it gives threaded order. */
  fullSlug: string
  parentSlug: string | null
  /** The comment that was replied to, where that was deeper than the discussion allows. */
  replyTo: string | null
  depth: number
  posted: string
  edited: string | null
  author: Author
  text: string
  html: string
  /** Version of the renderer that made `html`. */
  renderer: number
  /** By the names they had when it was written; who they are stays, whatever they are called later. */
  mentions: Author[]
  status: Status
  /** Set by who deletes it where that is refused once it has replies; who replies takes it back. */
  deleting: string | null
  /** Raised by each edit and deletion, not by votes. */
  rev: number
  history: Revision[]
  /** Ids of the last eight changes, so that a repeated one knows itself. */
  changes: string[]
  /** Direct replies that have their place; derived. */
  replies: number
  votes: { up: number; down: number }
  reactions: Record<string, number>
  /** `seq` of the last event that was counted here. */
  counted: number
  /** A keyed hash of the address that it came from; null where that is not known. Nobody but moderators sees it. */
  from: string | null
  /** Raised by every write, also by those of counters: the larger of two copies is the newer. */
  writes: number
}

/** A sub-tree that was deleted as a whole: readers leave it out, the documents follow. */
export type Cut = { slug: string; fullSlug: string; by: string }

/** The comments of one resource. */
export type Discussion = {
  _id: string
  org: string
  resource: Resource
  title: string | null
  url: string | null
  /** The topic that it is in, by its id; missing in what is older than topics. */
  topic?: string | null
  tags?: string[]
  created: string
  /** Opened by what is held: until something is published in it, it is there for nobody but its writer and moderators. */
  isUnseen?: true
  /** When something was last said in it; derived. */
  activity?: string
  /** Only what differs from the org's. */
  settings: Partial<Settings>
  layout: LayoutName
  order: Order
  /** The prefix under which its comments are stored; new with every move. */
  home: string
  epoch: number
  /** Set while a mover copies the rest; writers wait. */
  switching: string | null
  moving: Moving | null
  /** How it came to its home; null in the home it was opened in. */
  arrived: Arrived | null
  cuts: Cut[]
  /** Comments that show their text; derived. */
  comments: number
  counted: number
  /** Its numbers are to be counted again: the event that could not be counted, or by which an owner asked for it. */
  recount?: string
  /** Slugs of the comments that a moderator put in front. */
  pinned?: string[]
  rev: number
  /** Of the embedded layout: the comments themselves, by home. */
  embedded: Record<string, Embedded>
}

/** A move under way: where to, and when its mover was last seen at work. No two movers ever share a home. */
export type Moving = { layout: LayoutName; order: Order; home: string; id: string; at: string }

/** The first epoch in a home, and the place in the log up to which everything had been brought there. */
export type Arrived = { epoch: number; seq: number }

/** A home that nobody needs any more, or will not need if its mover has died: cleared after a while. */
export type OldHome = { _id: string; discussion: string; layout: LayoutName; order: Order; at: string }

/** Comments inside the discussion document: `comments` in a flat one, `replies` of `replies` in a nested one. */
export type Embedded = { count: number; bytes: number; comments: EmbeddedComment[]; replies: NestedComment[] }
/** `gone`: it was removed but keeps its place, so that no position shifts. */
export type EmbeddedComment = Comment & { gone?: true }
export type NestedComment = Omit<EmbeddedComment, 'replies'> & { count: number; replies: NestedComment[] }

/** Another name of a discussion: `_id` is a hash of org, type and id. */
export type Alias = { _id: string; discussion: string; org: string; resource: Resource }

/** One user's votes on one comment. */
export type Vote = {
  _id: string
  discussion: string
  slug: string
  user: string
  value: -1 | 0 | 1
  reactions: string[]
  at: string
}

/** A root by its score; `key` is its chronological key, the newer of two equal ones comes first. */
export type Ranked = { slug: string; key: string; score: number }

/** The roots with the best scores, best first; derived. `counted`: the last event that changed it. */
export type Ranking = { _id: string; top: Ranked[]; counted: number }
