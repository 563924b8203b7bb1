import type { Snapshot } from '../tree/snapshot.ts'
import { audienceOf, seesAudience, type Viewer } from './audience.ts'

/** What a topic has itself, and with all that lies below it. */
export type Numbers = { discussions: number; comments: number; allDiscussions: number; allComments: number }
export type Direct = Pick<Numbers, 'discussions' | 'comments'>

export const NONE: Numbers = { discussions: 0, comments: 0, allDiscussions: 0, allComments: 0 }

/** The numbers of one state of a tree, for each kind of viewer who has asked. What changes is added to them. */
export class Sums {
  readonly snapshot: Snapshot
  readonly #of = new Map<Viewer, Map<string, Numbers>>()

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
  }

  /** What is hidden from a viewer is in no number that they see. */
  for(viewer: Viewer, counts: ReadonlyMap<string, Direct>): ReadonlyMap<string, Numbers> {
    const known = this.#of.get(viewer)
    if (known !== undefined) return known
    const numbers = new Map<string, Numbers>()
    for (const [key, direct] of counts) this.#add(numbers, viewer, { key, ...direct })
    this.#of.set(viewer, numbers)
    return numbers
  }

  add(key: string, by: Direct): void {
    for (const [viewer, numbers] of this.#of) this.#add(numbers, viewer, { key, ...by })
  }

  /** What was taken over by another topic counts there. Only topics that have something cost anything. */
  #add(to: Map<string, Numbers>, viewer: Viewer, { key, discussions, comments }: Direct & { key: string }): void {
    const home = this.snapshot.heirOf(key)
    if (home === null || !seesAudience(viewer, audienceOf(this.snapshot, home))) return
    for (const { key: at } of [home, ...this.snapshot.ancestorsOf(home.key)]) {
      const { allDiscussions, allComments, ...own } = to.get(at) ?? NONE
      const all = { allDiscussions: allDiscussions + discussions, allComments: allComments + comments }
      const isHome = at === home.key
      to.set(at, {
        discussions: own.discussions + (isHome ? discussions : 0),
        comments: own.comments + (isHome ? comments : 0),
        ...all,
      })
    }
  }
}
