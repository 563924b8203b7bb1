import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFloating } from '../style/float.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/later.css?inline'

type PopupProps = {
  role: 'menu' | 'alertdialog' | 'dialog'
  label: string
  /** Closes it; `back` where the focus is to go to the button again. */
  close: (how?: 'back') => void
  /** Beside what it stands; beside what it is in, where nothing is given. */
  anchor?: Element | null
  onKeyDown?: (event: KeyboardEvent) => void
  children: ComponentChildren
}

/** Something small beside the button that opened it. It takes the focus, and closes when one turns away from it. */
export function Popup({ role, label, close, anchor, onKeyDown, children }: PopupProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [around, setAround] = useState<Element | null>(null)
  useLayoutEffect(() => setAround(anchor ?? box.current?.closest('.menu-place') ?? null), [])
  useStyle(box, css)
  useFloating(box, { anchor: around, align: 'start' })
  useLayoutEffect(() => {
    if (around === null) return undefined
    box.current?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true })
    const press = (event: Event): void => {
      const path = event.composedPath()
      if (!path.includes(around) && !path.some((part) => part === box.current)) close()
    }
    document.addEventListener('pointerdown', press, true)
    return () => document.removeEventListener('pointerdown', press, true)
  }, [around])
  const press = (event: KeyboardEvent): void => {
    onKeyDown?.(event)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close('back')
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || around === null) return
    if (!around.contains(relatedTarget) && box.current?.contains(relatedTarget) !== true) close()
  }
  return (
    <div
      ref={box}
      class="popup"
      part="menu"
      popover="manual"
      role={role}
      aria-label={label}
      onKeyDown={press}
      onFocusOut={leave}
    >
      {children}
    </div>
  )
}
