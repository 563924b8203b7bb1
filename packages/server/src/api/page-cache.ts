import type { Bytes } from './bytes.ts'
import { RecentMap } from './recent-map.ts'

/** Where no write of this process tells of a change, as on another node, bytes are this old at most. */
const FRESH_MS = 1000
const MOST_CHANGES = 20_000
const MOST_EVENTS = 50_000
/** For keys, header fields and the maps themselves. */
const OVERHEAD = 2048

/** Taken before a read begins. */
export type Ticket = { readonly turn: number; readonly at: number }

export type Kept = {
  readonly bytes: Bytes
  readonly route: string
  readonly org: string
  /** The only sites whose pages may read it; none stand for all. */
  readonly origins: readonly string[]
}
type Entry = Kept & Of & { readonly ticket: Ticket }

/** What it tells of: a discussion, and the tree of topics that decides who sees that. */
type Of = { readonly discussion: string; readonly tree?: string | null }

type Keeping = Kept & Of & { url: string }

type Options = { bytes: number; now: () => number }

/**
 * Public pages as bytes, by address. A page is given out only if no write to its discussion was acknowledged here
 * since its read began, and that is not long ago.
 */
export class PageCache {
  readonly #pages: RecentMap<Entry>
  readonly #now: () => number
  /** When a discussion last changed, in turns. */
  readonly #changes: RecentMap<number>
  readonly #events = new RecentMap<true>({ capacity: MOST_EVENTS })
  #turn = 0
  /** Of changes that had to be forgotten, the last: what was read before it may have missed one. */
  #forgotten = -1

  constructor({ bytes, now }: Options) {
    this.#pages = new RecentMap({ capacity: bytes })
    this.#now = now
    this.#changes = new RecentMap({
      capacity: MOST_CHANGES,
      onEvict: (turn) => {
        this.#forgotten = Math.max(this.#forgotten, turn)
      },
    })
  }

  begin(): Ticket {
    return { turn: this.#turn, at: this.#now() }
  }

  /** Keeps what a read that began with this ticket has found, unless a write came in between. */
  keep(ticket: Ticket, { url, ...kept }: Keeping): boolean {
    this.#pages.dropOldest((old) => !this.#isFresh(old))
    if (this.#hasChangedSince(ticket, kept)) return false
    // What compressing adds is less than what is there already.
    this.#pages.set(url, { ...kept, ticket }, 2 * kept.bytes.size + OVERHEAD)
    return true
  }

  get(url: string): Kept | undefined {
    const entry = this.#pages.get(url)
    if (entry === undefined) return undefined
    if (this.#isFresh(entry) && !this.#hasChangedSince(entry.ticket, entry)) return entry
    this.#pages.delete(url)
    return undefined
  }

  #isFresh({ ticket }: Entry): boolean {
    const age = this.#now() - ticket.at
    return age >= 0 && age < FRESH_MS
  }

  /** Called before a write is acknowledged: from here on, what was read earlier is not given out. */
  changed(discussion: string, event: string): void {
    this.#turn += 1
    this.#changes.set(discussion, this.#turn)
    this.#events.set(event, true)
  }

  /** Whether the write with this event was made here; what another node wrote may not be in the pages yet. */
  hasSeen(event: string): boolean {
    return this.#events.peek(event) === true
  }

  #hasChangedSince({ turn }: Ticket, { discussion, tree = null }: Of): boolean {
    const lastOf = (subject: string): number => this.#changes.peek(subject) ?? this.#forgotten
    return turn < lastOf(discussion) || (tree !== null && turn < lastOf(tree))
  }
}
