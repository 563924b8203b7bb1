import type { Collection } from '@palaver/store'
import type { Post, WallRow } from '../model.ts'

/** Where a list of posts goes on: behind this one. */
export type Place = { posted: string; post: string }

/** The rows of a wall are derived from each post: by who writes it, and once more by the consumer that follows. */
export class Walls {
  readonly #rows: Collection<WallRow>
  readonly #now: () => number

  constructor(rows: Collection<WallRow>, now: () => number) {
    this.#rows = rows
    this.#now = now
  }

  /** Brings the rows of a post up to date with it, unless they are of a later state of it already. */
  async follow(post: Post): Promise<void> {
    const owners = post.wall === null ? [post.author] : [post.author, post.wall]
    await Promise.all(owners.map((owner) => this.#set(owner, post)))
  }

  /** The newest first; `lane`: what is shown on the wall, what waits for its owner, or what the owner wrote. */
  async page(owner: string, lane: 'shown' | 'waiting' | 'own', asked: { before: Place | null; limit: number }) {
    const { before, limit } = asked
    const after = before === null ? null : [before.posted, before.post]
    const where = lane === 'own' ? { owner, isOwn: true } : { owner, state: lane }
    const { docs } = await this.#rows.find({ where, sort: { posted: -1, post: -1 }, limit, after, next: false })
    return docs
  }

  /** Whatever the post says. */
  async takeOff(owner: string, post: string): Promise<void> {
    await this.#rows.remove({ _id: `${owner}~${post}` })
  }

  async #set(owner: string, post: Post): Promise<void> {
    const expires = new Date(this.#now() + GONE_MS).toISOString()
    const row = rowOf(owner, post)
    const isGone = row.state === 'gone'
    await this.#rows.change(row._id, (now, to) => {
      if (now === null) return to.insert(isGone ? { ...row, expires } : row)
      if (now.rev >= row.rev) return null
      const { state, isOwn, rev } = row
      return to.change({ $set: { state, isOwn, rev, ...(isGone && { expires }) }, ...(!isGone && KEPT) })
    })
  }
}

const GONE_MS = 24 * 60 * 60 * 1000
const KEPT = { $unset: { expires: '' } } as const

/** How a post stands on a wall that it is for. What is gone is in no lane. */
export function rowOf(owner: string, post: Post): WallRow {
  const { _id, org, author, wall, posted, status, wallState, rev } = post
  const isOwn = owner === author
  const isGone = status === 'deleted' || (!isOwn && (wall !== owner || wallState === 'declined'))
  const state = isGone ? 'gone' : isOwn || wallState === 'shown' ? 'shown' : 'waiting'
  return { _id: `${owner}~${_id}`, org, owner, post: _id, author, posted, state, isOwn: isOwn && !isGone, rev }
}
