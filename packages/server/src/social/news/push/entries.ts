import { type Collection, Duplicate } from '@palaver/store'
import type { NewsRow, NewsSource } from '../source.ts'
import { isNewer, placeOf } from '../source.ts'
import { type Feed, type FeedEntry, feedKey } from './model.ts'
import type { PushNeeds } from './needs.ts'

const AT_ONCE = 100

/** Puts rows into a feed; those that are there stay. */
export async function addAll(entries: Collection<FeedEntry>, feed: string, rows: readonly NewsRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => addOne(entries, feed, row)))
}

export async function addOne(
  entries: Collection<FeedEntry>,
  feed: string,
  { post, author, posted }: NewsRow,
): Promise<void> {
  try {
    await entries.insert({ _id: `${feed}~${post}`, feed, post, author, posted })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}

export const entriesOf =
  ({ entries }: Pick<PushNeeds, 'entries'>, feed: string): NewsSource =>
  async (before, limit) => {
    const after = before === null ? null : [before.posted, before.post]
    const { docs } = await entries.find({ where: { feed }, sort: { posted: -1, post: -1 }, limit, after, next: false })
    return docs
  }

/** Takes out all that somebody wrote. */
export async function dropAuthor(needs: Pick<PushNeeds, 'entries'>, feed: string, author: string): Promise<void> {
  for (;;) {
    const { docs } = await needs.entries.find({ where: { feed, author }, limit: AT_ONCE, next: false })
    await Promise.all(docs.map(({ _id }) => needs.entries.remove({ _id })))
    if (docs.length < AT_ONCE) return
  }
}

/** Takes out everything, in pieces. */
export async function dropFeed(needs: Pick<PushNeeds, 'entries'>, feed: string): Promise<void> {
  for (;;) {
    const { docs } = await needs.entries.find({ where: { feed }, limit: AT_ONCE, next: false })
    await Promise.all(docs.map(({ _id }) => needs.entries.remove({ _id })))
    if (docs.length < AT_ONCE) return
  }
}

/**
 * Keeps a feed within its cap. First it says that it is complete no further than what stays, then the rest goes: who
 * reads in between merges that instead.
 */
export async function trim(needs: Pick<PushNeeds, 'entries' | 'feeds' | 'sizes'>, feed: Feed): Promise<void> {
  const key = feedKey(feed)
  const { cap, kept } = needs.sizes
  const many = Math.floor((cap + kept) / 2)
  if ((await needs.entries.count({ where: { feed: key }, atMost: many })) < many) return
  const { docs } = await needs.entries.find({ where: { feed: key }, sort: { posted: -1, post: -1 }, limit: kept })
  const last = docs[kept - 1]
  if (last === undefined) return
  await raiseFrom(needs, feed, last)
  const after = [last.posted, last.post]
  for (;;) {
    const { docs: old } = await needs.entries.find({
      where: { feed: key },
      sort: { posted: -1, post: -1 },
      limit: AT_ONCE,
      after,
      next: false,
    })
    await Promise.all(old.map(({ _id }) => needs.entries.remove({ _id })))
    if (old.length < AT_ONCE) return
  }
}

/** Says that a feed is complete down to a row, and no further. */
export async function raiseFrom(
  { feeds }: Pick<PushNeeds, 'feeds'>,
  { _id, build }: Pick<Feed, '_id' | 'build'>,
  row: Pick<NewsRow, 'posted' | 'post'>,
): Promise<void> {
  await feeds.change(_id, (now, to) =>
    now === null || now.build !== build || (now.from !== null && !isNewer(row, now.from))
      ? null
      : to.change({ $set: { from: placeOf(row) } }),
  )
}
