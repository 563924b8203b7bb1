import type { Ban } from './ban.ts'

export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What an API key may be used for; each route that keys may call names the one it takes. */
export const SCOPES = ['read', 'comments', 'moderation', 'people', 'settings'] as const
export type Scope = (typeof SCOPES)[number]

/** `person`: a user of the host. `guest`: who only gave a name. `server`: the host's own server, by an API key. */
export const ACTOR_KINDS = ['person', 'guest', 'server'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** Who asks, in one org, as a verified token or key told it. `accounts` finds out. */
export type Actor = {
  org: string
  id: string
  name: string
  role: Role
  kind: ActorKind
  /** What the host calls a person; not for others to see. */
  hostId?: string
  /** Of a server: what its key may be used for. */
  scopes?: readonly Scope[]
  /** Where they are banned: then they moderate nothing, whatever their token and the host say. */
  banned?: Ban
}
