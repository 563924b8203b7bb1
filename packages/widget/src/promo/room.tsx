import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dress, fill } from './fill.tsx'
import { isFresh, type Shown } from './shown.ts'
import { onceUnseenUnder } from './unseen.ts'

/** There, but without any room, until taking it moves nothing that is seen. */
export function Room({ shown, as: Tag }: { shown: Shown; as: 'li' | 'article' | 'div' }): JSX.Element {
  const place = useRef<HTMLElement>(null)
  const [isOpen, open] = useState(shown.isOpen)
  useLayoutEffect(() => {
    const { current } = place
    const before = current?.previousElementSibling
    if (current === null || before === null || before === undefined) return undefined
    dress(current)
    if (isOpen) return fill(current, shown)
    return onceUnseenUnder(before, () => {
      if (!isFresh(shown)) return
      shown.isOpen = true
      open(true)
    })
  }, [isOpen])
  return <Tag class="promo-place" hidden={!isOpen} ref={place as never} />
}
