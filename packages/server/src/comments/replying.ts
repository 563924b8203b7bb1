import { Refusal } from '../api/refusal.ts'
import { commentEvent } from './events.ts'
import { type AtHome, writeAtHome } from './home.ts'
import { ancestorsOf } from './keys.ts'
import type { Changed } from './layouts/layout.ts'
import type { Author, Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { isCut } from './situation.ts'

export const PARENT_GONE = 'What this replies to was deleted meanwhile; the reply was not posted.'

/** The id of the event by which a reply is taken back: the same whoever does it. */
export const withdrawal = (event: string): string => `${event}.withdrawn`

type Reply = { discussion: string; comment: Comment; event: string }

/**
 * Who replies looks at what is above it again after writing: a comment that is being deleted stays, because it has a
 * reply now; from one that is gone, or lies in a deleted sub-tree, the reply is withdrawn. Not the parent alone: that
 * may be a reply whose writer has not looked yet, and will withdraw it.
 */
export async function lookAbove(needs: Needs, reply: Reply): Promise<void> {
  if (await withdrawIfOrphaned(needs, reply)) throw new Refusal('parent-gone', PARENT_GONE)
}

/** The same for a writer that died in between; true when the reply had to go. */
export async function withdrawIfOrphaned(needs: Needs, reply: Reply): Promise<boolean> {
  if (reply.comment.parentSlug === null || (await isAllAboveThere(needs, reply))) return false
  await withdraw(needs, reply)
  return true
}

async function isAllAboveThere(needs: Needs, { discussion, comment }: Reply): Promise<boolean> {
  let isThere = true
  await writeAtHome(needs.homes, discussion, async (home) => {
    const above = await home.layout.get(home.place, [...ancestorsOf(comment.slug), comment.slug])
    // One that was removed meanwhile keeps nothing above it.
    const isGone = above.pop() === null
    isThere = !above.includes(null) && !isCut(home.discussion, comment.slug)
    const marked = above.flatMap((one) => (one !== null && one.deleting !== null ? [one.slug] : []))
    for (const slug of isThere && !isGone ? marked : []) {
      const { written, comment: kept } = await keep(home, slug)
      if (written !== 'done') return { written }
      isThere &&= kept !== null
    }
    return { written: 'done' }
  })
  return isThere
}

/** Takes back the mark of whoever is about to delete it. */
const keep = ({ layout, place }: AtHome, slug: string): Promise<Changed> =>
  layout.change(place, slug, ({ deleting }) => (deleting === null ? null : { set: { deleting: null }, events: [] }))

async function withdraw(needs: Needs, { discussion, comment, event }: Reply): Promise<void> {
  const id = withdrawal(event)
  await writeAtHome(needs.homes, discussion, ({ layout, place, discussion: now }) =>
    layout.change(place, comment.slug, (before) => ({
      remove: true,
      events: [removedEvent(needs, now, { id, before })],
    })),
  )
  needs.changed(discussion, id)
}

/** `actor`: who removed it, where it did not go with something else. */
type Removed = { id: string; before: Comment; actor?: Author }

export const removedEvent = (
  { world }: Pick<Needs, 'world'>,
  discussion: Discussion,
  { id, before, actor }: Removed,
): ReturnType<typeof commentEvent> =>
  commentEvent(discussion, {
    id,
    op: 'removed',
    at: new Date(world.now()).toISOString(),
    before,
    after: null,
    ...(actor === undefined ? {} : { actor }),
  })
