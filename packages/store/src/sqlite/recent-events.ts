import type { LoggedEvent, NewEvent } from '../events/event.ts'

/** In characters of their JSON; up to twice as much is there while one half follows the other. */
const MOST_KEPT = 1_000_000

type Kept = { body: string; event: LoggedEvent | null }

/** Events by the numbers of their rows: many consumers read the same ones, one after the other, and each is parsed once. */
export class RecentEvents {
  #kept = new Map<number, Kept>()
  /** Those before; what is not read again goes with them. */
  #before = new Map<number, Kept>()
  #length = 0

  /** As it was just written, or read: the same that was known stays as it is. */
  note(row: number, body: string): Kept {
    const known = this.#kept.get(row) ?? this.#before.get(row)
    if (known?.body === body) return known
    const fresh = { body, event: null }
    this.#kept.set(row, fresh)
    this.#length += body.length
    if (this.#length > MOST_KEPT) {
      this.#before = this.#kept
      this.#kept = new Map()
      this.#length = 0
    }
    return fresh
  }

  get(row: number): Kept | undefined {
    return this.#kept.get(row) ?? this.#before.get(row)
  }

  clear(): void {
    this.#kept = new Map()
    this.#before = new Map()
    this.#length = 0
  }
}

/** Nobody changes what they are given: the next one is given the same. */
export function eventIn(kept: Kept, place: Pick<LoggedEvent, 'partition' | 'seq'>): LoggedEvent {
  kept.event ??= { ...(JSON.parse(kept.body) as NewEvent), ...place }
  return kept.event
}
