import { nextPlaces, type Rule, ruleOf } from './rule.ts'
import type { Got, Shown } from './shown.ts'

const MOST_AT_ONCE = 20

/** The ads of one list, each behind what it was put behind first. No more are asked for than there are places. */
export class Row {
  readonly #get: (count: number) => Promise<Got | null>
  readonly #listeners = new Set<() => void>()
  readonly #placed = new Map<string, Shown>()
  #spare: Shown[] = []
  #rule: Rule | null = null
  #keys: readonly string[] = []
  #arrangement = ''
  #isAsking = false
  #isOver = false

  constructor(get: (count: number) => Promise<Got | null>) {
    this.#get = get
  }

  behind(key: string): Shown | null {
    return this.#placed.get(key) ?? null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The list as it is now. In another arrangement, the same ads get other places. */
  see(keys: readonly string[], arrangement = ''): void {
    if (this.#keys.join() === keys.join() && arrangement === this.#arrangement) return
    if (arrangement !== this.#arrangement) {
      this.#spare = [...this.#placed.values(), ...this.#spare]
      this.#placed.clear()
    }
    this.#keys = keys
    this.#arrangement = arrangement
    this.#fill()
  }

  #fill(): void {
    if (this.#rule !== null) {
      const free = nextPlaces(this.#keys, this.#placed, this.#rule)
      for (const key of free.splice(0, this.#spare.length)) this.#placed.set(key, this.#spare.shift() as Shown)
      for (const listener of this.#listeners) listener()
      if (free.length > 0) void this.#ask(free.length)
    } else if (this.#keys.length > 1) void this.#ask(1)
  }

  async #ask(count: number): Promise<void> {
    if (this.#isAsking || this.#isOver) return
    this.#isAsking = true
    const wanted = Math.min(count, MOST_AT_ONCE)
    const got = await this.#get(wanted).catch(() => null)
    this.#isAsking = false
    if (got !== null) this.#rule = ruleOf(got.placement)
    // Where there is no more to show, no more is asked for.
    this.#isOver = got === null || got.shown.length < wanted || this.#rule === null
    this.#spare.push(...(got?.shown ?? []))
    this.#fill()
  }
}
