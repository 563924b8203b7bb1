import type { Comment } from '../model.ts'
import { present } from '../present.ts'

/**
 * A comment as it is stored: what everyone may see stands side by side, before the text, so that `shownIn` can cut it
 * out; and the full slug comes first, so that the comments of a page can be told apart.
 */
export function storedComment(comment: Comment): Comment {
  const { fullSlug, author, edited, html, mentions, text, renderer, deleting, history, changes, counted } = comment
  const { from, writes } = comment
  // As they are, also of a comment of which nobody is shown these.
  const shown = { ...present(comment), author, edited, html, mentions }
  return { fullSlug, ...shown, text, renderer, deleting, history, changes, counted, from, writes }
}
