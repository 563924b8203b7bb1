import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Photo } from './model.ts'

export type Viewer = Pick<Actor, 'org' | 'id'>

/** Guests have nowhere to show them, and servers are nobody. */
export function requirePerson({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Photos are for people who are signed in, not for guests.')
}

export const isOwner = (viewer: Viewer | null, { org, owner }: Photo): boolean =>
  viewer !== null && viewer.org === org && viewer.id === owner

/** Says the same of what is not there and of what somebody may not see. */
export const noPhoto = (): Refusal => new Refusal('photo-not-found', 'There is no such photo, or not for you.')
