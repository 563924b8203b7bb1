import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { moveByKey } from '../../menu/arrow-keys.ts'
import { Popup } from '../../menu/popup.tsx'

export type Item = { label: string; isDanger?: boolean; choose: () => void }

type MenuProps = {
  label: string
  items: () => readonly Item[]
  children: ComponentChildren
  class?: string
  isPressed?: boolean
  /** What the button says, where the children do not. */
  name?: string
}

/** A button that opens a list of what can be done. */
export function Menu({ label, items, children, name, isPressed, class: css = 'quiet square' }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (how?: 'back'): void => {
    if (how === 'back') button.current?.focus({ preventScroll: true })
    setOpen(false)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') close('back')
    else moveByKey(event)
  }
  return (
    <span class="menu-place">
      <button
        ref={button}
        type="button"
        class={css}
        part="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name ?? label}
        aria-pressed={isPressed}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Popup role="menu" label={label} close={close} onKeyDown={press}>
          {items().map((item) => (
            <button
              key={item.label}
              type="button"
              class={`item${item.isDanger === true ? ' danger' : ''}`}
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close('back')
                item.choose()
              }}
            >
              {item.label}
            </button>
          ))}
        </Popup>
      )}
    </span>
  )
}
