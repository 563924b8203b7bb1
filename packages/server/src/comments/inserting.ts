import { faultAt } from '../fault.ts'
import { writeAtHome } from './home.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { createdEvent } from './new-comment.ts'
import { lookAbove } from './replying.ts'
import { letBeSeen } from './showing.ts'

/** Writes a comment with its event; one that is there already stays as it is. */
export async function insertComment(
  needs: Needs,
  discussion: Discussion,
  { comment, event }: { comment: Comment; event: string },
): Promise<void> {
  faultAt('A1')
  const seen = await letBeSeen(needs, discussion)
  await writeAtHome(needs.homes, seen, async ({ layout, place, discussion: now }) => ({
    written: await layout.insert(place, comment, [
      { ...createdEvent(now, comment, event), ...(needs.isQuiet === true && { quiet: true }) },
    ]),
  }))
  faultAt('A2')
  await lookAbove(needs, { discussion: discussion._id, comment, event })
}
