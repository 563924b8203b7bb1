import { idOf } from '@palaver/store'
import { type CommentDocument, comments } from '../../collections.ts'
import type { Comment } from '../../model.ts'
import type { Place } from '../layout.ts'
import { storedComment } from '../stored-comment.ts'

export const idAt = ({ home }: Place, slug: string): string => idOf(comments, { home, slug })

export const documentAt = (place: Place, comment: Comment): CommentDocument => ({
  _id: idAt(place, comment.slug),
  home: place.home,
  discussion: place.discussion,
  ...storedComment(comment),
})
