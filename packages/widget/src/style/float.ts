import { type RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

const GAP = 6

type Floating = { anchor: Element | null; align: 'start' | 'end' }

/**
 * Shows a popup above everything of the page and keeps it at its anchor. In the top layer no header of the page can cut
 * it off, whatever its style is. The place is given as custom properties, for a style sheet to use or not.
 */
export function useFloating(popup: RefObject<HTMLElement | null>, { anchor, align }: Floating): void {
  useLayoutEffect(() => {
    const { current } = popup
    if (current === null || anchor === null) return undefined
    current.showPopover()
    const place = (): void => putAt(current, anchor, align)
    place()
    const sized = new ResizeObserver(place)
    sized.observe(current)
    sized.observe(anchor)
    const options = { capture: true, passive: true }
    addEventListener('scroll', place, options)
    addEventListener('resize', place)
    return () => {
      sized.disconnect()
      removeEventListener('scroll', place, options)
      removeEventListener('resize', place)
    }
  }, [anchor, align])
}

function putAt(popup: HTMLElement, anchor: Element, align: Floating['align']): void {
  const { inlineSize, blockSize } = { inlineSize: popup.offsetWidth, blockSize: popup.offsetHeight }
  const { left, right, top, bottom } = anchor.getBoundingClientRect()
  const isAtLeft = (align === 'start') === (getComputedStyle(anchor).direction === 'ltr')
  const { clientWidth } = document.documentElement
  const height = visualViewport?.height ?? innerHeight
  const wanted = isAtLeft ? left : right - inlineSize
  const x = Math.max(GAP, Math.min(wanted, clientWidth - inlineSize - GAP))
  const isBelow = bottom + GAP + blockSize <= height || height - bottom >= top
  const y = isBelow ? bottom + GAP : top - GAP - blockSize
  const room = (isBelow ? height - bottom : top) - 2 * GAP
  popup.style.setProperty('--_x', `${x}px`)
  popup.style.setProperty('--_y', `${y}px`)
  popup.style.setProperty('--_room', `${Math.max(room, 0)}px`)
}
