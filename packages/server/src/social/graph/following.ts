import type { Collection, LoggedEvent } from '@palaver/store'
import type { Follow, Follower } from '../model.ts'
import { followAsking } from '../people/opening.ts'
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
    if (await areApart(needs, event.org, { follower, followee }))
      await part({ ...needs, followed: now }, { org: event.org, a: follower, b: followee })
    if (event.op === 'asked') await followAsking(needs, event.org, { follower, followee })
  }
  const edge = await copied(needs, { follower, followee })
  await needs.edgeChanged({ org: event.org, follower, followee, follows: edge })
}

/** There is a block between them, or one of them was erased. */
async function areApart({ people }: EdgeNeeds, org: string, { follower, followee }: Pair): Promise<boolean> {
  const [apart, known] = await Promise.all([
    people.relations.blockedWith({ org, id: follower }, [followee]),
    people.many(org, [follower, followee]),
  ])
  return apart.has(followee) || [...known.values()].some(({ erased }) => erased !== null)
}

/** A block ends what was between two people, for good: also where it was taken back before anybody noticed. */
async function followBlock(needs: EdgeNeeds, { org, subject, op, after, at }: LoggedEvent): Promise<void> {
  const { to } = (after ?? {}) as { to?: string }
  if (op !== 'blocked' || to === undefined) return
  const apart = await needs.people.relations.blockedWith({ org, id: subject }, [to])
  const pair = { org, a: subject, b: to }
  if (apart.has(to)) await parted(needs, pair)
  else await part({ ...needs, followed: now }, { ...pair, upTo: at })
}

async function parted(needs: EdgeNeeds, { org, a, b }: { org: string; a: string; b: string }): Promise<void> {
  await part({ ...needs, followed: now }, { org, a, b })
  await needs.circleBook.dropEverywhere(a, b)
}

/** Whether somebody follows another now; their row is as that says. Who was overtaken meanwhile looks again. */
export async function copied(
  { follows, followers }: Pick<EdgeNeeds, 'follows' | 'followers'>,
  { follower, followee }: Pair,
): Promise<boolean> {
  const _id = `${followee}~${follower}`
  for (let edge = await follows.get(edgeId({ follower, followee })); ;) {
    const seen = edge
    await followers.change(_id, (row, to) => {
      if (seen === null) return row === null ? null : to.remove()
      if (row === null) return to.insert({ ...seen, _id })
      return isSame(row, seen) ? null : to.change({ $set: { state: seen.state, at: seen.at } })
    })
    edge = await follows.get(edgeId({ follower, followee }))
    if (isSame(edge, seen)) return edge?.state === 'follows'
  }
}

const isSame = (a: Follow | null, b: Follow | null): boolean => a?.state === b?.state && a?.at === b?.at
