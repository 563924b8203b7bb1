import type { JSX } from 'preact'
import { ProblemLine } from './problem-line.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** What everyone here should know at the moment. */
export function Notices(): JSX.Element {
  const { store, words } = useThread()
  const lost = usePiece(({ failures }) => failures.get('focus') ?? null)
  const notice = usePiece((state) => state.notice)
  const isOffline = usePiece((state) => state.isOffline)
  return (
    <div class="notices">
      {isOffline && (
        <p class="notice" role="status">
          {words.say('thread.offline')}
        </p>
      )}
      {lost !== null && <ProblemLine problem={lost} />}
      {notice !== null && (
        <ProblemLine problem={notice}>
          <button type="button" class="link" onClick={() => store.set({ notice: null })}>
            {words.say('thread.dismiss')}
          </button>
        </ProblemLine>
      )}
    </div>
  )
}
