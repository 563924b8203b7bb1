const EDGE = 48
const STEP = 12

/** Scrolls the page where something is dragged to its upper or lower edge. */
export function scrollNear(y: number): void {
  if (y < EDGE) scrollBy(0, -STEP)
  else if (y > innerHeight - EDGE) scrollBy(0, STEP)
}
