import * as z from 'zod'
import type { Role } from '../api/actor.ts'
import { personSchema } from './model.ts'

/** What a moderator laid upon a person: until when, where it ends by itself, and why. */
export type Sanction = { until: string | null; reason: string }
export type Imposed = Sanction & { by: string; at: string }

/** Who may do or see something of a person's. */
export const CLOSENESS = ['everyone', 'followers', 'following', 'nobody'] as const
export type Closeness = (typeof CLOSENESS)[number]

/** What a person says of themselves, and how they want to be met; what is not said is as `BLANK_PROFILE` has it. */
export type OwnProfile = {
  bio: string
  bioHtml: string
  links: string[]
  locale: string | null
  /** By the names that the org gave these fields. */
  fields: { name: string; value: string; to: Closeness }[]
  /** Id of an uploaded picture, which stands instead of the host's. */
  picture: string | null
  /** Who wants to follow them asks first. */
  isPrivate: boolean
  /** Who may write on their wall, … */
  wall: Closeness
  /** … and whether that waits until they let it show. */
  reviewsWall: boolean
  /** Who sees whom they follow and who follows them. */
  lists: Closeness
  /** Names that they gave themselves hold against what tokens tell. */
  ownName: boolean
  /** Raised by every change of it. */
  rev: number
}

export const BLANK_PROFILE: OwnProfile = {
  bio: '',
  bioHtml: '',
  links: [],
  locale: null,
  fields: [],
  picture: null,
  isPrivate: false,
  wall: 'following',
  reviewsWall: true,
  lists: 'everyone',
  ownName: false,
  rev: 0,
}

/** Somebody of an org, as the host has told of them. */
export type PersonDocument = {
  _id: string
  org: string
  /** What the host calls them; not for others to see. */
  hostId: string
  name: string
  /** The name as it is looked up. */
  nameKey: string
  email: string | null
  url: string | null
  avatar: string | null
  /** The last that a token told of. */
  role: Role
  /** Moment (ms) of the newest telling that is in here. */
  told: number
  /** Moment (ms) of the newest token that is in here: only tokens tell of roles. Missing where there was none. */
  roleTold?: number
  created: string
  ban: Imposed | null
  /** What they write is seen by nobody else, and they do not know. */
  shadow: Imposed | null
  erased: string | null
  /** Missing where they have said nothing. */
  profile?: OwnProfile
  /** What the host calls them, where they have given themselves another name. */
  hostName?: string
  /** While this stands, nobody erases them. */
  hold?: Hold | null
}

/** Something obliges the org to keep what there is of a person. */
export type Hold = { reason: string; by: string; at: string }

/** How a person stands with the org; `since` and `role` are null where the person is not known. */
export type Standing = {
  ban: Sanction | null
  shadow: Sanction | null
  role: Role | null
  erased: string | null
  since: string | null
}

/** What ends by itself is over when its time has come. */
export const inForce = <S extends Sanction>(sanction: S | null, now: number): S | null =>
  sanction === null || (sanction.until !== null && Date.parse(sanction.until) <= now) ? null : sanction

/** What is told of a person; what is not said stays as it was. */
export type Profile = {
  org: string
  hostId: string
  name: string
  role?: Role
  email?: string | null | undefined
  url?: string | null | undefined
  avatar?: string | null | undefined
}

/** When and by whom: of two tellings the newer holds, and the host's own server knows best. */
export type Telling = { at: number | null; by: 'token' | 'server'; now: number }

/** A person as the host's server tells of them, with the names that tokens have, too. */
export const toldPersonSchema = personSchema.pick({ id: true, username: true, email: true, url: true, avatar: true })

export function profileOf(
  org: string,
  { id, username, email, url, avatar }: z.output<typeof toldPersonSchema>,
): Profile {
  return { org, hostId: id, name: username, email, url, avatar }
}

/** Ids as `personId` makes them. */
export const personIdSchema = z.string().regex(/^[\w-]{22}$/, 'must be the id of a person')
