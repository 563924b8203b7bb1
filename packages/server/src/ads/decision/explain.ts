import { decide, type Watcher } from './deciding.ts'
import type { Entry } from './entry.ts'
import type { Ask, Chosen, Means, Verdict } from './model.ts'
import { failedRule, MONEY_RULE, NOT_REACHED, OUTRANKED } from './rules.ts'
import { type Scene, scoreOf } from './scene.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The decision itself, and of each candidate the first rule that kept it from a place: all of them for each place, as
 * the page was when the last ad of the place was looked for. What was chosen is reserved as in a decision: whoever asks
 * releases it.
 */
export async function explain(
  snapshot: Snapshot,
  ask: Ask,
  means: Means,
): Promise<{ chosen: Chosen[]; verdicts: Verdict[] }> {
  const notes = new Notes(snapshot.order.entries)
  const chosen = await decide({ snapshot, ask, means, watcher: notes })
  return { chosen, verdicts: notes.verdicts }
}

class Notes implements Watcher {
  readonly verdicts: Verdict[] = []
  readonly #entries: readonly Entry[]
  /** By the rules alone: money is asked for only of those whose turn it is. */
  #ruled: ReadonlyMap<Entry, string | null> | null = null
  readonly #won = new Set<Entry>()
  readonly #broke = new Set<Entry>()

  constructor(entries: readonly Entry[]) {
    this.#entries = entries
  }

  before(scene: Scene): void {
    this.#ruled = new Map(this.#entries.map((entry) => [entry, failedRule(entry, scene)]))
  }

  broke(entry: Entry): void {
    this.#broke.add(entry)
  }

  won(entry: Entry): void {
    this.#won.add(entry)
  }

  after(scene: Scene, isFull: boolean): void {
    if (this.#ruled === null) this.before(scene)
    for (const entry of this.#entries) {
      const { flight, creative, ecpm } = entry.candidate
      const names = { zone: scene.place.zone.key, flight: flight._id, creative: creative._id }
      this.verdicts.push({ ...names, ecpm, score: scoreOf(entry, scene), droppedBy: this.#droppedBy(entry, isFull) })
    }
    this.#ruled = null
    this.#won.clear()
    this.#broke.clear()
  }

  #droppedBy(entry: Entry, isFull: boolean): string | null {
    if (this.#won.has(entry)) return null
    const unlucky = this.#broke.has(entry) ? MONEY_RULE : isFull ? OUTRANKED : NOT_REACHED
    return this.#ruled?.get(entry) ?? unlucky
  }
}
