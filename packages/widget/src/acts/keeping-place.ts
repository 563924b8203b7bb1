import type { Store } from '../thread/state/store.ts'
import { keeping } from '../thread/use-kept-place.ts'

type Place = { id: string; top: number }

const places = new WeakMap<Store, Place>()

Object.assign(keeping, { keep, goBack })

function keep(store: Store, root: ShadowRoot): void {
  const place = placeIn(root)
  if (place !== null) places.set(store, place)
}

/** The comment that has the focus, or the first that can be seen. */
function placeIn(root: ShadowRoot): Place | null {
  const seen = [...root.querySelectorAll('.roots .comment[id]')].filter((comment) => {
    const { top, bottom } = comment.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const comment = seen.find((one) => one.matches(':focus-within')) ?? seen[0]
  return comment === undefined ? null : { id: comment.id, top: comment.getBoundingClientRect().top }
}

function goBack(store: Store, root: ShadowRoot): void {
  const place = places.get(store)
  const comment = place === undefined ? null : root.getElementById(place.id)
  if (place === undefined || comment === null) return
  const { style } = root.querySelector<HTMLElement>('.thread') ?? comment
  // What has never been drawn is as high as guessed: all is drawn once, or else it would move.
  style.setProperty('--_unseen', 'visible')
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('--_unseen')))
  comment.style.scrollMarginBlockStart = `${place.top}px`
  comment.scrollIntoView()
  comment.style.scrollMarginBlockStart = ''
  if (document.activeElement === document.body) comment.focus({ preventScroll: true })
}
