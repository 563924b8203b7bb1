import { Refusal } from '../../api/refusal.ts'
import { changeEvent } from '../events.ts'
import type { Homes } from '../home.ts'
import type { World } from '../world.ts'

type RequestNeeds = { homes: Pick<Homes, 'discussions'>; world: Pick<World, 'now' | 'newId'> }

/** Has all numbers of a discussion counted again, by the consumer that counts them, when it comes to this event. */
export async function requestRecount({ homes, world }: RequestNeeds, discussion: string): Promise<void> {
  const id = world.newId()
  const at = new Date(world.now()).toISOString()
  await homes.discussions.change(discussion, (found, to) => {
    if (found === null) throw new Refusal('discussion-not-found', 'There is no discussion of that id.')
    const asked = changeEvent(found, { id, type: 'discussion', op: 'recount-asked', at })
    return to.change({ $set: { recount: id } }, { events: [asked] })
  })
}
