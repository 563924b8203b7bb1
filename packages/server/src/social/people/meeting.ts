import { BLANK_PROFILE, type OwnProfile, type PersonDocument } from '../../accounts/service.ts'
import type { Follow } from '../model.ts'
import { noPerson } from '../policy.ts'
import { type Sight, sightOf, type SightNeeds, type Viewer } from '../sight.ts'
import type { Standing } from './closeness.ts'

/** Somebody as a viewer meets them at this moment. */
export type Met = {
  person: PersonDocument
  profile: OwnProfile
  sight: Sight
  standing: Standing
  /** How the viewer follows them; null where they do not. */
  edge: Follow | null
  /** Whether more is shown than who they are and how many follow them. */
  isOpen: boolean
}

/** Who is unknown, was erased, or is behind a block of either side is the same to a viewer: nobody. */
export async function meet(needs: SightNeeds, viewer: Viewer, id: string): Promise<Met> {
  const sight = await sightOf(needs, viewer, { people: [id] })
  const person = sight.people.get(id)
  if (person === undefined || !sight.isThere(id) || sight.isApart(id)) throw noPerson()
  const me = sight.viewer
  const [edge, back] =
    me === null || me === id
      ? [null, null]
      : await Promise.all([needs.follows.get(`${me}~${id}`), needs.follows.get(`${id}~${me}`)])
  const isSelf = me === id
  const standing = { isSelf, follows: edge?.state === 'follows', isFollowed: back?.state === 'follows' }
  const profile = person.profile ?? BLANK_PROFILE
  return { person, profile, sight, standing, edge, isOpen: isSelf || !profile.isPrivate || standing.follows }
}
