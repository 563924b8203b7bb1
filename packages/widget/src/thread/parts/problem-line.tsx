import type { Problem } from '@palaver/client'
import type { ComponentChildren, JSX } from 'preact'
import { useThread } from './use-thread.ts'

type Line = { problem: Problem; children?: ComponentChildren }

/** What went wrong, and what can be done about it. */
export function ProblemLine({ problem, children }: Line): JSX.Element {
  const { words } = useThread()
  const said =
    problem.code === 'network' || problem.code === 'rate-limited' ? words.say(`error.${problem.code}`) : problem.detail
  return (
    <p class="problem" part="problem" role="alert">
      <span>{said || words.say('error.other')}</span>
      {children}
    </p>
  )
}
