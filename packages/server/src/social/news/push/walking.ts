import type { Follower } from '../../model.ts'
import { addOne, trim } from './entries.ts'
import { type Feed, feedKey, type Walk } from './model.ts'
import type { PushNeeds } from './needs.ts'

const LEASE_MS = 15_000
const CHUNK = 500
const HEADS_AT_ONCE = 100
const KEPT_MS = 24 * 60 * 60 * 1000
/** How often a feed is looked at whether it has grown too long. */
const TRIM_EVERY = 4

/** Works on one walk until it is done, or another has taken it, or has begun it anew. */
export async function work(needs: PushNeeds, id: string, signal: AbortSignal): Promise<void> {
  let walk = await claim(needs, id)
  while (walk !== null && !signal.aborted) walk = await step(needs, walk)
}

async function claim({ walks, world, holder }: PushNeeds, id: string): Promise<Walk | null> {
  const now = world.now()
  const lease = { holder, until: new Date(now + LEASE_MS).toISOString() }
  const { doc } = await walks.change(id, (walk, to) => {
    if (walk === null || walk.state === 'done') return null
    if (walk.lease !== null && walk.lease.holder !== holder && Date.parse(walk.lease.until) > now) return null
    return to.change({ $set: { lease } })
  })
  return doc?.lease?.holder === holder && doc.state === 'waiting' ? doc : null
}

/** One piece, then how far it came is noted: whatever is done twice is the same as once. */
async function step(needs: PushNeeds, walk: Walk): Promise<Walk | null> {
  const { walks, world, holder } = needs
  const people = await followersAfter(needs, walk)
  const last = people.at(-1)
  const isFirst = walk.after === ''
  const owners = people.map(({ follower }) => follower)
  await reach(needs, walk, isFirst ? [walk.author, ...owners] : owners)
  const now = world.now()
  const isDone = people.length < CHUNK
  const set = {
    after: last?.follower ?? walk.after,
    reached: walk.reached + people.length,
    ...(isDone
      ? { state: 'done' as const, lease: null, expires: new Date(now + KEPT_MS).toISOString() }
      : { lease: { holder, until: new Date(now + LEASE_MS).toISOString() } }),
  }
  const { outcome, doc } = await walks.update(
    { _id: walk._id, round: walk.round, 'lease.holder': holder },
    { $set: set },
    { returning: 'after' },
  )
  if (outcome !== 'updated') {
    await undo(needs, walk, owners)
    await walks.update({ _id: walk._id, 'lease.holder': holder }, { $set: { lease: null } })
    needs.nudge()
    return null
  }
  if (isDone) await finished(needs, walk)
  return isDone ? null : doc
}

/** It was begun anew while this piece was under way: what has been deleted meanwhile does not stay behind. */
async function undo(needs: PushNeeds, walk: Walk, owners: readonly string[]): Promise<void> {
  if (walk.mode !== 'push' || walk.post === null) return
  const post = await needs.posts.get(walk.post)
  if (post === null || post.status === 'deleted')
    await reach(needs, { ...walk, mode: 'withdraw' }, [walk.author, ...owners])
}

async function followersAfter({ followers }: PushNeeds, { author, after }: Walk): Promise<Follower[]> {
  const where = { followee: author, state: 'follows' as const, follower: { $gt: after } }
  return (await followers.find({ where, sort: { follower: 1 }, limit: CHUNK, next: false })).docs
}

async function reach(needs: PushNeeds, walk: Walk, owners: readonly string[]): Promise<void> {
  for (let at = 0; at < owners.length; at += HEADS_AT_ONCE) {
    const some = owners.slice(at, at + HEADS_AT_ONCE)
    const { docs } = await needs.feeds.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
    await Promise.all(docs.filter(({ state }) => state !== 'cold').map((feed) => put(needs, walk, feed)))
    // Whoever waits to be answered comes first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function put(needs: PushNeeds, { mode, post, posted, author }: Walk, feed: Feed): Promise<void> {
  const key = feedKey(feed)
  if (mode === 'mark') {
    await needs.feeds.update({ _id: feed._id, build: feed.build }, { $addToSet: { pulls: author } })
    return
  }
  if (post === null || posted === null) return
  if (mode === 'withdraw') {
    await needs.entries.remove({ _id: `${key}~${post}` })
    return
  }
  await addOne(needs.entries, key, { post, author, posted })
  if (isTurnOf(feed._id, post)) await trim(needs, feed)
}

/** By chance, and the same on every repeat. */
const isTurnOf = (owner: string, post: string): boolean =>
  (owner.charCodeAt(owner.length - 1) + post.charCodeAt(post.length - 1)) % TRIM_EVERY === 0

/** From here on, what they write is pushed to nobody. */
async function finished({ pulledAuthors }: PushNeeds, { mode, author }: Walk): Promise<void> {
  if (mode === 'mark') await pulledAuthors.update({ _id: author }, { $set: { state: 'pulled' } })
}
