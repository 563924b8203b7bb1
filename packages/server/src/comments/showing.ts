import { changeEvent } from './events.ts'
import type { Discussion } from './model.ts'
import type { Needs } from './needs.ts'

/**
 * Before something is published in a discussion that was opened by what is held: so nobody is told of a comment and finds
 * no discussion. Of all others it asks nothing.
 */
export async function letBeSeen(
  { homes, world }: Pick<Needs, 'homes' | 'world'>,
  discussion: Discussion,
): Promise<Discussion> {
  if (discussion.isUnseen !== true) return discussion
  const { _id } = discussion
  const at = new Date(world.now()).toISOString()
  const { doc } = await homes.discussions.change(_id, (now, to) => {
    if (now?.isUnseen !== true) return null
    const event = changeEvent(now, { id: `${_id}.shown`, type: 'discussion', op: 'shown', at })
    return to.change({ $unset: { isUnseen: '' } }, { events: [event] })
  })
  return doc ?? discussion
}
