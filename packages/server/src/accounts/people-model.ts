import * as z from 'zod'
import type { Role } from '../api/actor.ts'
import { personSchema } from './model.ts'

/** What a moderator laid upon a person: until when, where it ends by itself, and why. */
export type Sanction = { until: string | null; reason: string }
export type Imposed = Sanction & { by: string; at: string }

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
  created: string
  ban: Imposed | null
  /** What they write is seen by nobody else, and they do not know. */
  shadow: Imposed | null
  erased: string | null
}

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
