import type { People } from '../accounts/service.ts'
import type { Actor, ActorKind, Role } from '../api/actor.ts'
import { handleOf } from '../api/name-key.ts'
import { Refusal } from '../api/refusal.ts'
import { asModerator, type Comments, type Resource } from '../comments/service.ts'

export type Me = {
  id: string
  name: string
  role: Role
  kind: ActorKind
  avatar: string | null
  handle: string | null
  moderates: boolean
}

type Needs = { comments: Comments; people: Pick<People, 'pictures'> }

/** Who somebody is, and whether they moderate: this resource where one is named, where none is, by their role. */
export async function meOf({ comments, people }: Needs, actor: Actor, resource: Resource | null): Promise<Me> {
  const { id, name, role, kind, org } = actor
  const [pictures, here] = await Promise.all([
    people.pictures(org, [id]),
    resource === null ? actor : actorAt(comments, actor, resource),
  ])
  const handle = kind === 'guest' ? null : handleOf(name)
  return { id, name, role, kind, avatar: pictures[id] ?? null, handle, moderates: here.role !== 'member' }
}

/** With the role that they have there; what is hidden from them is as what is not there. */
async function actorAt(comments: Comments, actor: Actor, resource: Resource): Promise<Actor> {
  try {
    return (await comments.situation(actor, { org: actor.org, resource })).actor
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'discussion-not-found') throw error
    return asModerator(actor, await comments.needs.mayOf(actor, actor.org, { ...resource, topic: null }))
  }
}
