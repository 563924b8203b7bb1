import type { Collection } from '@palaver/store'
import type { Post, WallRow } from '../model.ts'

/** Where a list of posts goes on: behind this one. */
export type Place = { posted: string; post: string }

/** The rows of a wall are derived from each post: by who writes it, and once more by the consumer that follows. */
export class Walls {
  readonly #rows: Collection<WallRow>

  constructor(rows: Collection<WallRow>) {
    this.#rows = rows
  }

  /** Brings the rows of a post up to date with it. The newest state of it must be given. */
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

  async #set(owner: string, post: Post): Promise<void> {
    const { _id, org, author, posted, status, wallState } = post
    const isOwn = owner === author
    const isGone = status === 'deleted' || (!isOwn && wallState === 'declined')
    const state = isOwn || wallState === 'shown' ? 'shown' : 'waiting'
    const row: WallRow = { _id: `${owner}~${_id}`, org, owner, post: _id, author, posted, state, isOwn }
    await this.#rows.change(row._id, (now, to) => {
      if (isGone) return now === null ? null : to.remove()
      if (now === null) return to.insert(row)
      return now.state === state ? null : to.change({ $set: { state } })
    })
  }
}
