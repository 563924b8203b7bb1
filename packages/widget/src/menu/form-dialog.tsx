import type { Problem } from '@palaver/client'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/later.css?inline'

type DialogProps = {
  title: string
  /** What is on the button that sends. */
  send: string
  /** What is said afterwards. */
  done: string
  submit: () => Promise<Problem | null>
  close: () => void
  children: ComponentChildren
}

/** Asks for something in front of all else. What fails is said there, and what was filled in stays. */
export function FormDialog({ title, send, done, submit, close, children }: DialogProps): JSX.Element {
  const { words } = useThread()
  const dialog = useRef<HTMLDialogElement>(null)
  const last = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking')
  useStyle(dialog, css)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useLayoutEffect(() => {
    if (step === 'done') last.current?.focus()
  }, [step])
  const go = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (step === 'sending') return
    setStep('sending')
    setProblem(null)
    const found = await submit()
    setProblem(found)
    setStep(found === null ? 'done' : 'asking')
  }
  return (
    <dialog ref={dialog} class="dialog" part="dialog" aria-labelledby="dialog-title" onClose={close}>
      <h2 id="dialog-title">{title}</h2>
      {step === 'done' ? (
        <>
          <p role="status">{done}</p>
          <div class="answers">
            <button ref={last} type="button" class="primary" onClick={() => dialog.current?.close()}>
              {words.say('act.close')}
            </button>
          </div>
        </>
      ) : (
        <form onSubmit={(event) => void go(event)}>
          {children}
          {problem !== null && <ProblemLine problem={problem} />}
          <div class="answers">
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              {words.say('act.cancel')}
            </button>
            <button type="submit" class="primary" aria-busy={step === 'sending'}>
              {send}
            </button>
          </div>
        </form>
      )}
    </dialog>
  )
}
