import { render } from 'preact'
import { adopt } from '../style/adopt.ts'
import css from './promo.css?inline'
import type { Shown } from './shown.ts'
import { Slot } from './slot.tsx'

/** The style comes first: with it, a place that is still hidden changes nothing around it. */
export const dress = (place: Node): void => adopt(place.getRootNode(), css)

/** Draws an ad apart from all around it: whatever goes wrong in there stays in there. Says how to take it away. */
export function fill(place: HTMLElement, shown: Shown): () => void {
  const empty = (): void => render(null, place)
  const hide = (): void => {
    empty()
    place.hidden = true
  }
  try {
    dress(place)
    render(<Slot shown={shown} hide={hide} />, place)
  } catch {
    hide()
  }
  return empty
}
