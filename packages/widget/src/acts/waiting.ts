import { type Answer, comments, type Comment, permalink } from '@palaver/client'
import { decide as sendDecision, held } from '@palaver/client/moderation'
import { withComments, withEntry } from '../thread/state/entries.ts'
import type { Store } from '../thread/state/store.ts'
import { loadAvatars } from './avatars.ts'
import { palaverOf, threadOf } from './client.ts'
import { lookAt } from './own.ts'
import { put } from './posting.ts'

export type HeldItem = Answer<'GET /v1/discussions/{discussion}/held'>['held'][number]

/** As many as are looked at in one go; those behind them come up when these are decided. */
const AT_ONCE = 50
/** What was approved is among the newest, unless very many write. */
const NEWEST = 20

/** What waits in this discussion, the oldest first. */
export async function loadWaiting(store: Store): Promise<HeldItem[]> {
  if (store.state.discussion === null) return []
  return (await held(threadOf(store), { limit: AT_ONCE }).page()).held
}

export type Decision = 'approve' | 'reject' | 'spam'

/** Of several moderators the first decides. Throws where it is refused: then it still waits. */
export async function decide(store: Store, item: HeldItem, decision: Decision): Promise<void> {
  const { id, rev } = item
  const { state } = await sendDecision(palaverOf(store), { id, act: decision, rev })
  if (state === 'published') await bringIn(store, item)
}

/** Shows what was approved, where it belongs. */
async function bringIn(store: Store, item: HeldItem): Promise<void> {
  const comment = item.slug === null ? await newestLike(store, item) : await commentAt(store, item.slug)
  if (comment === undefined) return
  const { slug, parentSlug } = comment
  const { entries, discussion, fresh } = store.state
  if (!entries.has(slug) && discussion !== null)
    store.set({ discussion: { ...discussion, comments: discussion.comments + 1 } })
  const notNew = (slugs: readonly string[]): string[] => slugs.filter((one) => one !== slug)
  const waiting = withEntry(entries, parentSlug ?? '', (entry) => ({ ...entry, fresh: notNew(entry.fresh) }))
  store.set({ fresh: notNew(fresh), entries: withComments(waiting, [comment]) })
  if (item.slug === null) put(store, comment)
  await Promise.all([lookAt(store, [slug]), loadAvatars(store, [comment])])
}

const commentAt = async (store: Store, slug: string): Promise<Comment> =>
  (await permalink(threadOf(store), { slug })).comment

/** What was posted by the approval says the same by the same author. */
async function newestLike(store: Store, { author, html, parent }: HeldItem): Promise<Comment | undefined> {
  const page = await comments(threadOf(store), { view: 'chronological', sort: 'newest', limit: NEWEST }).page()
  return page.comments.find(
    (one) => one.author?.id === author.id && one.html === html && (one.replyTo ?? one.parentSlug) === parent,
  )
}
