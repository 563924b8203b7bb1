import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { RecentMap } from '../../api/recent-map.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { viewerOf } from './audience.ts'
import type { TopicCount } from './model.ts'
import { type Direct, NONE, type Numbers, Sums } from './sums.ts'
import { all } from './walking.ts'

export type { Numbers } from './sums.ts'

/** What is known of a tree: it is brought up to date by what was written since, and so are its sums. */
type Known = {
  counts: Map<string, Direct & { counted: number }>
  stamp: number
  read: number
  sums: Sums | null
}

const MOST_KEPT = 250_000
/** All is read anew once in a while: of two nodes that took turns, the slower may have written behind what is known. */
const KEPT_MS = 60_000

/** The numbers of trees: what each topic has itself is stored, what lies below it is added up when somebody asks. */
export class TopicNumbers {
  readonly #counts: Collection<TopicCount>
  readonly #now: () => number
  readonly #known = new RecentMap<Known>({ capacity: MOST_KEPT })

  constructor(counts: Collection<TopicCount>, now: () => number) {
    this.#counts = counts
    this.#now = now
  }

  async of(snapshot: Snapshot, actor: Actor | null): Promise<(key: string) => Numbers> {
    const known = await this.#read(snapshot.tree._id)
    const sums = known.sums?.snapshot === snapshot ? known.sums : new Sums(snapshot)
    known.sums = sums
    const numbers = sums.for(viewerOf(actor), known.counts)
    return (key) => numbers.get(key) ?? NONE
  }

  forget(tree: string): void {
    this.#known.delete(tree)
  }

  async #read(tree: string): Promise<Known> {
    const found = this.#known.get(tree)
    const known = found !== undefined && this.#now() - found.read < KEPT_MS ? found : this.#nothing()
    const newer: TopicCount[] = []
    // Those of the last batch are read again each time: it may not have been at its end.
    for await (const one of all(this.#counts, tree, known.stamp)) newer.push(one)
    for (const one of newer) note(known, one)
    if (newer.length > 0) this.#known.set(tree, known, 1 + known.counts.size)
    return known
  }

  #nothing(): Known {
    return { counts: new Map(), stamp: 0, read: this.#now(), sums: null }
  }
}

function note(known: Known, { key, discussions, comments, counted, stamp }: TopicCount): void {
  const before = known.counts.get(key) ?? { discussions: 0, comments: 0, counted: 0 }
  // Of two that read at once, the one that comes last may have read first.
  if (before.counted > counted) return
  known.counts.set(key, { discussions, comments, counted })
  known.stamp = Math.max(known.stamp, stamp)
  const by = { discussions: discussions - before.discussions, comments: comments - before.comments }
  if (by.discussions !== 0 || by.comments !== 0) known.sums?.add(key, by)
}
