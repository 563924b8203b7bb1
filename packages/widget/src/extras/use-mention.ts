import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Palaver } from '@palaver/client'
import { apply } from './apply.ts'
import { type Begun, begunAt, taken } from './mention.ts'
import { type Found, usePeople } from './use-people.ts'

export type Choosing = {
  people: Found
  /** Which of them Enter takes. */
  at: number
  take: (at: number) => void
}

const CARET_EVENTS = ['input', 'click', 'keyup', 'focus'] as const

/** Follows what is typed in a box, and takes its keys while there is somebody to choose. */
export function useMention(box: HTMLTextAreaElement, palaver: Palaver): Choosing {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const isClosed = begun === null || begun.at === closedAt
  const people = usePeople(palaver, isClosed ? null : begun.prefix)
  const take = (index: number): void => {
    const person = people[index]
    if (person === undefined || begun === null) return
    apply(box, taken(box.value, begun, person.handle))
    setBegun(null)
  }
  useEffect(() => setAt(0), [people])
  useEffect(() => {
    const look = (): void => setBegun((before) => same(before, begunIn(box)))
    const leave = (): void => setBegun(null)
    for (const name of CARET_EVENTS) box.addEventListener(name, look)
    box.addEventListener('blur', leave)
    return () => {
      for (const name of CARET_EVENTS) box.removeEventListener(name, look)
      box.removeEventListener('blur', leave)
    }
  }, [box])
  useEffect(() => {
    if (begun === null) setClosedAt(null)
  }, [begun])
  // At once: a key that follows is not for a list that has gone.
  useLayoutEffect(() => {
    if (people.length === 0) return undefined
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setAt((at + step + people.length) % people.length)
      else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(at)
      else if (event.key === 'Escape') setClosedAt(begun?.at ?? null)
      else return
      // The box itself would begin a line, or be closed.
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    box.addEventListener('keydown', press, true)
    return () => box.removeEventListener('keydown', press, true)
  })
  return { people, at, take }
}

const begunIn = (box: HTMLTextAreaElement): Begun | null =>
  box.selectionStart === box.selectionEnd ? begunAt(box.value, box.selectionStart) : null

const same = (before: Begun | null, now: Begun | null): Begun | null =>
  before !== null && before.at === now?.at && before.prefix === now.prefix ? before : now
