import '../i18n/en-later.ts'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { tell } from '../acts/saying.ts'
import { setOpen } from '../acts/staff.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { HeldList } from './held-list.tsx'
import { useStyle } from '../style/adopt.ts'
import css from '../style/later.css?inline'
import { useWaiting } from './use-waiting.ts'

const LIST = 'waiting'

/** Above a thread, for who moderates it: what waits, where anything does. */
export function Staff(): JSX.Element | null {
  const { words } = useThread()
  const { items, judge } = useWaiting()
  const [isShown, show] = useState(false)
  const strip = useRef<HTMLElement>(null)
  useStyle(strip, css)
  if (items.length === 0) return null
  return (
    <section class="staff" part="staff" aria-label={words.say('staff.label')} ref={strip}>
      <div class="strip">
        <button type="button" class="waits" aria-expanded={isShown} aria-controls={LIST} onClick={() => show(!isShown)}>
          {words.count('staff.held', items.length)}
        </button>
      </div>
      {isShown && (
        <HeldList
          id={LIST}
          items={items}
          judge={judge}
          leave={() => strip.current?.parentElement?.querySelector<HTMLElement>('.closing')?.focus()}
        />
      )}
    </section>
  )
}

/** Beside the number of comments, where there is room: nothing moves when it comes. */
export function CloseButton(): JSX.Element | null {
  const { store, words } = useThread()
  const isThere = usePiece(({ discussion }) => discussion !== null)
  const isOpen = usePiece(({ discussion }) => discussion?.state === 'open')
  const turn = async (): Promise<void> => {
    if (await setOpen(store, !isOpen)) tell(store, words.say(isOpen ? 'thread.closed' : 'staff.opened'))
  }
  if (!isThere) return null
  return (
    <button type="button" class="quiet closing" onClick={() => void turn()}>
      {words.say(isOpen ? 'staff.close' : 'staff.open')}
    </button>
  )
}
