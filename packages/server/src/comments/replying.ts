import { Refusal } from '../api/refusal.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { isCut } from './situation.ts'

export const PARENT_GONE = 'What this replies to was deleted meanwhile; the reply was not posted.'

/** The id of the event by which a reply is taken back: the same whoever does it. */
export const withdrawal = (event: string): string => `${event}.withdrawn`

type Reply = { discussion: string; comment: Comment; event: string }

/**
 * Who replies looks at the parent again after writing: one that is being deleted stays, because it has a reply now;
 * from one that is gone, or lies in a deleted sub-tree, the reply is withdrawn.
 */
export async function lookAtParentAgain(needs: Needs, reply: Reply): Promise<void> {
  if (await isParentThere(needs, reply)) return
  await withdraw(needs, reply)
  throw new Refusal('parent-gone', PARENT_GONE)
}

/** The same for a writer that died in between: the consumer of `created` looks, and says whether all is well. */
export async function withdrawIfOrphaned(needs: Needs, reply: Reply): Promise<boolean> {
  if (await isParentThere(needs, reply)) return false
  await withdraw(needs, reply)
  return true
}

async function isParentThere(needs: Needs, { discussion, comment }: Reply): Promise<boolean> {
  const { parentSlug } = comment
  if (parentSlug === null) return true
  let isThere = true
  await writeAtHome(needs.homes, discussion, async ({ layout, place, discussion: now }) => {
    if (isCut(now, comment.slug)) {
      isThere = false
      return { written: 'done' as const }
    }
    const { written, comment: parent } = await layout.change(place, parentSlug, (found) =>
      found.deleting === null ? null : { set: { deleting: null }, events: [] },
    )
    isThere = parent !== null
    return { written }
  })
  return isThere
}

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

type Removed = { id: string; before: Comment }

export const removedEvent = (
  { world }: Pick<Needs, 'world'>,
  discussion: Discussion,
  { id, before }: Removed,
): ReturnType<typeof commentEvent> =>
  commentEvent(discussion, { id, op: 'removed', at: new Date(world.now()).toISOString(), before, after: null })
