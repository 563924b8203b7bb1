import { call } from './call.ts'
import { commentAt, type Thread } from './discussion.ts'
import type { Comment, Discussion, Node, Page, Permalink, Tree } from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

const DISCUSSION = 'GET /v1/discussions/{discussion}'
const COMMENTS = `${DISCUSSION}/comments` as const
const COMMENT = `${COMMENTS}/{slug}` as const
const TREE = `${DISCUSSION}/tree` as const

/** Which comment; a comment itself will do. */
export type At = { slug: string }
type Under = At & Pick<Wanted<`${typeof COMMENT}/replies`>, 'sort' | 'limit' | 'cursor' | 'page'>

/** What the discussion is about, its settings, whether it is open, what is pinned. */
export function about({ palaver, path, query }: Thread, options?: ReadOptions): Promise<Discussion> {
  return call(palaver, DISCUSSION, { path, query, options })
}

/** A comment with its Markdown and its ancestors, the root first. */
export function permalink(thread: Thread, { slug }: At, options?: ReadOptions): Promise<Permalink> {
  return call(thread.palaver, COMMENT, { ...commentAt(thread, slug), options })
}

/** The comments of a discussion: all by time, all by thread, or only the roots. */
export function comments(
  { palaver, path, query }: Thread,
  wanted?: Wanted<typeof COMMENTS>,
  options?: ReadOptions,
): Listing<Comment, Page> {
  const source = { operation: COMMENTS, path, query: { ...query, ...wanted }, itemsOf: commentsIn }
  return list(palaver, source, options)
}

/** The direct replies to a comment. */
export function replies(thread: Thread, wanted: Under, options?: ReadOptions): Listing<Comment, Page> {
  return under(thread, { operation: `${COMMENT}/replies`, wanted }, options)
}

/** A comment and all that lies under it, by thread. */
export function subthread(thread: Thread, wanted: Omit<Under, 'sort'>, options?: ReadOptions): Listing<Comment, Page> {
  return under(thread, { operation: `${COMMENT}/thread`, wanted }, options)
}

/** Roots with their first replies; where `more` is a cursor, `replies` of that comment goes on from there. */
export function tree(
  { palaver, path, query }: Thread,
  wanted?: Wanted<typeof TREE>,
  options?: ReadOptions,
): Listing<Node, Tree> {
  const rootsIn = ({ roots }: Tree): readonly Node[] => roots
  return list(palaver, { operation: TREE, path, query: { ...query, ...wanted }, itemsOf: rootsIn }, options)
}

type UnderComment = { operation: `${typeof COMMENT}/${'replies' | 'thread'}`; wanted: Under }

/** Only what these lists know is asked for: a comment that is handed over has other members. */
function under(
  thread: Thread,
  { operation, wanted: { slug, sort, limit, cursor, page } }: UnderComment,
  options?: ReadOptions,
): Listing<Comment, Page> {
  const { path, query } = commentAt(thread, slug)
  const source = { operation, path, query: { ...query, sort, limit, cursor, page }, itemsOf: commentsIn }
  return list(thread.palaver, source, options)
}

const commentsIn = ({ comments: items }: Page): readonly Comment[] => items
