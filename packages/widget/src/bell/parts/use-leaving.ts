import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Whoever presses or tabs elsewhere has left: what floats must not lie over where they are. */
export function useLeaving(panel: RefObject<HTMLElement | null>, close: (isToReturn: boolean) => void): void {
  useEffect(() => {
    const { current } = panel
    const root = current?.getRootNode()
    const host = root instanceof ShadowRoot ? root.host : current
    if (host === null || host === undefined) return undefined
    const look = (event: Event): void => {
      if (!event.composedPath().includes(host)) close(false)
    }
    document.addEventListener('pointerdown', look, true)
    document.addEventListener('focusin', look, true)
    return () => {
      document.removeEventListener('pointerdown', look, true)
      document.removeEventListener('focusin', look, true)
    }
  })
}
