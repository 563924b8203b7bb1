import { ancestorsOf } from '../../keys.ts'
import type { Comment, Embedded, NestedComment } from '../../model.ts'
import { plainComment } from '../plain-comment.ts'
import type { Shape, Spot } from './shape.ts'
import { stubAt } from './stub.ts'

/** Each comment inside the one it replies to. */
export const nested: Shape = {
  list: 'replies',
  all: ({ replies }) => [...commentsIn(replies)],
  find(embedded, slug) {
    const last = trailTo(embedded, slug).at(-1)
    return last?.comment.slug === slug ? last : null
  },
  follow({ replies }, positions) {
    let level = replies
    let found: NestedComment | undefined
    for (const at of positions) {
      found = level[at]
      level = found?.replies ?? []
    }
    return found === undefined || found.gone === true ? null : commentOf(found)
  },
  roomFor(embedded, comment) {
    const trail = trailTo(embedded, comment.slug)
    const holder = trail.at(-1) ?? null
    const element = chainTo(comment, trail.length)
    return {
      list: holder === null ? 'replies' : `${holder.path}.replies`,
      holder,
      slug: element.slug,
      element,
      places: partsOf(comment.fullSlug).length - trail.length,
    }
  },
  nameOf: (field) => (field === 'replies' ? 'count' : field),
}

/** `replies` is a number in a comment, and the replies themselves where it is nested. */
const commentOf = (stored: NestedComment): Comment => plainComment({ ...stored, replies: stored.count })
const nestedOf = (comment: Comment, replies: NestedComment[]): NestedComment => ({
  ...comment,
  count: comment.replies,
  replies,
})

function* commentsIn(replies: readonly NestedComment[]): Generator<Comment> {
  for (const stored of replies) {
    if (stored.gone !== true) yield commentOf(stored)
    yield* commentsIn(stored.replies)
  }
}

/** The places of its ancestors, root first, and its own, as far as they are there. */
function trailTo(embedded: Embedded, slug: string): Spot[] {
  const trail: Spot[] = []
  let { replies } = embedded
  let list = 'replies'
  for (const wanted of [...ancestorsOf(slug), slug]) {
    const at = replies.findIndex((reply) => reply.slug === wanted)
    const found = replies[at]
    if (found === undefined) break
    trail.push({ path: `${list}.${at}`, comment: commentOf(found), gone: found.gone === true })
    replies = found.replies
    list = `${list}.${at}.replies`
  }
  return trail
}

const partsOf = (fullSlug: string): string[] => fullSlug.split('/')

/** The comment inside stubs for those of its ancestors, from that depth on, which are not there. */
function chainTo(comment: Comment, depth: number): NestedComment {
  const parts = partsOf(comment.fullSlug)
  let chain = nestedOf(comment, [])
  for (let end = parts.length - 1; end > depth; end--)
    chain = nestedOf(stubAt(parts.slice(0, end).join('/'), 0), [chain])
  return chain
}
