import type { Problem } from '@palaver/client'
import type { ComponentChildren, JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { saidOf } from '../../thread/parts/problem-line.tsx'
import { useAround } from '../around.ts'
import { AT_FIRST } from '../at-first.ts'

const SAID = [
  'forbidden',
  'topic-cycle',
  'changed-meanwhile',
  'topic-not-empty',
  'topic-not-found',
  'topic-gone',
  'tree-not-found',
  'slug-taken',
  'topic-too-deep',
  'tree-full',
] as const

/** In words of the reader's where there are some, else as the service says it. */
export function refusedIn(problem: Problem, words: Words): string {
  const code = SAID.find((one) => one === (problem.code === 'topic-retired' ? 'topic-gone' : problem.code))
  return code === undefined ? saidOf(problem, words) : words.say(`refused.${code}`)
}

/** What went wrong, beside what it is about. */
export function Trouble({ problem, children }: { problem: Problem; children?: ComponentChildren }): JSX.Element {
  const { words } = useAround()
  return (
    <p class="problem" part="problem" role="alert">
      <span>{refusedIn(problem, words)}</span>
      {children}
    </p>
  )
}

export function Loading(): JSX.Element {
  const { words } = useAround()
  return (
    <div class={`skeletons ${AT_FIRST}`} role="status" aria-label={words.say('topics.loading')}>
      {[1, 2, 3].map((number) => (
        <div key={number} class="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}

/** In the place of all. */
export function Failed({ problem, again }: { problem: Problem; again: () => void }): JSX.Element {
  const { words } = useAround()
  return (
    <div class="failed" part="failed">
      <p class="big">{words.say('topics.failed')}</p>
      <Trouble problem={problem} />
      <button type="button" class="primary" onClick={again}>
        {words.say('thread.retry')}
      </button>
    </div>
  )
}
