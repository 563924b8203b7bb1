import type { JSX } from 'preact'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { useDoing } from '../use-doing.ts'
import { Dialog } from './dialog.tsx'

type SureProps = {
  question: string
  hint?: string
  /** What is on the button that does it. */
  yes: string
  act: () => Promise<unknown>
  close: () => void
}

/** Asks once more. Whoever presses Enter without looking has done nothing. */
export function Sure({ question, hint, yes, act, close }: SureProps): JSX.Element {
  const { words } = useThread()
  const { isBusy, problem, go } = useDoing()
  return (
    <Dialog title={question} close={close}>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {problem !== null && <ProblemLine problem={problem} />}
      <div class="answers">
        <button type="button" class="quiet" onClick={close}>
          {words.say('act.cancel')}
        </button>
        <button
          type="button"
          class="primary dangerous"
          aria-busy={isBusy}
          onClick={() => void go(act).then((isDone) => isDone && close())}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  )
}
