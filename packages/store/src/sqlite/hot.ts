import type { Doc } from '../dialect/value.ts'

/** In characters of JSON, of all collections together; up to twice as much is there while one half follows the other. */
const MOST_KEPT = 3_000_000
const LONGEST_KEPT = 100_000

type Kept = { version: number; doc: Doc; length: number }

/**
 * Documents that were just written: what is written again and again is not read again each time. A document is used only
 * where the row still has its version, which the same transaction has asked for; so who else has written does not matter.
 */
export class Hot {
  #kept = new Map<string, Kept>()
  /** Those before; what is not written again goes with them. */
  #before = new Map<string, Kept>()
  #length = 0

  has(id: string): boolean {
    return this.#kept.has(id) || this.#before.has(id)
  }

  /** Given away: it may be changed in place, and is there again once it is written. */
  take(id: string, version: number): Doc | null {
    const kept = this.#kept.get(id) ?? this.#before.get(id)
    this.#before.delete(id)
    if (kept !== undefined && this.#kept.delete(id)) this.#length -= kept.length
    return kept?.version === version ? kept.doc : null
  }

  put(id: string, kept: Kept): void {
    if (kept.length > LONGEST_KEPT) return
    this.#kept.set(id, kept)
    this.#length += kept.length
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
}
