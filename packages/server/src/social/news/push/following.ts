import { Duplicate } from '@palaver/store'
import type { LoggedEvent } from '@palaver/store'
import type { Post } from '../../model.ts'
import type { ToldPost } from '../../posts/event.ts'
import { momentOf } from '../../world.ts'
import { wrote } from '../pull.ts'
import { addAll, dropAuthor, raiseFrom } from './entries.ts'
import { feedKey, type Walk } from './model.ts'
import type { PushNeeds } from './needs.ts'

/** What may be for others than before; who sees it is asked when it is read, so what waits goes along for who does. */
const ENTERS = new Set(['created', 'audience', 'shown', 'approved', 'restored'])

/** A post is to go into the news of those who follow its author, or to leave them. Only noted here: walks do it. */
export async function postChanged(needs: PushNeeds, post: Post, { op, after }: LoggedEvent): Promise<void> {
  const isNewTo = ENTERS.has(op) || (after as ToldPost | undefined)?.isReaddressed === true
  const mode = post.status === 'deleted' ? 'withdraw' : isNewTo ? 'push' : null
  if (mode === null || (await isPulled(needs, post.author))) return
  await begin(needs, { _id: post._id, mode, author: post.author, org: post.org, post: post._id, posted: post.posted })
}

async function isPulled({ pulledAuthors }: PushNeeds, author: string): Promise<boolean> {
  return (await pulledAuthors.get(author))?.state === 'pulled'
}

type Beginning = Pick<Walk, '_id' | 'mode' | 'author' | 'org' | 'post' | 'posted'>

/** From the first follower on. Who is on an earlier walk for the same keeps their lease until they have noticed. */
async function begin({ walks, world, nudge }: PushNeeds, beginning: Beginning): Promise<void> {
  const fresh = { after: '', reached: 0, state: 'waiting' as const, at: momentOf(world), expires: null }
  await walks.change(beginning._id, (walk, to) => {
    if (walk === null) return to.insert({ ...beginning, ...fresh, lease: null, round: 1 })
    if (walk.state === 'waiting' && walk.after === '' && walk.mode === beginning.mode) return null
    return to.change({ $set: { ...fresh, mode: beginning.mode }, $inc: { round: 1 } })
  })
  nudge()
}

export type EdgeChange = { org: string; follower: string; followee: string; follows: boolean }

/** Who is newly followed brings what they wrote last; who is no longer followed takes it away. */
export async function edgeChanged(needs: PushNeeds, { org, follower, followee, follows }: EdgeChange): Promise<void> {
  if (follows) await crossing(needs, org, followee)
  const feed = await needs.feeds.get(follower)
  if (feed === null || feed.state === 'cold') return
  if (!follows) {
    await needs.feeds.update({ _id: follower, build: feed.build }, { $pull: { pulls: followee } })
    await dropAuthor(needs, feedKey(feed), followee)
    return
  }
  if ((await needs.pulledAuthors.get(followee)) !== null) {
    await needs.feeds.update({ _id: follower, build: feed.build }, { $addToSet: { pulls: followee } })
    return
  }
  const most = needs.sizes.backfilled
  const rows = await wrote(needs, followee)(null, most + 1)
  const last = rows[most - 1]
  if (rows.length > most && last !== undefined) await raiseFrom(needs, feed, last)
  await addAll(needs.entries, feedKey(feed), rows.slice(0, most))
}

/** Who has very many followers is merged as news are read, once all of these know of it. For good. */
async function crossing(needs: PushNeeds, org: string, author: string): Promise<void> {
  const { followers = 0 } = (await needs.personNumbers.get(author)) ?? {}
  if (followers < needs.pullFrom || (await needs.pulledAuthors.get(author)) !== null) return
  try {
    await needs.pulledAuthors.insert({ _id: author, org, state: 'crossing' })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
  await begin(needs, { _id: `mark.${author}`, mode: 'mark', author, org, post: null, posted: null })
}
