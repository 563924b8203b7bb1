import type { Problem } from '@palaver/client'
import type { notifications, unread } from '@palaver/client/notifications'

export type Page = Awaited<ReturnType<ReturnType<typeof notifications>['page']>>
export type Entry = Page['entries'][number]
export type Counts = Pick<Awaited<ReturnType<typeof unread>>, 'unread'>

/** What the bell shows. */
export type BellState = {
  /** Null until it is known that somebody is here. */
  unread: Counts['unread'] | null
  phase: 'loading' | 'ready' | 'failed'
  problem: Problem | null
  entries: readonly Entry[]
  next: string | null
  isLoadingMore: boolean
  /** Up to here all is in the list: what came since is not marked with it. */
  position: number
  avatars: Readonly<Record<string, string>>
  /** What was put away last, and where it stood: it can be taken out again. */
  putAway: { entry: Entry; at: number } | null
  /** Something came while the list was open or closed: it is to be read again. */
  isStale: boolean
}

export const NOTHING_YET: BellState = {
  unread: null,
  phase: 'loading',
  problem: null,
  entries: [],
  next: null,
  isLoadingMore: false,
  position: 0,
  avatars: {},
  putAway: null,
  isStale: false,
}
