import type { Comment, Embedded, Order } from '../../model.ts'
import type { Batches, Place, Written } from '../layout.ts'
import { guardedWrite, type Needs } from './guarded-write.ts'
import { onTheWay, type Target } from './target.ts'
import { emptyEmbedded, hasPlaceFor, sizeOf } from './writes.ts'

/** All comments in one write, instead of one that rewrites the document for each. */
export async function fill(needs: Needs, place: Place, comments: (order: Order) => Batches): Promise<Written> {
  const target = onTheWay(place)
  const embedded = emptyEmbedded()
  for await (const batch of comments(place.order))
    for (const comment of batch) if (!add(target, embedded, comment)) return 'full'
  return guardedWrite<Written>(needs, place, (now) => {
    if (now === null || !target.isThere(now)) return { answer: 'moved' }
    const write = { where: target.where, change: { $set: { [`embedded.${place.home}`]: embedded } } }
    return { write, events: [], outcome: { answer: 'done' } }
  })
}

/** False where there is no room for it. */
function add({ shape }: Target, embedded: Embedded, comment: Comment): boolean {
  const { list, element, places } = shape.roomFor(embedded, comment)
  const taken = { places, bytes: sizeOf(element) }
  if (!hasPlaceFor(embedded, comment, taken)) return false
  listAt(embedded, list).push(element)
  embedded.count += places
  embedded.bytes += taken.bytes
  return true
}

/** The array at the end of a path such as `replies.0.replies`. */
function listAt(embedded: Embedded, path: string): unknown[] {
  let at: unknown = embedded
  for (const part of path.split('.')) at = (at as Record<string, unknown>)[part]
  return at as unknown[]
}
