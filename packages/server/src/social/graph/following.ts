import type { Collection, LoggedEvent } from '@palaver/store'
import type { Follower } from '../model.ts'
import type { CircleBook } from './circles.ts'
import { edgeId, type FollowNeeds, part } from './follows.ts'

export type EdgeNeeds = Pick<FollowNeeds, 'follows' | 'people' | 'world'> & {
  followers: Collection<Follower>
  circleBook: Pick<CircleBook, 'dropEverywhere'>
  /** Told once somebody follows another, or no longer does, after the lists say so. */
  edgeChanged: (edge: Pair & { follows: boolean; org: string }) => Promise<void>
}

type Pair = { follower: string; followee: string }
const now = async (): Promise<void> => {}

/** Brings the other side of an edge up to date with it. Who follows somebody in spite of a block is withdrawn. */
export async function followEdge(needs: EdgeNeeds, event: LoggedEvent): Promise<void> {
  if (event.type === 'relation') return followBlock(needs, event)
  const { follower, followee } = (event.after ?? event.before) as Pair
  if (event.op === 'followed' || event.op === 'asked' || event.op === 'accepted') {
    const apart = await needs.people.relations.blockedWith({ org: event.org, id: follower }, [followee])
    if (apart.has(followee)) await parted(needs, { org: event.org, a: follower, b: followee })
  }
  const edge = await copied(needs, { follower, followee })
  await needs.edgeChanged({ org: event.org, follower, followee, follows: edge })
}

/** A block ends what was between two people, for good. */
async function followBlock(needs: EdgeNeeds, { org, subject, op, after }: LoggedEvent): Promise<void> {
  const { to } = (after ?? {}) as { to?: string }
  if (op !== 'blocked' || to === undefined) return
  const apart = await needs.people.relations.blockedWith({ org, id: subject }, [to])
  if (apart.has(to)) await parted(needs, { org, a: subject, b: to })
}

async function parted(needs: EdgeNeeds, { org, a, b }: { org: string; a: string; b: string }): Promise<void> {
  await part({ ...needs, followed: now }, { org, a, b })
  await needs.circleBook.dropEverywhere(a, b)
}

/** Whether somebody follows another now. */
async function copied({ follows, followers }: EdgeNeeds, { follower, followee }: Pair): Promise<boolean> {
  const edge = await follows.get(edgeId({ follower, followee }))
  const _id = `${followee}~${follower}`
  await followers.change(_id, (row, to) => {
    if (edge === null) return row === null ? null : to.remove()
    if (row === null) return to.insert({ ...edge, _id })
    return row.state === edge.state && row.at === edge.at
      ? null
      : to.change({ $set: { state: edge.state, at: edge.at } })
  })
  return edge?.state === 'follows'
}
