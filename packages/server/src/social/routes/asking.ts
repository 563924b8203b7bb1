import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Answer } from '../../api/route.ts'
import { noPerson } from '../policy.ts'
import type { Written } from '../posts/writing.ts'
import type { Asked, Listed, Social } from '../service.ts'
import { sightOf } from '../sight.ts'
import { postAnswer } from './answers.ts'

export type Viewing = { org: string; actor: Actor | null; isModerator: boolean }

type Asking = { actor: Actor | null; query: { org?: string | undefined } }

/** Who looks, in which org: that of the token, or the one that is named. In that of others there is nothing. */
export function viewerOf({ actor, query }: Asking, nothing: () => Refusal): Viewing {
  if (actor !== null && query.org !== undefined && query.org !== actor.org) throw nothing()
  const org = actor?.org ?? query.org
  if (org !== undefined) return { org, actor, isModerator: actor !== null && actor.role !== 'member' }
  const message = 'is missing: without a token it says whose people are meant'
  throw new Refusal('invalid', `query.org ${message}.`, [{ path: 'query.org', message }])
}

/** Only people follow others and write posts: guests and servers read what is for all. */
export function personOf(actor: Actor): Viewing & { actor: Actor } {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'This is for people: sign in.')
  return { org: actor.org, actor, isModerator: actor.role !== 'member' }
}

/** Somebody who is not there, or apart from the viewer, is not to be told from somebody who never was. */
export async function requireThere({ needs }: Social, viewer: Viewing, person: string): Promise<void> {
  const sight = await sightOf(needs, viewer, { people: [person] })
  if (!sight.isThere(person) || sight.isApart(person)) throw noPerson()
}

const DEFAULT_LIMIT = 20

type Paging = { limit?: number | undefined; cursor?: string | undefined }

export const pagingOf = ({ limit = DEFAULT_LIMIT, cursor }: Paging) => ({ limit, cursor: cursor ?? null })

/** Where a page of posts begins. */
export function placeIn({ places }: Social, query: Paging): Asked {
  const { limit, cursor } = pagingOf(query)
  return { limit, before: cursor === null ? null : places.open(cursor) }
}

/** What is sealed is never the same twice, so there is nothing to compare. */
export const postsAnswer = ({ places }: Social, { posts, next }: Listed, org: string): Answer =>
  next === null ? paged({ posts, next }, org) : { ...paged({ posts, next: places.seal(next) }, org), etag: null }

/** A page, with the address of the one behind it. */
export const paged = <B extends { next: string | null }>(body: B, org: string): Answer => ({
  body,
  links: { next: body.next === null ? null : { cursor: body.next } },
  org,
})

/** Whoever reads next and says this sees what was done. */
export const toldBy = ({ event }: { event: string | null }): Pick<Answer, 'headers'> =>
  event === null ? {} : { headers: { 'palaver-event': event } }

/** A post that was just made, with its address. */
export async function writtenAnswer(social: Social, viewer: Viewing, written: Written): Promise<Answer> {
  const { _id: id } = written.post
  const answer = postAnswer(await social.post(viewer, id), viewer.org)
  return { ...answer, status: 201, headers: { ...toldBy(written).headers, location: `/v1/posts/${id}` } }
}
