import { idOf } from '@palaver/store'
import { type CommentDocument, comments } from '../../collections.ts'
import type { Comment } from '../../model.ts'
import { present } from '../../present.ts'
import type { Place } from '../layout.ts'

export const idAt = ({ home }: Place, slug: string): string => idOf(comments, { home, slug })

/** What everyone may see stands side by side, before the text: `shownIn` cuts it out. */
export function documentAt(place: Place, comment: Comment): CommentDocument {
  const { fullSlug, text, author, edited } = comment
  return {
    _id: idAt(place, comment.slug),
    home: place.home,
    discussion: place.discussion,
    fullSlug,
    ...present(comment),
    // As they are, also of a deleted comment, of which nobody is shown these.
    author,
    edited,
    text,
    ...hiddenOf(comment),
  }
}

type Hidden = 'renderer' | 'deleting' | 'history' | 'changes' | 'counted' | 'writes'

const hiddenOf = ({ renderer, deleting, history, changes, counted, writes }: Comment): Pick<Comment, Hidden> => ({
  renderer,
  deleting,
  history,
  changes,
  counted,
  writes,
})
