import type { Problem } from '@palaver/client'
import type { ComponentChildren, JSX } from 'preact'
import type { PlainKey, Words } from '../../i18n/words.ts'
import { useThread } from './use-thread.ts'

/** In words of the reader's where there are some, else as the service says it. */
export const saidOf = ({ code, detail }: Problem, words: Words): string =>
  words.say(`error.${code}` as PlainKey, { detail }) || detail || words.say('error.other')

type Line = { problem: Problem; children?: ComponentChildren }

/** What went wrong, and what can be done about it. */
export function ProblemLine({ problem, children }: Line): JSX.Element {
  const { words } = useThread()
  return (
    <p class="problem" part="problem" role="alert">
      <span>{saidOf(problem, words)}</span>
      {children}
    </p>
  )
}
