import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useStyle } from '../../style/adopt.ts'
import forms from '../../style/forms.css?inline'
import css from '../../style/later.css?inline'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Sign } from './sign.tsx'

type DialogProps = {
  title: string
  isTitleSeen?: boolean
  onKeyDown?: (event: KeyboardEvent & { currentTarget: HTMLElement }) => void
  close: () => void
  children: ComponentChildren
}

/** Shows something in front of all else, with a way out. */
export function Dialog({ title, isTitleSeen = true, onKeyDown, close, children }: DialogProps): JSX.Element {
  const { words } = useThread()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useStyle(dialog, css)
  useStyle(dialog, forms)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      part="dialog"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onClose={({ currentTarget, target }) => target === currentTarget && close()}
    >
      <h2 id={id} class={isTitleSeen ? '' : 'unseen'}>
        {title}
      </h2>
      {children}
      {/* Behind all else: so what is asked for has the focus first. */}
      <button
        type="button"
        class="quiet square leave"
        aria-label={words.say('act.close')}
        onClick={() => dialog.current?.close()}
      >
        <Sign name="close" />
      </button>
    </dialog>
  )
}
