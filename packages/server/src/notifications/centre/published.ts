import type { Comments } from '../../comments/service.ts'
import { unlessGone } from '../audience/there.ts'
import type { HandlerNeeds } from './needs.ts'

export const publishedIn =
  (comments: Pick<Comments, 'discussion' | 'comment'>): HandlerNeeds['published'] =>
  async (id, slug) => {
    const discussion = await unlessGone(comments.discussion({ discussion: id }))
    const comment = discussion === null ? null : await unlessGone(comments.comment(discussion, slug))
    return comment?.status === 'published' ? comment : null
  }
