import type { Collection, ProjectionOf } from '@palaver/store'
import type { Comment, Discussion } from '../../model.ts'
import type { Place } from '../layout.ts'
import { shapeOf } from './target.ts'

/**
 * The comment at a position: its number in a flat discussion, a path of numbers in a nested one. Numbers count those
 * that are gone, so they stay good for as long as the discussion stays in this place.
 */
export async function commentAtPosition(
  discussions: Collection<Discussion>,
  place: Place,
  positions: readonly number[],
): Promise<Comment | null> {
  const [first, ...rest] = positions
  if (first === undefined || !positions.every((position) => Number.isSafeInteger(position) && position >= 0))
    return null
  const shape = shapeOf(place.order)
  const list = `embedded.${place.home}.${shape.list}` as 'embedded.h'
  const project: ProjectionOf<Discussion> = { home: 1, [list]: { $slice: [first, 1] } }
  const { docs } = await discussions.find({ where: { _id: place.discussion }, limit: 1, project })
  const embedded = docs[0]?.embedded?.[place.home]
  return embedded === undefined ? null : shape.follow(embedded, [0, ...rest])
}
