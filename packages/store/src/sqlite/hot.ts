import type { Doc } from '../dialect/value.ts'

/** In characters of JSON, of all collections together; up to twice as much is there while one half follows the other. */
const MOST_KEPT = 3_000_000
const LONGEST_KEPT = 100_000

type Kept = { version: number; doc: Doc; length: number }
/** Without its document while somebody has that. */
type Slot = Omit<Kept, 'doc'> & { doc: Doc | null }

/**
 * Documents that were just written: what is written again and again is not read again each time. A document is used only
 * where the row still has its version, which the same transaction has asked for; so who else has written does not matter.
 */
export class Hot {
  #kept = new Map<string, Slot>()
  /** Those before; what is not written again goes with them. */
  #before = new Map<string, Slot>()
  #length = 0

  has(id: string): boolean {
    return (this.#slot(id)?.doc ?? null) !== null
  }

  /** Given away: it may be changed in place, and is there again once it is written. */
  take(id: string, version: number): Doc | null {
    const slot = this.#slot(id)
    if (slot === undefined) return null
    const { doc } = slot
    slot.doc = null
    return slot.version === version ? doc : null
  }

  put(id: string, { version, doc, length }: Kept): void {
    if (length > LONGEST_KEPT) return
    this.#length += length
    const slot = this.#kept.get(id)
    if (slot === undefined) this.#kept.set(id, { version, doc, length })
    else {
      // In place: a map that loses and gets entries all the time is made anew again and again.
      this.#length -= slot.length
      slot.version = version
      slot.doc = doc
      slot.length = length
    }
    if (this.#length <= MOST_KEPT) return
    this.#before = this.#kept
    this.#kept = new Map()
    this.#length = 0
  }

  /** What was written is not there after all. */
  clear(): void {
    this.#kept = new Map()
    this.#before = new Map()
    this.#length = 0
  }

  #slot(id: string): Slot | undefined {
    return this.#kept.get(id) ?? this.#before.get(id)
  }
}
