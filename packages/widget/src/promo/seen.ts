import type { Ad } from './model.ts'

const LONG_ENOUGH_MS = 1000
/** Of what is as large as this, less has to be seen. */
const LARGE = 242_500
const HALF = 0.5
const OF_LARGE = 0.3

/** Each is told once, however often it is drawn. */
const told = new Set<string>()

function tell(base: string, path: string): void {
  if (told.has(path)) return
  told.add(path)
  fetch(base + path, { method: 'POST', keepalive: true, credentials: 'omit', mode: 'no-cors' }).catch(() => {})
}

/** Tells that an ad is there, and that it was seen: half of it, for a second without a break, on a page in front. */
export function countSeen(box: Element, { ad, base }: { ad: Ad; base: string }): () => void {
  const { width, height } = box.getBoundingClientRect()
  const enough = width * height >= LARGE ? OF_LARGE : HALF
  const isInFront = (): boolean => document.visibilityState === 'visible'
  let isInSight = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (!isInFront()) return
    tell(base, ad.impression)
    if (isInSight) timer = setTimeout(() => tell(base, ad.viewable), LONG_ENOUGH_MS)
  }
  const observer = new IntersectionObserver(
    (seen) => {
      const now = (seen.at(-1)?.intersectionRatio ?? 0) >= enough
      if (now === isInSight) return
      isInSight = now
      look()
    },
    { threshold: enough },
  )
  observer.observe(box)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
}
