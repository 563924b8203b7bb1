import { writeAtHome } from './home.ts'
import type { Comment } from './model.ts'
import type { Needs } from './needs.ts'
import { createdEvent } from './new-comment.ts'
import { lookAbove } from './replying.ts'

/** Writes a comment with its event; one that is there already stays as it is. */
export async function insertComment(
  needs: Needs,
  id: string,
  { comment, event }: { comment: Comment; event: string },
): Promise<void> {
  await writeAtHome(needs.homes, id, async ({ layout, place, discussion }) => ({
    written: await layout.insert(place, comment, [createdEvent(discussion, comment, event)]),
  }))
  await lookAbove(needs, { discussion: id, comment, event })
}
