import type { PersonDocument } from '../../accounts/service.ts'
import type { Post } from '../../social/service.ts'
import type { About, Skip } from '../model.ts'
import type { SocialKnown, Whose } from './known.ts'

/** What somebody was told of a post, of a comment on one, or of a person. */
export type OfSocial = Pick<About, 'reason' | 'post' | 'discussion' | 'actor'>

/** What a viewer is to see of it at this moment. */
export type Look = {
  /** Why it is not to be told, or not to be shown any more; null where it is as it was. */
  lost: (row: OfSocial) => Skip | null
  post: (row: OfSocial) => Post | null
  person: (id: string) => PersonDocument | null
}

type Found = {
  viewer: string
  seen: ReadonlyMap<string, Post>
  all: ReadonlyMap<string, Post>
  edges: Awaited<ReturnType<SocialKnown['edges']>>
  marks: Awaited<ReturnType<SocialKnown['marks']>>
  people: ReadonlyMap<string, PersonDocument>
  apart: ReadonlyMap<string, Skip>
  mutes: (text: string) => boolean
}

const edgeOf = (follower: string, followee: string): string => `${follower}~${followee}`

/** Those that bring words of others. */
const WORDED: ReadonlySet<OfSocial['reason']> = new Set(['mention', 'quote', 'wall'])

/** Finds out all that decides about some rows of one viewer, however many, by a handful of queries. */
export async function lookAt(social: SocialKnown, viewer: Whose, rows: readonly OfSocial[]): Promise<Look> {
  const actors = [...new Set(rows.flatMap(({ actor }) => (actor === null ? [] : [actor.id])))]
  const others = actors.filter((id) => id !== viewer.id)
  const hasWords = rows.some(({ reason, discussion }) => discussion === null && WORDED.has(reason))
  const [marks, edges, people, apart, mutes] = await Promise.all([
    social.marks(rows.flatMap(markIn)),
    social.edges(rows.flatMap((row) => edgesIn(viewer.id, row))),
    social.people(viewer.org, actors),
    social.apart(viewer, others),
    hasWords ? social.mutes(viewer) : () => false,
  ])
  const ids = rows.flatMap((row) => postsIn(row, marks))
  const [all, seen] = await Promise.all([social.posts(ids), social.seen(viewer, ids)])
  const found = { viewer: viewer.id, seen, all, edges, marks, people, apart, mutes }
  return {
    lost: (row) => lostFrom(found, row),
    post: ({ post = '' }) => seen.get(post) ?? null,
    person: (id) => people.get(id) ?? null,
  }
}

function markIn({ reason, actor, post }: OfSocial): string[] {
  const isMark = reason === 'reaction' || reason === 'repost'
  return isMark && actor !== null && post !== undefined ? [`${actor.id}~${post}`] : []
}

function edgesIn(viewer: string, { reason, actor }: OfSocial): string[] {
  if (actor === null) return []
  if (reason === 'accepted') return [edgeOf(viewer, actor.id)]
  return reason === 'follow' || reason === 'request' ? [edgeOf(actor.id, viewer)] : []
}

/** With the post by which it was passed on: who may not see that is not told of it. */
function postsIn(row: OfSocial, marks: Found['marks']): string[] {
  if (row.post === undefined) return []
  const passed = row.reason === 'repost' ? (marks.get(markIn(row)[0] ?? '')?.repost ?? null) : null
  return passed === null ? [row.post] : [row.post, passed]
}

function lostFrom(found: Found, row: OfSocial): Skip | null {
  const { actor, post } = row
  if (row.discussion !== null) return onPost(found, row)
  const who = actor === null ? undefined : found.people.get(actor.id)
  if (actor === null || who === undefined || who.erased !== null) return 'not-there'
  const apart = found.apart.get(actor.id)
  if (apart !== undefined) return apart
  return post === undefined ? betweenPeople(found, row, actor.id) : ofPost(found, { ...row, post, by: actor.id })
}

/** Of a comment on a post: all else about it is looked at as for any comment. */
function onPost(found: Found, { actor, post }: OfSocial): Skip | null {
  if (post === undefined) return null
  return found.apart.get(actor?.id ?? '') ?? unseen(found, post)
}

function betweenPeople({ viewer, edges }: Found, { reason }: OfSocial, actor: string): Skip | null {
  if (reason === 'accepted') return edges.get(edgeOf(viewer, actor)) === 'follows' ? null : 'not-there'
  const state = edges.get(edgeOf(actor, viewer))
  if (reason === 'follow') return state === 'follows' ? null : 'not-there'
  if (state === undefined) return 'not-there'
  return state === 'asked' ? null : 'superseded'
}

type OfPost = OfSocial & { post: string; by: string }

function ofPost(found: Found, row: OfPost): Skip | null {
  const { viewer, seen, mutes } = found
  const post = seen.get(row.post)
  if (post === undefined) return unseen(found, row.post)
  if (!WORDED.has(row.reason)) return givenTo(found, row)
  if (row.reason === 'mention' && !post.mentions.some(({ id }) => id === viewer)) return 'no-longer-mentioned'
  if (row.reason === 'wall' && post.wallState === 'declined') return 'not-there'
  return mutes(post.text) ? 'muted-words' : null
}

/** A reaction, or that it was passed on. */
function givenTo(found: Found, { reason, by, post }: OfPost): Skip | null {
  const { reaction = null, repost = null } = found.marks.get(`${by}~${post}`) ?? {}
  if (reason === 'reaction') return reaction === null ? 'not-there' : null
  return repost === null ? 'not-there' : unseen(found, repost)
}

function unseen({ seen, all }: Found, id: string): Skip | null {
  if (seen.has(id)) return null
  return all.get(id)?.status === 'published' ? 'no-access' : 'not-there'
}
