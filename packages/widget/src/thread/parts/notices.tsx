import type { JSX } from 'preact'
import { ProblemLine } from './problem-line.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** What everyone here should know at the moment. */
export function Notices(): JSX.Element {
  const { words } = useThread()
  const lost = usePiece(({ failures }) => failures.get('focus') ?? null)
  const isOffline = usePiece((state) => state.isOffline)
  return (
    <div class="notices">
      {isOffline && (
        <p class="notice" role="status">
          {words.say('thread.offline')}
        </p>
      )}
      {lost !== null && <ProblemLine problem={lost} />}
      <Notice />
    </div>
  )
}

/** What went wrong with something small: at the comment that it was about, or else above all. */
export function Notice({ at }: { at?: string }): JSX.Element | null {
  const { store, words } = useThread()
  const notice = usePiece((state) => (state.notice?.at === at ? state.notice : null))
  if (notice === null) return null
  const dismiss = ({ currentTarget }: { currentTarget: Element }): void => {
    currentTarget.closest<HTMLElement>('.comment')?.focus({ preventScroll: true })
    store.set({ notice: null })
  }
  return (
    <ProblemLine problem={notice}>
      <button type="button" class="link" onClick={dismiss}>
        {words.say('thread.dismiss')}
      </button>
    </ProblemLine>
  )
}
