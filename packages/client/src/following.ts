import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Following, FollowRequests, MutedWords, PersonBrief, PersonBriefs, Profile } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

export type { FollowRequests, PersonBrief, PersonPage, Profile } from './generated/types.ts'

const PERSON = '/v1/people/{person}'
const REQUESTS = '/v1/me/follow-requests'

type State = Following['state']
type Of<Side extends 'followers' | 'following'> = { person: string } & Wanted<`GET ${typeof PERSON}/${Side}`>

/** Follows somebody, or asks to where their account is private: which of the two is the answer. */
export async function follow(palaver: Palaver, person: string, options?: CallOptions): Promise<State> {
  return (await call(palaver, 'PUT /v1/me/following/{person}', { path: { person }, options })).state
}

/** No longer follows somebody, or no longer asks to. */
export async function unfollow(palaver: Palaver, person: string, options?: CallOptions): Promise<State> {
  return (await call(palaver, 'DELETE /v1/me/following/{person}', { path: { person }, options })).state
}

const briefsIn = ({ people }: PersonBriefs): readonly PersonBrief[] => people

/** Who follows somebody, the newest first, as far as they show it. */
export function followers(
  palaver: Palaver,
  { person, ...wanted }: Of<'followers'>,
  options?: ReadOptions,
): Listing<PersonBrief, PersonBriefs> {
  const query = { ...wanted, org: palaver.org }
  return list(palaver, { operation: `GET ${PERSON}/followers`, path: { person }, query, itemsOf: briefsIn }, options)
}

/** Whom somebody follows, the newest first, as far as they show it. */
export function following(
  palaver: Palaver,
  { person, ...wanted }: Of<'following'>,
  options?: ReadOptions,
): Listing<PersonBrief, PersonBriefs> {
  const query = { ...wanted, org: palaver.org }
  return list(palaver, { operation: `GET ${PERSON}/following`, path: { person }, query, itemsOf: briefsIn }, options)
}

/** Who asks to follow the caller, the newest first. */
export function followRequests(
  palaver: Palaver,
  wanted: Wanted<`GET ${typeof REQUESTS}`> = {},
  options?: ReadOptions,
): Listing<FollowRequests['people'][number], FollowRequests> {
  const itemsOf = ({ people }: FollowRequests): FollowRequests['people'] => people
  return list(palaver, { operation: `GET ${REQUESTS}`, query: wanted, itemsOf }, options)
}

/** Lets somebody follow the caller who has asked to. */
export async function acceptFollower(palaver: Palaver, person: string, options?: CallOptions): Promise<State> {
  return (await call(palaver, `PUT ${REQUESTS}/{person}`, { path: { person }, options })).state
}

/** Does not let somebody follow the caller. */
export function declineFollower(palaver: Palaver, person: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${REQUESTS}/{person}`, { path: { person }, options })
}

/** Sends a follower away. */
export function removeFollower(palaver: Palaver, person: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/me/followers/{person}', { path: { person }, options })
}

/** What the caller says of themselves, and how they want to be met. */
export function profile(palaver: Palaver, options?: ReadOptions): Promise<Profile> {
  return call(palaver, 'GET /v1/me/profile', { options })
}

/** Changes that; with `rev` only while it is still that revision. */
export function changeProfile(
  palaver: Palaver,
  { rev, ...body }: { rev?: number | undefined } & BodyOf<'PATCH /v1/me/profile'>,
  options?: CallOptions,
): Promise<Profile> {
  return call(palaver, 'PATCH /v1/me/profile', { headers: ifStill(rev), body, options })
}

/** Words and phrases that the caller does not want to read. */
export async function mutedWords(palaver: Palaver, options?: ReadOptions): Promise<MutedWords['words']> {
  return (await call(palaver, 'GET /v1/me/muted-words', { options })).words
}

/** Says all of them anew. */
export async function muteWords(
  palaver: Palaver,
  words: BodyOf<'PUT /v1/me/muted-words'>['words'],
  options?: CallOptions,
): Promise<MutedWords['words']> {
  return (await call(palaver, 'PUT /v1/me/muted-words', { body: { words }, options })).words
}
