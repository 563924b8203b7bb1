import type { JSX } from 'preact'
import { ProblemLine } from './problem-line.tsx'
import { usePiece, useThread } from './use-thread.ts'

type More = { what: string; label: string; load: () => void }

/** A button that reads more, says that it does, and offers to try again. */
export function LoadMore({ what, label, load }: More): JSX.Element {
  const { words } = useThread()
  const isLoading = usePiece(({ loading }) => loading.has(what))
  const problem = usePiece(({ failures }) => failures.get(what) ?? null)
  if (problem !== null)
    return (
      <ProblemLine problem={problem}>
        <button type="button" class="link" onClick={load}>
          {words.say('thread.retry')}
        </button>
      </ProblemLine>
    )
  return (
    <button type="button" class="more" part="more" aria-busy={isLoading} disabled={isLoading} onClick={load}>
      {label}
    </button>
  )
}
