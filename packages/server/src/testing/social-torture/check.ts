import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { FEEDER } from '../../events/nats/feeder.ts'
import { startFollowing } from '../../following.ts'
import { posts } from '../../social/collections.ts'
import { feedEntries } from '../../social/news/push/collections.ts'
import { feedKey } from '../../social/news/push/model.ts'
import { allOf, expectWhole } from '../../social/testing/recounting.ts'
import type { Journal } from './client.ts'

/** What is wrong, by kind; empty when all is well. */
export type Findings = { lost: string[]; doubled: string[]; undead: string[]; miscounted: string[] }
export const nothingFound = (): Findings => ({ lost: [], doubled: [], undead: [], miscounted: [] })

/** Lets everything be followed and walked, and compares all feeds with what was acknowledged. */
export async function check(context: Context, journal: Journal, followers: readonly string[]): Promise<Findings> {
  await finishAll(context)
  const { store, social } = context
  const found = nothingFound()
  const texts = Map.groupBy(await allOf(store, posts), ({ _id }) => _id)
  const expected = new Set(journal.filter(({ isGone }) => !isGone).map(({ id }) => id ?? ''))
  if (texts.size !== journal.length) found.doubled.push(`${texts.size} posts, not ${journal.length}`)
  const entries = Map.groupBy(await allOf(store, feedEntries), ({ feed }) => feed)
  for (const owner of followers) {
    const feed = await social.pusher.needs.feeds.get(owner)
    if (feed?.state !== 'live') found.lost.push(`${owner} has no feed`)
    const mine = (feed === null ? [] : (entries.get(feedKey(feed)) ?? [])).map(({ post }) => post)
    if (new Set(mine).size !== mine.length) found.doubled.push(`${owner} has one twice`)
    for (const id of expected) if (!mine.includes(id)) found.lost.push(`${owner} lacks ${id}`)
    for (const id of mine) if (!expected.has(id)) found.undead.push(`${owner} has ${id}`)
  }
  await expectWhole(store).catch((error: unknown) => found.miscounted.push(String(error)))
  return found
}

async function finishAll(context: Context): Promise<void> {
  startFollowing(context)
  const { store, social } = context
  const isBehind = async (): Promise<boolean> => {
    const behind = new Map(await store.events.behind())
    // What feeds NATS is at work only where a service runs.
    behind.delete(FEEDER)
    return [...behind.values()].some((events) => events > 0)
  }
  const isWalking = (): Promise<number> => social.pusher.needs.walks.count({ where: { state: 'waiting' }, atMost: 1 })
  while ((await isBehind()) || (await isWalking()) > 0) await wait(50)
}
