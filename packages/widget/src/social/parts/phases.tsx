import type { Problem } from '@palaver/client'
import type { ComponentChildren, JSX } from 'preact'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { AT_FIRST } from '../../topics/at-first.ts'
import type { Reading } from '../use-read.ts'

/** Grey shapes in the place of what comes, so that nothing jumps. */
export function Loading({ shapes = 3 }: { shapes?: number }): JSX.Element {
  const { words } = useThread()
  return (
    <div class={`skeletons ${AT_FIRST}`} role="status" aria-label={words.say('feed.loading')}>
      {Array.from({ length: shapes }, (_, at) => (
        <div key={at} class="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}

/** In the place of all. */
export function Failed({ problem, again }: { problem: Problem; again: () => void }): JSX.Element {
  const { words } = useThread()
  return (
    <div class="failed" part="failed">
      <p class="big">{words.say('feed.failed')}</p>
      <ProblemLine problem={problem} />
      <button type="button" class="primary" onClick={again}>
        {words.say('thread.retry')}
      </button>
    </div>
  )
}

type WhenReadProps<T> = { of: Reading<T>; shapes?: number; children: (value: T) => ComponentChildren }

/** What was read, once it is there. */
export function WhenRead<T>({ of: { read, again }, shapes = 1, children }: WhenReadProps<T>): JSX.Element {
  if (read.phase === 'loading') return <Loading shapes={shapes} />
  if (read.phase === 'failed') return <Failed problem={read.problem} again={again} />
  return <>{children(read.value)}</>
}

export const Empty = ({ said, hint }: { said: string; hint?: string }): JSX.Element => (
  <div class="empty" part="empty">
    <p class="big">{said}</p>
    {hint !== undefined && <p>{hint}</p>}
  </div>
)
