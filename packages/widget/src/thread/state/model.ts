import type { Answer, Comment, Discussion, Mine, Problem } from '@palaver/client'
import type { Order } from '../options.ts'

export type Opening = Answer<'GET /v1/opening'>
export type Me = Answer<'GET /v1/me'>
export type Own = Mine['comments'][number]

/** A comment with what of its replies is known here. */
export type Entry = {
  comment: Comment
  replies: readonly string[]
  /** Cursor of the replies that are not here, empty for the first of them; null where all are here. */
  more: string | null
  /** Replies that came in live and wait to be shown. */
  fresh: readonly string[]
}

/** One page of roots; a page far from what is being looked at is dropped, and read again when it comes near. */
export type RootPage = { cursor: string | null; slugs: readonly string[]; isDropped: boolean }

/** A text on its way to the service, shown as if it had arrived. */
export type Sending = { key: string; parent: string | null; text: string; problem: Problem | null }

/** A text that waits for a moderator: a new one under `parent`, or a change of that one. */
export type OwnHeld = { id: string; parent: string | null; text: string; isEdit: boolean }

/** One comment with its ancestors instead of the whole. */
export type Focus = { slug: string; ancestors: readonly string[] }

export type Box = { kind: 'reply' | 'edit'; slug: string }

export type ThreadState = {
  phase: 'loading' | 'ready' | 'failed'
  problem: Problem | null
  org: Opening['org'] | null
  discussion: Discussion | null
  /** Whether a first comment opens the discussion. */
  opens: boolean
  order: Order
  isFlat: boolean
  me: Me | null
  /** Whether it has been found out who reads. */
  isKnown: boolean
  entries: ReadonlyMap<string, Entry>
  pages: readonly RootPage[]
  /** Cursor behind the last page; null at the end. */
  next: string | null
  pinned: readonly string[]
  /** New roots whose place is behind what has been read: until that is, they stand before all. */
  ahead: readonly string[]
  /** Roots that came in live and wait to be shown. */
  fresh: readonly string[]
  own: ReadonlyMap<string, Own>
  /** By the ids of people; empty where somebody has none. */
  avatars: Readonly<Record<string, string>>
  collapsed: ReadonlySet<string>
  /** What is being read: roots, or replies of these. */
  loading: ReadonlySet<string>
  /** What of these could not be read. */
  failures: ReadonlyMap<string, Problem>
  sending: readonly Sending[]
  /** Own texts that wait for a moderator. */
  held: readonly OwnHeld[]
  focus: Focus | null
  box: Box | null
  /** How many texts came back into the box above all, to be changed before they are sent again. */
  returned: number
  isOffline: boolean
  /** Somebody unknown wants to act: who they are is asked for. */
  asksWho: boolean
  /** What went wrong with something small, at the comment where it did; shown until it is put away. */
  notice: (Problem & { at?: string }) | null
  /** For whoever cannot see what happened. */
  said: string
}

export const nothingYet = (order: Order): ThreadState => ({
  phase: 'loading',
  problem: null,
  org: null,
  discussion: null,
  opens: false,
  order,
  isFlat: false,
  me: null,
  isKnown: false,
  entries: new Map(),
  pages: [],
  next: null,
  pinned: [],
  ahead: [],
  fresh: [],
  own: new Map(),
  avatars: {},
  collapsed: new Set(),
  loading: new Set(),
  failures: new Map(),
  sending: [],
  held: [],
  focus: null,
  box: null,
  returned: 0,
  isOffline: false,
  asksWho: false,
  notice: null,
  said: '',
})
