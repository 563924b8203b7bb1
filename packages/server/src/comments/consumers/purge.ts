import { atHome, writeAtHome } from '../home.ts'
import { behind } from '../keys.ts'
import type { Comment, Cut, Discussion } from '../model.ts'
import type { Needs } from '../needs.ts'
import { removedEvent } from '../replying.ts'

const BATCH = 100

/** Removes the comments of a sub-tree that was cut, and then the cut; until then readers leave them out. */
export async function purge(needs: Needs, { _id }: Discussion, cut: Cut): Promise<void> {
  for (let left = await under(needs, _id, cut); left.length > 0; left = await under(needs, _id, cut))
    for (const comment of left) await removeOne(needs, _id, { comment, cut })
  await needs.homes.discussions.update({ _id }, { $pull: { cuts: { by: cut.by } } })
  needs.changed(_id, cut.by)
}

async function under({ homes }: Needs, id: string, { fullSlug }: Cut): Promise<Comment[]> {
  const discussion = await homes.discussions.get(id)
  if (discussion === null) return []
  const { layout, place } = atHome(homes, discussion)
  return layout.list(place, 'threaded', { from: fullSlug, until: behind(fullSlug), limit: BATCH })
}

type Removal = { comment: Comment; cut: Cut }

/** The event's id is the same whoever removes it, so that it is counted once. */
async function removeOne(needs: Needs, discussion: string, { comment, cut }: Removal): Promise<void> {
  const id = `${cut.by}.${comment.slug}`
  await writeAtHome(needs.homes, discussion, ({ layout, place, discussion: now }) =>
    layout.change(place, comment.slug, (before) => ({
      remove: true,
      events: [removedEvent(needs, now, { id, before })],
    })),
  )
}
