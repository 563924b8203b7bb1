import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useThread } from '../thread/parts/use-thread.ts'

const NEAR = '600px'

/** Reads on by itself where its button comes near; whoever cannot scroll presses it. */
export function MoreSoon({ isLoading, more }: { isLoading: boolean; more: () => void }): JSX.Element {
  const { words } = useThread()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = button
    if (current === null || isLoading) return undefined
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && more(), {
      rootMargin: NEAR,
    })
    observer.observe(current)
    return () => observer.disconnect()
  })
  return (
    <button ref={button} type="button" class="more" part="more" aria-busy={isLoading} onClick={more}>
      {words.say('feed.more')}
    </button>
  )
}
