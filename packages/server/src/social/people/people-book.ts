import type { Collection } from '@palaver/store'
import type { ProfilePatch } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { CircleBook } from '../graph/circles.ts'
import type { PersonNumbers } from '../model.ts'
import type { Viewer } from '../sight.ts'
import { asking, type Asked, listed, type ListNeeds, type PeopleListed } from './lists.ts'
import { meet } from './meeting.ts'
import { pictureHolder, profileOf, type ProfileNeeds, type ProfileView, reviseProfile } from './own-profile.ts'
import { personView, type PersonView } from './person-view.ts'

export type PeopleNeeds = ListNeeds &
  ProfileNeeds & { personNumbers: Collection<PersonNumbers>; circleBook: Pick<CircleBook, 'with'> }

/** People as others meet them, and as they show themselves. */
export class PeopleBook {
  readonly #needs: PeopleNeeds

  constructor(needs: PeopleNeeds) {
    this.#needs = needs
  }

  async view(viewer: Viewer, id: string): Promise<PersonView> {
    const { personNumbers, circleBook, profileFieldsOf, picturesOf: pictureOf } = this.#needs
    const met = await meet(this.#needs, viewer, id)
    const me = met.standing.isSelf ? null : met.sight.viewer
    const [numbers, circles, fields] = await Promise.all([
      personNumbers.get(id),
      me === null ? [] : circleBook.with({ id: me }, id),
      profileFieldsOf(viewer.org),
    ])
    return personView(met, { numbers, circles, fields, pictureOf })
  }

  profile(actor: Actor): Promise<ProfileView> {
    return profileOf(this.#needs, actor)
  }

  reviseProfile(actor: Actor, patch: ProfilePatch, ifMatch: readonly string[] | null): Promise<ProfileView> {
    return reviseProfile(this.#needs, actor, { patch, ifMatch })
  }

  followers(viewer: Viewer, of: string, asked: Asked): Promise<PeopleListed> {
    return listed(this.#needs, viewer, { ...asked, of, side: 'followers' })
  }

  following(viewer: Viewer, of: string, asked: Asked): Promise<PeopleListed> {
    return listed(this.#needs, viewer, { ...asked, of, side: 'following' })
  }

  requests(actor: Actor, asked: Asked): ReturnType<typeof asking> {
    return asking(this.#needs, actor, asked)
  }

  /** For who keeps photos: whether a holder is somebody whose picture this is. */
  async holdsPicture(org: string, holder: string, photo: string): Promise<boolean> {
    const [, id = ''] = holder.split('~')
    if (holder !== pictureHolder(id)) return false
    const person = (await this.#needs.people.many(org, [id])).get(id)
    return person?.erased === null && person.profile?.picture === photo
  }

  /** The same: a picture is for all who may meet somebody. */
  async maySeePicture(viewer: Viewer, holder: string): Promise<boolean> {
    const [, id = ''] = holder.split('~')
    if (holder !== pictureHolder(id)) return false
    try {
      return (await meet(this.#needs, viewer, id)).person._id === id
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
