import type { Comment } from '../model.ts'

/** Only what a comment has in every layout. Field by field, because every read comes through here: `...rest` is slow. */
export const plainComment = (stored: Comment): Comment => ({
  slug: stored.slug,
  fullSlug: stored.fullSlug,
  parentSlug: stored.parentSlug,
  replyTo: stored.replyTo,
  depth: stored.depth,
  posted: stored.posted,
  edited: stored.edited,
  author: stored.author,
  text: stored.text,
  html: stored.html,
  renderer: stored.renderer,
  mentions: stored.mentions,
  status: stored.status,
  deleting: stored.deleting,
  rev: stored.rev,
  history: stored.history,
  changes: stored.changes,
  replies: stored.replies,
  votes: stored.votes,
  reactions: stored.reactions,
  counted: stored.counted,
  // Those from before it was noted have none.
  from: stored.from ?? null,
  writes: stored.writes,
})
