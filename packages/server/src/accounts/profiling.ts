import type { NewEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { nameKey } from '../api/name-key.ts'
import { Refusal } from '../api/refusal.ts'
import { BLANK_PROFILE, type OwnProfile, type PersonDocument } from './people-model.ts'
import type { ProfilePatch } from './profile-schema.ts'

/** A patch that was checked, with its bio as it is shown. */
export type Revision = Omit<ProfilePatch, 'bio'> & { bio?: string; bioHtml?: string }
export type Revising = { revision: Revision; ifMatch: readonly string[] | null }

/** What a patch sets, in one write; null where it says nothing new. */
export function revised(person: PersonDocument, { revision, ifMatch }: Revising): Partial<PersonDocument> | null {
  const before = person.profile ?? BLANK_PROFILE
  if (ifMatch !== null && !ifMatch.includes('*') && !ifMatch.includes(String(before.rev)))
    throw new Refusal('changed-meanwhile', 'The profile was changed meanwhile: look at it again.')
  const { name, ...said } = revision
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const named = name === undefined ? {} : nameFor(person, name)
  const after: OwnProfile = { ...before, ...given, ...('name' in named && { ownName: name !== null }) }
  if (!('name' in named) && JSON.stringify(after) === JSON.stringify(before)) return null
  return { ...named, profile: { ...after, rev: before.rev + 1 } }
}

type Named = Pick<PersonDocument, 'name' | 'nameKey' | 'hostName'>

/** Their own holds until they give it up: then it is as the host last said. */
function nameFor(person: PersonDocument, wanted: string | null): Named | Record<string, never> {
  const isOwn = person.profile?.ownName === true
  const hostName = isOwn ? (person.hostName ?? person.name) : person.name
  if (wanted === null ? !isOwn : isOwn && wanted === person.name) return {}
  const name = wanted ?? hostName
  return { name, nameKey: nameKey(name), hostName }
}

type Told = { id: string; at: string; actor: Actor; before: PersonDocument; after: Partial<PersonDocument> }

/** Says what was changed, and nothing of what it says now; whether they are private is for all to see. */
export const profiled = ({ id, at, actor, before, after }: Told): NewEvent => ({
  _id: id,
  org: before.org,
  subject: before._id,
  type: 'person',
  op: 'profiled',
  at,
  actor: { id: actor.id, name: after.name ?? before.name },
  before: { isPrivate: before.profile?.isPrivate === true },
  after: { isPrivate: after.profile?.isPrivate === true, isRenamed: after.name !== undefined },
})
