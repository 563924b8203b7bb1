import { atHome } from '../home.ts'
import { createdEvent, newComment } from '../new-comment.ts'
import { rendered } from '../speaking.ts'
import { type Acting, BOB, type Ended, NOON, partOf, serviceOn } from './stepped-service.ts'
import type { World } from './stepped-worlds.ts'

/** For controls: a reply whose writer does not look at its parent again. */
export async function repliesBlindly(world: World & Acting, name: string, events: 'told' | []): Promise<Ended<string>> {
  const { needs } = serviceOn(world, name)
  const discussion = await needs.discussions.require(world.ref)
  const { layout, place } = atHome(needs.homes, discussion)
  const [parent = null] = await layout.get(place, [world.root])
  if (parent === null) return { refused: 'comment-not-found' }
  const names = { event: `${name}Event`, part: partOf(name), posted: new Date(NOON).toISOString() }
  const comment = newComment(BOB, { names, attached: { parent, replyTo: null }, spoken: rendered(name) })
  await layout.insert(place, comment, events === 'told' ? [createdEvent(discussion, comment, names.event)] : events)
  return { done: comment.slug }
}
