import type { ComponentChildren, JSX } from 'preact'
import { useAround } from '../around.ts'
import { addressOf, type Linked, onFollow } from '../links.ts'

type WayProps = {
  to: Linked
  part: string
  isCurrent?: boolean
  isInTree?: boolean
  children: ComponentChildren
}

/** Leads to a topic: a link where it has an address, a button that only tells the page where it has none. */
export function Way({ to, part, isCurrent = false, isInTree = false, children }: WayProps): JSX.Element {
  const around = useAround()
  const address = addressOf(to, around.options.href)
  const common = {
    class: 'way-to',
    part,
    onClick: onFollow(around, to),
    'aria-current': isCurrent ? ('page' as const) : undefined,
    // There the row itself has the focus; and rows are dragged, not links.
    ...(isInTree ? { tabIndex: -1, draggable: false } : {}),
  }
  if (address === null)
    return (
      <button type="button" {...common}>
        {children}
      </button>
    )
  return (
    <a href={address} {...common}>
      {children}
    </a>
  )
}
