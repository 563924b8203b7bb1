import { Refusal } from '../../api/refusal.ts'
import type { Comment, Discussion } from '../../comments/service.ts'
import type { Item } from '../model.ts'
import type { AudienceNeeds } from './needs.ts'

/** What something is about, as it is now; `comment` is null for what is held. */
export type There = { discussion: Discussion; comment: Comment | null }

type Needs = Pick<AudienceNeeds, 'comments' | 'isWaiting'>

const HELD = '.held'

/** What each of these is about; null where that is gone, or nobody may see it. What several are about is read once. */
export async function theresOf(needs: Needs, items: readonly Item[]): Promise<ReadonlyMap<Item, There | null>> {
  const discussions = new Map<string, Promise<Discussion | null>>()
  const discussionOf = (id: string): Promise<Discussion | null> =>
    once(discussions, id, () => unlessGone(needs.comments.discussion({ discussion: id })))
  const found = new Map<string, Promise<There | null>>()
  const there = (item: Item): Promise<There | null> => {
    const name = JSON.stringify([item.discussion, item.slug, isHeld(item) ? item.event : null, item.org])
    return once(found, name, () => stillThere(needs, item, discussionOf))
  }
  return new Map(await Promise.all(items.map(async (item) => [item, await there(item)] as const)))
}

function once<T>(known: Map<string, Promise<T>>, name: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(name) ?? find()
  known.set(name, found)
  return found
}

const isHeld = ({ reason, event }: Item): boolean => reason === 'moderation' && event.endsWith(HELD)

type DiscussionOf = (id: string) => Promise<Discussion | null>

async function stillThere(needs: Needs, item: Item, discussionOf: DiscussionOf): Promise<There | null> {
  const { discussion: id, slug, org, event } = item
  if (id === null) return null
  const discussion = await discussionOf(id)
  if (discussion === null || discussion.org !== org) return null
  if (isHeld(item))
    return (await needs.isWaiting(org, event.slice(0, -HELD.length))) ? { discussion, comment: null } : null
  const comment = slug === null ? null : await unlessGone(needs.comments.comment(discussion, slug))
  return comment?.status === 'published' ? { discussion, comment } : null
}

const GONE = new Set<Refusal['code']>(['discussion-not-found', 'comment-not-found'])

export async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && GONE.has(error.code)) return null
    throw error
  }
}
