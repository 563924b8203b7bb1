import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { LinkPreview, NewPhoto, Post, PostHistory, Posts } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

export type { LinkPreview, NewPhoto, PersonBrief, Post, PostPhoto, Posts } from './generated/types.ts'

const POST = '/v1/posts/{post}'

type ById = { id: string }

/** Writes a post: a status, a link, photos, a place or a poll. */
export function writePost(palaver: Palaver, body: BodyOf<'POST /v1/posts'>, options?: CallOptions): Promise<Post> {
  return call(palaver, 'POST /v1/posts', { body, options })
}

/** Sent as it is: the service is told of what type. */
const asFile = (file: Blob, options?: CallOptions): { body: Blob; options?: CallOptions | undefined } =>
  ({ file, headers: { 'content-type': file.type }, options }) as unknown as { body: Blob }

/** Brings a photo, such as a `File`: its id is then for `photos` of a post or `picture` of a profile, within a day. */
export function bringPhoto(palaver: Palaver, photo: Blob, options?: CallOptions): Promise<NewPhoto> {
  return call(palaver, 'POST /v1/photos', asFile(photo, options))
}

/** Says what a photo shows, for those who do not see it. */
export function describePhoto(
  palaver: Palaver,
  { id, alt }: ById & BodyOf<'PATCH /v1/photos/{photo}'>,
  options?: CallOptions,
): Promise<NewPhoto> {
  return call(palaver, 'PATCH /v1/photos/{photo}', { path: { photo: id }, body: { alt }, options })
}

/** A post, for those who may see it at this moment. */
export function readPost(palaver: Palaver, id: string, options?: ReadOptions): Promise<Post> {
  return call(palaver, `GET ${POST}`, { path: { post: id }, query: { org: palaver.org }, options })
}

/** Changes what a post says, or for whom it is; with `rev` only while it is still that revision. */
export function changePost(
  palaver: Palaver,
  { id, rev, ...body }: ById & { rev?: number | undefined } & BodyOf<`PATCH ${typeof POST}`>,
  options?: CallOptions,
): Promise<Post> {
  return call(palaver, `PATCH ${POST}`, { path: { post: id }, headers: ifStill(rev), body, options })
}

/** Deletes a post, with its history. */
export function deletePost(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${POST}`, { path: { post: id }, options })
}

/** What an own post said before, the oldest first. */
export async function postHistory(palaver: Palaver, id: string, options?: ReadOptions): Promise<PostHistory['texts']> {
  return (await call(palaver, `GET ${POST}/history`, { path: { post: id }, options })).texts
}

/** Gives a post a reaction, another one, or takes it back with null. */
export function reactToPost(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`PUT ${typeof POST}/reaction`>,
  options?: CallOptions,
): Promise<Post> {
  return call(palaver, `PUT ${POST}/reaction`, { path: { post: id }, body, options })
}

/** Votes in a poll, once: by the numbers of its choices, from 0 on. */
export function voteInPoll(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`PUT ${typeof POST}/vote`>,
  options?: CallOptions,
): Promise<Post> {
  return call(palaver, `PUT ${POST}/vote`, { path: { post: id }, body, options })
}

/** Passes a post on, once: again is the same as once. */
export function repost(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`POST ${typeof POST}/reposts`>,
  options?: CallOptions,
): Promise<Post> {
  return call(palaver, `POST ${POST}/reposts`, { path: { post: id }, body, options })
}

/** Lets a post show on the caller's wall, or not. */
export function reviewPost(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`PUT ${typeof POST}/review`>,
  options?: CallOptions,
): Promise<Post> {
  return call(palaver, `PUT ${POST}/review`, { path: { post: id }, body, options })
}

/** Tells moderators that something is wrong with a post. */
export function reportPost(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`POST ${typeof POST}/reports`>,
  options?: CallOptions,
): Promise<undefined> {
  return call(palaver, `POST ${POST}/reports`, { path: { post: id }, body, options })
}

const postsIn = ({ posts }: Posts): readonly Post[] => posts

/** What those wrote whom the caller follows, and the caller; the newest first, or the top ones. */
export function news(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/news'> = {},
  options?: ReadOptions,
): Listing<Post, Posts> {
  return list(palaver, { operation: 'GET /v1/news', query: wanted, itemsOf: postsIn }, options)
}

/** Posts by a person and on their wall, as the caller may see them; the newest first. */
export function wall(
  palaver: Palaver,
  { person, ...wanted }: { person: string } & Wanted<'GET /v1/people/{person}/wall'>,
  options?: ReadOptions,
): Listing<Post, Posts> {
  const query = { ...wanted, org: palaver.org }
  return list(
    palaver,
    { operation: 'GET /v1/people/{person}/wall', path: { person }, query, itemsOf: postsIn },
    options,
  )
}

/** What others put on the caller's wall, and waits for them to let it show. */
export function incoming(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/me/incoming'> = {},
  options?: ReadOptions,
): Listing<Post, Posts> {
  return list(palaver, { operation: 'GET /v1/me/incoming', query: wanted, itemsOf: postsIn }, options)
}

/** What the page at an address says of itself, for whoever is about to post it. */
export function previewLink(palaver: Palaver, url: string, options?: CallOptions): Promise<LinkPreview> {
  return call(palaver, 'POST /v1/previews', { body: { url }, options })
}
