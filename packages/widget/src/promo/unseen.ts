type Box = { top: number; bottom: number }

const STEPS = [0, 0.25, 0.5, 0.75, 1]
/** Such browsers keep what is read in its place while something above it grows. */
const keepsPlace = CSS.supports('overflow-anchor', 'auto')

const isUnseen = ({ top, bottom }: Box): boolean => top >= innerHeight || (keepsPlace && bottom <= 0)

/** The line right under something: what is put there moves all below it. */
const under = (element: Element): Box => {
  const { bottom } = element.getBoundingClientRect()
  return { top: bottom, bottom }
}

/** Does something as soon as that moves nothing that is seen. Ends when it is told to. */
function onceUnseen(element: Element, boxOf: (element: Element) => Box, act: () => void): () => void {
  if (isUnseen(boxOf(element))) {
    act()
    return () => {}
  }
  const observer = new IntersectionObserver(
    () => {
      if (!isUnseen(boxOf(element))) return
      observer.disconnect()
      act()
    },
    { threshold: STEPS },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

export const onceUnseenUnder = (element: Element, act: () => void): (() => void) => onceUnseen(element, under, act)

export const onceUnseenAt = (element: Element, act: () => void): (() => void) =>
  onceUnseen(element, (one) => one.getBoundingClientRect(), act)
