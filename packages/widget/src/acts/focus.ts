import { permalink, subthread } from '@palaver/client'
import { withComments, withEntry } from '../thread/state/entries.ts'
import type { ThreadState } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { threadOf } from './client.ts'
import { loadAvatars } from './avatars.ts'
import { lookAt } from './own.ts'
import { whileLoading } from './while-loading.ts'

const FOCUS = 'focus'
/** Shows one comment with its ancestors and what lies under it, wherever in the discussion it is. */
export async function focusOn(store: Store, slug: string): Promise<void> {
  await whileLoading(store, FOCUS, async () => {
    const found = await permalink(threadOf(store), { slug })
    const under = await subthread(threadOf(store), { slug: found.comment.slug }).page()
    const all = [...found.ancestors, ...under.comments]
    const known = withComments(store.state.entries, all)
    const ancestors = found.ancestors.map((one) => one.slug)
    store.set({ entries: joined(known, under.comments), focus: { slug: found.comment.slug, ancestors } })
    const slugs = all.map((one) => one.slug)
    await Promise.all([lookAt(store, slugs), loadAvatars(store, all)])
  })
}

/** Back to the whole discussion. */
export function leaveFocus(store: Store): void {
  store.set({ focus: null })
}

/** Each reply joins its parent; where some are missing, they are read from the beginning. */
function joined(
  entries: ThreadState['entries'],
  all: readonly { slug: string; parentSlug: string | null; replies: number }[],
) {
  const children = Map.groupBy(all, ({ parentSlug }) => parentSlug)
  let joining: ThreadState['entries'] = entries
  for (const { slug, replies: count } of all) {
    const replies = (children.get(slug) ?? []).map((one) => one.slug)
    const more = replies.length < count ? '' : null
    joining = withEntry(joining, slug, (entry) => ({ ...entry, replies, more }))
  }
  return joining
}
