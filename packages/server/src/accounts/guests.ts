import { SignJWT } from 'jose'
import * as z from 'zod'
import type { Actor } from '../api/actor.ts'
import { shownName } from './names.ts'
import { GUEST_TYPE, unauthenticated } from './token-head.ts'
import { secretKey } from './verifying.ts'

export const guestNameSchema = shownName(60)

/** A guest's token: whoever holds it is that guest. */
export type Welcome = { token: string; id: string; expires: string }

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** No id of a person has a dot. */
const GUEST_ID = /^guest\.[\w-]{22}$/
const guestSchema = z.object({ id: z.string().regex(GUEST_ID), name: guestNameSchema })

export const isGuest = (id: string): boolean => GUEST_ID.test(id)

/** The id of what is kept of somebody. That of a guest is seen by all, and nothing in it says of which org they are. */
export const recordId = (org: string, id: string): string => (isGuest(id) ? `${id}~${org}` : id)

type Guest = { org: string; name: string; secret: string }

/** `chance` is text that nobody can guess. */
export async function welcome({ org, name, secret }: Guest, chance: string, now: number): Promise<Welcome> {
  const id = `guest.${chance.slice(0, 22)}`
  const expires = Math.floor((now + DAYS * DAY_MS) / 1000)
  const token = await new SignJWT({ org, guest: { id, name } })
    .setProtectedHeader({ alg: 'HS256', typ: GUEST_TYPE })
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(expires)
    .sign(secretKey(secret))
  return { token, id, expires: new Date(expires * 1000).toISOString() }
}

/** The guest in a token that was verified. */
export function guestOf(org: string, claim: unknown): Actor {
  const { data } = guestSchema.safeParse(claim)
  if (data === undefined) throw unauthenticated('The token of a guest does not say who it speaks for.')
  return { org, id: data.id, name: data.name, role: 'member', kind: 'guest' }
}
