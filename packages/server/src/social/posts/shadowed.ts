import type { Actor } from '../../api/actor.ts'
import type { PostNeeds } from './needs.ts'

/** Whether nobody else is to see what they write, and they are not to notice. */
export async function isShadowed(
  { people, world }: Pick<PostNeeds, 'people' | 'world'>,
  { org, id, role }: Actor,
): Promise<boolean> {
  const shadow = (await people.many(org, [id])).get(id)?.shadow ?? null
  return role !== 'admin' && shadow !== null && (shadow.until === null || Date.parse(shadow.until) > world.now())
}
