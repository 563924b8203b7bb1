import type { JSX } from 'preact'
import { act } from '../act.ts'
import { ProblemLine } from './problem-line.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** Grey shapes in the place of comments, so that nothing jumps when they come. */
export function Loading(): JSX.Element {
  const { words } = useThread()
  return (
    <div class="skeletons" role="status" aria-label={words.say('thread.loading')}>
      {[1, 2, 3].map((number) => (
        <div key={number} class="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}

export function Failed(): JSX.Element {
  const { store, words } = useThread()
  const problem = usePiece((state) => state.problem)
  return (
    <div class="failed" part="failed">
      <p class="big">{words.say('thread.failed')}</p>
      {problem !== null && <ProblemLine problem={problem} />}
      <button type="button" class="primary" onClick={() => void act(store, 'open')}>
        {words.say('thread.retry')}
      </button>
    </div>
  )
}
