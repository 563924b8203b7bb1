import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useAround } from '../around.ts'

type AskProps = {
  title: string
  send: string
  isReady: boolean
  isDangerous?: boolean
  submit: () => void
  close: () => void
  children: ComponentChildren
}

/** Asks in front of all else. */
export function AskDialog({ title, send, isReady, isDangerous, submit, close, children }: AskProps): JSX.Element {
  const { words } = useAround()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="dialog" part="dialog" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) submit()
        }}
      >
        {children}
        <div class="answers">
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {words.say('act.cancel')}
          </button>
          <button type="submit" class={`primary${isDangerous === true ? ' dangerous' : ''}`} disabled={!isReady}>
            {send}
          </button>
        </div>
      </form>
    </dialog>
  )
}
