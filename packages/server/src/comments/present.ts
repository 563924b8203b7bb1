import type { Comment } from './model.ts'

/** What everyone may see of a comment; of one that is not published it is only its place. The order is that of the stored document. */
export type PublicComment = Pick<
  Comment,
  | 'slug'
  | 'parentSlug'
  | 'replyTo'
  | 'depth'
  | 'posted'
  | 'edited'
  | 'html'
  | 'mentions'
  | 'status'
  | 'rev'
  | 'replies'
  | 'votes'
  | 'reactions'
> & { author: Comment['author'] | null }

export function present(comment: Comment): PublicComment {
  const isShown = comment.status === 'published'
  return {
    slug: comment.slug,
    parentSlug: comment.parentSlug,
    replyTo: comment.replyTo,
    depth: comment.depth,
    posted: comment.posted,
    edited: isShown ? comment.edited : null,
    author: isShown ? comment.author : null,
    html: isShown ? comment.html : '',
    mentions: isShown ? comment.mentions : [],
    status: comment.status,
    rev: comment.rev,
    replies: comment.replies,
    votes: comment.votes,
    reactions: comment.reactions,
  }
}

/** With the text it was written in: for whoever is about to edit it. */
export const presentWithText = (comment: Comment): PublicComment & { text: string } => ({
  ...present(comment),
  text: comment.status === 'published' ? comment.text : '',
})

/** A comment for who only shows it: where it stands, and what everyone may see of it as JSON. */
export type Shown = Pick<Comment, 'slug' | 'fullSlug' | 'posted'> & { json: string }

export const shownOf = (comment: Comment): Shown => ({
  slug: comment.slug,
  fullSlug: comment.fullSlug,
  posted: comment.posted,
  json: JSON.stringify(present(comment)),
})

const REPLIES = '"replies":'

/** How many direct replies it has. Quotes inside of strings are escaped, so what is found is the field itself. */
export const repliesOf = ({ json }: Shown): number =>
  Number.parseInt(json.slice(json.indexOf(REPLIES) + REPLIES.length))

/** Quotes inside of strings are escaped, so what is found here, too, are the fields themselves. */
const PUBLISHED = '"status":"published"'
const AUTHOR = '"author":{"id":"'

export const isPublished = ({ json }: Shown): boolean => json.includes(PUBLISHED)

/** Whose it is; null where that is not shown. */
export function authorOf({ json }: Shown): string | null {
  const at = json.indexOf(AUTHOR) + AUTHOR.length
  const id = at < AUTHOR.length ? '\\' : json.slice(at, json.indexOf('"', at))
  return id.includes('\\') ? ((JSON.parse(json) as PublicComment).author?.id ?? null) : id
}
