import type { Discussion, Order } from '../../model.ts'
import type { Place } from '../layout.ts'
import { flat } from './flat.ts'
import { nested } from './nested.ts'
import type { Shape } from './shape.ts'

/** What a write demands of the discussion it goes to, as it is read and again as it is written. */
export type Target = {
  place: Place
  shape: Shape
  isThere(discussion: Discussion): boolean
  where: Readonly<Record<string, unknown>>
}

export const shapeOf = (order: Order): Shape => (order === 'threaded' ? nested : flat)

/** A discussion that is at this place, and not about to leave it. */
export function atHome(place: Place): Target {
  const { home, epoch, order } = place
  return {
    place,
    shape: shapeOf(order),
    isThere: (now) => now.home === home && now.epoch === epoch && now.switching === null,
    where: { home, epoch, switching: null },
  }
}

/** A discussion that is on its way to this place. */
export function onTheWay(place: Place): Target {
  const { home, order } = place
  return {
    place,
    shape: shapeOf(order),
    isThere: ({ moving }) => moving?.home === home,
    where: { 'moving.home': home },
  }
}
