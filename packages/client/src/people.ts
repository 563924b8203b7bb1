import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Guest, Operations, OwnComments, People, PeopleTold, PersonPage, Relations } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

type Own = Wanted<'GET /v1/me/comments'>
type Related = Relations['people'][number]
/** Whom, and whether it begins or ends. */
export type Whom = { person: string; on?: boolean }

/** People whose name begins so: for whoever is about to mention somebody. */
export async function find(
  palaver: Palaver,
  wanted: Operations['GET /v1/people']['input']['query'],
  options?: ReadOptions,
): Promise<People['people']> {
  return (await call(palaver, 'GET /v1/people', { query: wanted, options })).people
}

/** Who somebody is, as far as they show it to the caller. */
export function person(palaver: Palaver, id: string, options?: ReadOptions): Promise<PersonPage> {
  return call(palaver, 'GET /v1/people/{person}', { path: { person: id }, query: { org: palaver.org }, options })
}

/** Tells of people, so that they can be mentioned before they have ever been here; for the host's server. */
export async function tell(
  palaver: Palaver,
  people: BodyOf<'PUT /v1/people'>['people'],
  options?: CallOptions,
): Promise<PeopleTold['people']> {
  return (await call(palaver, 'PUT /v1/people', { body: { people }, options })).people
}

/** A token for somebody who only gives a name, where the org takes guests. */
export function guest(palaver: Palaver, name: string, options?: CallOptions): Promise<Guest> {
  return call(palaver, 'POST /v1/guests', { body: { org: palaver.org, name }, options })
}

/** Somebody's comments are marked as hidden from now on, or until then; with `on: false` no longer. */
export function mute(
  palaver: Palaver,
  { person: id, on = true, until = null }: Whom & { until?: string | null },
  options?: CallOptions,
): Promise<undefined> {
  const path = { person: id }
  if (!on) return call(palaver, 'DELETE /v1/me/mutes/{person}', { path, options })
  return call(palaver, 'PUT /v1/me/mutes/{person}', { path, body: { until }, options })
}

/** Neither is to have to do with the other from now on; with `on: false` that ends. */
export function block(palaver: Palaver, { person: id, on = true }: Whom, options?: CallOptions): Promise<undefined> {
  return call(palaver, `${on ? 'PUT' : 'DELETE'} /v1/me/blocks/{person}`, { path: { person: id }, options })
}

const peopleIn = ({ people }: Relations): readonly Related[] => people

/** Whom the caller has muted, the newest first. */
export function muted(palaver: Palaver, wanted: Own = {}, options?: ReadOptions): Listing<Related, Relations> {
  return list(palaver, { operation: 'GET /v1/me/mutes', query: wanted, itemsOf: peopleIn }, options)
}

/** Whom the caller has blocked, the newest first. */
export function blocked(palaver: Palaver, wanted: Own = {}, options?: ReadOptions): Listing<Related, Relations> {
  return list(palaver, { operation: 'GET /v1/me/blocks', query: wanted, itemsOf: peopleIn }, options)
}

/** What the caller has written anywhere in the org, the newest first. */
export function ownComments(
  palaver: Palaver,
  wanted: Own = {},
  options?: ReadOptions,
): Listing<OwnComments['comments'][number], OwnComments> {
  const itemsOf = ({ comments }: OwnComments): OwnComments['comments'] => comments
  return list(palaver, { operation: 'GET /v1/me/comments', query: wanted, itemsOf }, options)
}
