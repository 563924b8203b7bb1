import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { RecentMap } from '../../api/recent-map.ts'
import { partsOf } from '../ids.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { audienceOf, seesAudience, type Viewer, viewerOf } from './audience.ts'
import type { TopicCount } from './model.ts'
import { all } from './walking.ts'

export type Numbers = { discussions: number; comments: number; allDiscussions: number; allComments: number }

type Direct = Pick<TopicCount, 'discussions' | 'comments'>
type Sums = ReadonlyMap<string, Numbers>
type Known = { counts: ReadonlyMap<string, Direct>; stamp: number; read: number }

const NONE: Numbers = { discussions: 0, comments: 0, allDiscussions: 0, allComments: 0 }
const MOST_KEPT = 250_000
/** All is read anew once in a while: of two nodes that took turns, the slower may have written behind what is known. */
const KEPT_MS = 60_000

/** The numbers of trees: what each topic has itself is stored, what lies below it is added up when somebody asks. */
export class TopicNumbers {
  readonly #counts: Collection<TopicCount>
  readonly #now: () => number
  readonly #known = new RecentMap<Known>({ capacity: MOST_KEPT })

  readonly #sums = new WeakMap<Known['counts'], { snapshot: Snapshot; sums: Map<Viewer, Sums> }>()

  constructor(counts: Collection<TopicCount>, now: () => number) {
    this.#counts = counts
    this.#now = now
  }

  /** What is hidden from somebody is in no number that they see. */
  async of(snapshot: Snapshot, actor: Actor | null): Promise<(key: string) => Numbers> {
    const { counts } = await this.#read(snapshot.tree._id)
    const numbers = this.#summed(snapshot, counts, viewerOf(actor))
    return (key) => numbers.get(key) ?? NONE
  }

  /** Added up once for each state of the tree and of what is in it. */
  #summed(snapshot: Snapshot, counts: Known['counts'], viewer: Viewer): Sums {
    const known = this.#sums.get(counts)
    const sums = known?.snapshot === snapshot ? known.sums : new Map<Viewer, Sums>()
    this.#sums.set(counts, { snapshot, sums })
    const numbers = sums.get(viewer) ?? summed(snapshot, counts, viewer)
    sums.set(viewer, numbers)
    return numbers
  }

  forget(tree: string): void {
    this.#known.delete(tree)
  }

  async #read(tree: string): Promise<Known> {
    const known = this.#known.get(tree)
    const base = known !== undefined && this.#now() - known.read < KEPT_MS ? known : this.#nothing()
    const newer: [string, TopicCount][] = []
    for await (const one of all(this.#counts, tree, base.stamp)) newer.push([partsOf(one._id)?.key ?? '', one])
    // Those of the last batch are read again each time: it may not have been at its end.
    if (newer.every(([key, one]) => isSame(base.counts.get(key), one))) return base
    const counts = new Map([...base.counts, ...newer])
    const read = { ...base, counts, stamp: Math.max(...newer.map(([, one]) => one.stamp)) }
    this.#known.set(tree, read, 1 + counts.size)
    return read
  }

  #nothing(): Known {
    return { counts: new Map(), stamp: 0, read: this.#now() }
  }
}

const isSame = (a: Direct | undefined, b: Direct): boolean =>
  a?.discussions === b.discussions && a.comments === b.comments

/** What was taken over by another topic counts there. Only topics that have something cost anything. */
function summed(snapshot: Snapshot, counts: Known['counts'], viewer: Viewer): Sums {
  const numbers = new Map<string, Numbers>()
  const sumOf = (key: string): Numbers => {
    const known = numbers.get(key) ?? { ...NONE }
    numbers.set(key, known)
    return known
  }
  for (const [key, { discussions, comments }] of counts) {
    const home = snapshot.heirOf(key)
    if (home === null || !seesAudience(viewer, audienceOf(snapshot, home))) continue
    const own = sumOf(home.key)
    own.discussions += discussions
    own.comments += comments
    for (const { key: at } of [home, ...snapshot.ancestorsOf(home.key)]) {
      const sum = sumOf(at)
      sum.allDiscussions += discussions
      sum.allComments += comments
    }
  }
  return numbers
}
