import { Refusal } from '../api/refusal.ts'
import { changeEvent } from './events.ts'
import type { Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayManage } from './policy.ts'
import type { Command } from './posting.ts'
import { requireComment, requirePublished, situationAt } from './situation.ts'

const MOST_PINNED = 10

/** Puts a comment in front of the others, or back; the one that was pinned last comes first. */
export async function pin(needs: Needs, command: Command, { slug, on }: { slug: string; on: boolean }): Promise<void> {
  const { actor, discussion } = await situationAt(needs, command.actor, command.ref)
  requireMayManage(actor, discussion.org)
  if (on) requirePublished(await requireComment(needs, discussion, slug))
  const event = needs.world.newId()
  const at = new Date(needs.world.now()).toISOString()
  await needs.homes.discussions.change(discussion._id, (now, to) => {
    if (now === null || pinnedIn(now).includes(slug) === on) return null
    const others = pinnedIn(now).filter((one) => one !== slug)
    const pinned = on ? [slug, ...others] : others
    if (pinned.length > MOST_PINNED)
      throw new Refusal('invalid', `At most ${MOST_PINNED} comments can be pinned: take another one back first.`)
    const by = { id: actor.id, name: actor.name }
    const told = changeEvent(now, { id: event, type: 'discussion', op: 'pinned', at, after: { pinned }, actor: by })
    return to.change({ $set: { pinned }, $inc: { rev: 1 } }, { events: [told] })
  })
  needs.changed(discussion._id, event)
}

export const pinnedIn = ({ pinned = [] }: Pick<Discussion, 'pinned'>): readonly string[] => pinned
