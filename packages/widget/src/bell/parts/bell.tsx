import type { Palaver } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Words } from '../../i18n/words.ts'
import type { PushAround } from '../../push/push.ts'
import type { Ended } from '../listening.ts'
import { Panel } from './panel.tsx'
import { Ring } from './ring.tsx'
import { useBell } from './use-bell.ts'

export type BellProps = {
  palaver: Palaver
  words: Words
  show: (isShown: boolean) => void
  emit: (name: string, detail: unknown) => void
  push: PushAround | null
}

/** A button that says how many are unread, and opens the list of them. */
export function Bell({ palaver, words, show, emit, push }: BellProps): JSX.Element | null {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { desk, state } = useBell(palaver, (why: Ended) => {
    if (why === 'left') return
    show(false)
    setOpen(false)
    if (why === 'expired') emit('palaver:login-required', { reason: 'expired' })
  })
  const isKnown = state.unread !== null
  useEffect(() => {
    if (isKnown) show(true)
  }, [isKnown])
  const close = (isToReturn: boolean): void => {
    setOpen(false)
    if (isToReturn) button.current?.focus()
  }
  if (state.unread === null) return null
  return (
    <div
      class="bell"
      lang={words.locale}
      dir={words.dir}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close(true)
      }}
    >
      <Ring
        button={button}
        count={state.unread.count}
        words={words}
        opened={isOpen ? id : null}
        press={() => (isOpen ? close(true) : setOpen(true))}
      />
      {isOpen && <Panel id={id} anchor={button} desk={desk} state={state} words={words} close={close} push={push} />}
    </div>
  )
}
