import type { JSX } from 'preact'
import { ProblemLine } from './problem-line.tsx'
import { showNew } from '../show-new.ts'
import { usePiece, useThread } from './use-thread.ts'

type More = { what: string; label: string; load: () => Promise<void> }

/** A button that reads more, says that it does, and offers to try again. */
export function LoadMore({ what, label, load }: More): JSX.Element {
  const { words } = useThread()
  const isLoading = usePiece(({ loading }) => loading.has(what))
  const problem = usePiece(({ failures }) => failures.get(what) ?? null)
  const press = ({ currentTarget }: { currentTarget: HTMLElement }): void => void showNew(currentTarget, load)
  if (problem !== null)
    return (
      <ProblemLine problem={problem}>
        <button type="button" class="link" onClick={press}>
          {words.say('thread.retry')}
        </button>
      </ProblemLine>
    )
  return (
    // Not disabled while it loads: that would take the focus from it.
    <button type="button" class="more" part="more" aria-busy={isLoading} aria-disabled={isLoading} onClick={press}>
      {label}
    </button>
  )
}
