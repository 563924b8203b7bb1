import type { LoggedEvent } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import { eventsSince } from './events-since.ts'
import { writeAtHome } from './home.ts'
import { insertComment } from './inserting.ts'
import type { Reserved } from './keys-of-requests.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { PARENT_GONE, removedEvent, withdrawal } from './replying.ts'

type EarlierTry = Pick<Reserved, 'names' | 'since'>

/**
 * What an earlier try of the same request wrote, as the log tells it. It is written once more, in case that try died
 * while the discussion moved, unless it was removed since: then it must not come back.
 */
export async function writtenBefore(
  needs: Needs,
  discussion: Discussion,
  { names, since }: EarlierTry,
): Promise<Comment | null> {
  let created: Comment | null = null
  let isRemoved = false
  for await (const event of eventsSince(needs, discussion, since)) {
    if (event._id === withdrawal(names.event)) throw new Refusal('parent-gone', PARENT_GONE)
    if (event._id === names.event) created = event.after as unknown as Comment
    if (created !== null && isRemovalOf(event, created.slug)) isRemoved = true
  }
  if (created !== null && !isRemoved) await insertComment(needs, discussion, { comment: created, event: names.event })
  return created
}

const isRemovalOf = ({ op, before }: LoggedEvent, slug: string): boolean =>
  op === 'removed' && (before as unknown as Comment).slug === slug

type Overtaken = { slug: string; since: number }

/** Of two tries the slower may have written again what was removed meanwhile: it goes once more, as was told then. */
export async function removeAgain(needs: Needs, discussion: Discussion, { slug, since }: Overtaken): Promise<void> {
  for await (const event of eventsSince(needs, discussion, since))
    if (isRemovalOf(event, slug))
      await writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
        layout.change(place, slug, (before) => ({
          remove: true,
          events: [removedEvent(needs, now, { id: event._id, before })],
        })),
      )
}
