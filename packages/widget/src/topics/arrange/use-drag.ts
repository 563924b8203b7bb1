import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Topic } from '../model.ts'
import { type Grove, open } from '../tree/acts.ts'
import type { Row, TopicRow } from '../tree/rows.ts'
import type { TreeState } from '../tree/state.ts'
import { type Drop, isPossible, placeOf, whereIn } from './places.ts'
import { scrollNear } from './scroll-near.ts'

/** So far a pointer may slip and it is still a click. */
const SLIP = 6
/** Over a closed topic for so long, it opens. */
const OPENS_MS = 700

type Needs = { box: RefObject<HTMLElement | null>; state: TreeState; rows: readonly Row[]; grove: Grove }
type Held = { row: TopicRow; x: number; y: number; pointer: number; isMoving: boolean }
export type Drag = { looks: (key: string) => string }

/** Drags rows with a mouse anywhere on them, with a finger or a pen by their grips: elsewhere a finger scrolls. */
export function useDrag(needs: Needs, drop: (topic: Topic, drop: Drop) => void): Drag {
  const [shown, show] = useState<{ held: string; over: Drop | null } | null>(null)
  const now = useRef({ ...needs, drop })
  now.current = { ...needs, drop }
  const [box, setBox] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setBox(needs.box.current))
  useEffect(() => (box === null ? undefined : listen(box, now, show)), [box])
  return {
    looks: (key) => {
      if (shown === null) return ''
      if (shown.held === key) return 'held-row'
      return shown.over?.row.key === key ? `drop-${shown.over.where}` : ''
    },
  }
}

type Now = { readonly current: Needs & { drop: (topic: Topic, drop: Drop) => void } }
type Show = (to: { held: string; over: Drop | null } | null) => void

function listen(box: HTMLElement, now: Now, show: Show): () => void {
  let held: Held | null = null
  let over: Drop | null = null
  const leaving = new AbortController()
  const wait = opener((key) => void open(now.current.grove, key))
  const look = ({ x, y }: At): void => {
    if (held === null) return
    over = dropAt(box, now.current, { x, y, topic: held.row.topic })
    wait(closedUnder(over))
    show({ held: held.row.key, over })
  }
  const scroll = scroller(box, look)
  const end = (isDropped: boolean): void => {
    const [was, target] = [held, over]
    scroll(null)
    held = null
    over = null
    wait(null)
    show(null)
    if (was?.isMoving !== true) return
    if (box.hasPointerCapture(was.pointer)) box.releasePointerCapture(was.pointer)
    if (isDropped) suppressClick(box)
    if (isDropped && target !== null) now.current.drop(was.row.topic, target)
  }
  const down = (event: PointerEvent): void => {
    const target = event.target as Element
    const isMouse = event.pointerType === 'mouse'
    if (event.button !== 0 || target.closest('button:not(.way-to), input, .twist, .popup, dialog') !== null) return
    if (!isMouse && target.closest('.grip') === null) return
    const row = rowAt(now.current.rows, target)
    if (row !== null) held = { row, x: event.clientX, y: event.clientY, pointer: event.pointerId, isMoving: false }
  }
  const move = (event: PointerEvent): void => {
    if (held === null || event.pointerId !== held.pointer) return
    const { clientX: x, clientY: y } = event
    if (!held.isMoving) {
      if (Math.hypot(x - held.x, y - held.y) < SLIP) return
      held.isMoving = true
      box.setPointerCapture(held.pointer)
    }
    event.preventDefault()
    look({ x, y })
    scroll({ x, y })
  }
  const options = { signal: leaving.signal }
  box.addEventListener('pointerdown', down, options)
  box.addEventListener('pointermove', move, options)
  box.addEventListener('pointerup', () => end(true), options)
  box.addEventListener('pointercancel', () => end(false), options)
  const escape = (event: KeyboardEvent): void => {
    if (held?.isMoving !== true || event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }
  document.addEventListener('keydown', escape, { ...options, capture: true })
  return () => {
    end(false)
    leaving.abort()
  }
}

type At = { x: number; y: number }

/** Scrolls as long as the pointer stays at an edge: what lies under it is another then. */
function scroller(box: HTMLElement, look: (at: At) => void): (at: At | null) => void {
  let held: At | null = null
  let frame: number | null = null
  const go = (): void => {
    frame = null
    if (held === null || !scrollNear(box, held.y)) return
    look(held)
    frame = requestAnimationFrame(go)
  }
  return (at) => {
    held = at
    frame ??= at === null ? null : requestAnimationFrame(go)
  }
}

/** Opens what the pointer stays over. */
function opener(opens: (key: string) => void): (key: string | null) => void {
  let waiting: { key: string; timer: ReturnType<typeof setTimeout> } | null = null
  return (key) => {
    if (waiting?.key === key) return
    clearTimeout(waiting?.timer)
    waiting = key === null ? null : { key, timer: setTimeout(() => opens(key), OPENS_MS) }
  }
}

const closedUnder = (over: Drop | null): string | null =>
  over?.where === 'into' && !over.row.isOpen && over.row.topic.children > 0 ? over.row.key : null

function rowAt(rows: readonly Row[], element: Element | null): TopicRow | null {
  const key = element?.closest<HTMLElement>('[data-row]')?.dataset['row']
  const row = rows.find((one) => one.key === key)
  return row?.kind === 'topic' ? row : null
}

type Point = At & { topic: Topic }

/** What lies under the pointer, where it can be dropped. */
function dropAt(box: HTMLElement, { rows, state }: Needs, { x, y, topic }: Point): Drop | null {
  const root = box.getRootNode() as ShadowRoot
  const element = root.elementFromPoint(x, y)?.closest('.row') ?? null
  const row = rowAt(rows, element)
  if (element === null || row === null || !box.contains(element)) return null
  const { top, height } = element.getBoundingClientRect()
  const drop = { row, where: whereIn((y - top) / height) }
  return isPossible(state, topic, placeOf(drop)) ? drop : null
}

/** What was dropped is not followed. */
function suppressClick(box: HTMLElement): void {
  const stop = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  box.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => box.removeEventListener('click', stop, { capture: true }))
}
