import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Needs } from './needs.ts'
import { isModerator } from './policy.ts'

type ModeratedNeeds = Pick<Needs, 'comments'>

/** Whether nothing of the org is hidden from them: only then may a number be about all of it. */
export const moderatesAll = async (
  { hostDecides }: Pick<Needs, 'hostDecides'>,
  { kind, org }: Pick<Actor, 'kind' | 'org'>,
): Promise<boolean> => kind === 'server' || !(await hostDecides(org))

/** Where the host decides who moderates a resource, it decides about this, too. What is in no discussion stays. */
export async function onlyModerated<T extends { discussion: string | null }>(
  needs: ModeratedNeeds,
  actor: Actor,
  all: readonly T[],
): Promise<T[]> {
  const ids = [...new Set(all.flatMap(({ discussion }) => discussion ?? []))]
  const may = new Map(await Promise.all(ids.map(async (id) => [id, await mayModerate(needs, actor, id)] as const)))
  return all.filter(({ discussion }) => discussion === null || may.get(discussion) === true)
}

export async function mayModerate(needs: ModeratedNeeds, actor: Actor, discussion: string): Promise<boolean> {
  const situation = await situationIn(needs, actor, discussion)
  return situation !== null && isModerator(situation.actor)
}

/** Null where there is no discussion of that id, or none that they may see. */
export const situationIn = ({ comments }: ModeratedNeeds, actor: Actor, discussion: string) =>
  comments.situation(actor, { discussion }).catch(nullIfHidden)

function nullIfHidden(error: unknown): null {
  if (error instanceof Refusal && error.code === 'discussion-not-found') return null
  throw error
}
