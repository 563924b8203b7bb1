import { plainComment } from '../plain-comment.ts'
import type { Shape } from './shape.ts'

/** One array, in the order of arrival. */
export const flat: Shape = {
  list: 'comments',
  all: ({ comments }) => comments.filter(({ gone }) => gone !== true).map(plainComment),
  find({ comments }, slug) {
    const at = comments.findIndex((comment) => comment.slug === slug)
    const found = comments[at]
    if (found === undefined) return null
    return { path: `comments.${at}`, comment: plainComment(found), gone: found.gone === true }
  },
  follow({ comments }, [at = -1, ...more]) {
    const found = more.length === 0 ? comments[at] : undefined
    return found === undefined || found.gone === true ? null : plainComment(found)
  },
  roomFor: (_embedded, comment) => ({
    list: 'comments',
    holder: null,
    slug: comment.slug,
    element: comment,
    places: 1,
  }),
  nameOf: (field) => field,
}
