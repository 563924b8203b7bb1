import '../i18n/en-later.ts'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { tell } from '../acts/saying.ts'
import { setOpen } from '../acts/staff.ts'
import { Drawing } from '../thread/parts/icon.tsx'
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

const LOCK = 'M12 3a4 4 0 0 1 4 4v3h2v10H6V10h2V7a4 4 0 0 1 4-4zm0 2a2 2 0 0 0-2 2v3h4V7a2 2 0 0 0-2-2z'

/** Beside the number of comments, on phones as a sign: nothing moves when it comes. */
export function CloseButton(): JSX.Element | null {
  const { store, words } = useThread()
  const isThere = usePiece(({ discussion }) => discussion !== null)
  const isOpen = usePiece(({ discussion }) => discussion?.state === 'open')
  const button = useRef<HTMLButtonElement>(null)
  useStyle(button, css)
  const turn = async (): Promise<void> => {
    if (await setOpen(store, !isOpen)) tell(store, words.say(isOpen ? 'thread.closed' : 'staff.opened'))
  }
  if (!isThere) return null
  return (
    <button ref={button} type="button" class="quiet closing" onClick={() => void turn()}>
      <Drawing path={LOCK} />
      <span>{words.say(isOpen ? 'staff.close' : 'staff.open')}</span>
    </button>
  )
}
