import type { JSX } from 'preact'
import { useLayoutEffect, useEffect, useRef } from 'preact/hooks'
import { act } from '../act.ts'
import { lookingAt } from '../looking-at.ts'
import type { RootPage } from '../state/model.ts'
import { CommentItem } from './comment-item.tsx'
import { later } from './later.tsx'
import { usePiece, useThread } from './use-thread.ts'

const InThread = later(async () => (await import('../../promo/in-list.tsx')).InThread)
/** How far outside of what is seen a page counts as near. */
const NEAR = '800px'

/** One page of roots. A dropped one keeps its height, so that nothing moves, and comes back when it is near. */
export function PageOfRoots({ page, at }: { page: RootPage; at: number }): JSX.Element {
  const { store } = useThread()
  const list = useRef<HTMLOListElement>(null)
  const measure = ({ offsetHeight }: HTMLElement): void => void store.heights.set(page.cursor, offsetHeight)
  const pinned = usePiece((state) => state.pinned)
  useLayoutEffect(() => {
    const { current } = list
    if (current === null) return
    if (page.isDropped) current.style.blockSize = `${store.heights.get(page.cursor) ?? 0}px`
    else {
      current.style.blockSize = ''
      measure(current)
    }
  })
  useEffect(() => {
    const { current } = list
    if (current === null) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        if (page.isDropped) void act(store, 'bringBack', at)
        else measure(current)
        lookingAt(store, at)
      },
      { rootMargin: NEAR },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [at, page.isDropped])
  const slugs = page.slugs.filter((slug) => !pinned.includes(slug))
  return (
    <ol class="roots" role="list" ref={list}>
      {slugs.flatMap((slug) => [
        <CommentItem key={slug} slug={slug} depth={0} />,
        store.options.ads && <InThread key={`${slug}+`} slug={slug} />,
      ])}
    </ol>
  )
}
