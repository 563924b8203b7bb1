const EDGE = 48
const STEP = 12

/** Scrolls what an element is in, a box or the page, where something is held at its edge; says whether that moved anything. */
export function scrollNear(element: Element, y: number): boolean {
  return [scrollableAround(element), document.scrollingElement].map((box) => scrolled(box, y)).includes(true)
}

function scrolled(box: Element | null, y: number): boolean {
  if (box === null) return false
  const { top, bottom } = seenOf(box)
  const before = box.scrollTop
  if (y < top + EDGE) box.scrollTop -= STEP
  else if (y > bottom - EDGE) box.scrollTop += STEP
  return box.scrollTop !== before
}

function seenOf(box: Element): { top: number; bottom: number } {
  if (box === document.scrollingElement) return { top: 0, bottom: innerHeight }
  const { top, bottom } = box.getBoundingClientRect()
  return { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) }
}

function scrollableAround(element: Element): Element | null {
  for (let at = around(element); at !== null && at !== document.body; at = around(at))
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}

/** Out of shadow roots, too. */
function around(element: Element): Element | null {
  const root = element.getRootNode()
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
