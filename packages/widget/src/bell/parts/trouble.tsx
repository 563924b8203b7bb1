import type { Problem } from '@palaver/client'
import type { JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { saidOf } from '../../thread/parts/problem-line.tsx'

/** What went wrong, where there is no thread around. */
export const Trouble = ({ problem, words }: { problem: Problem; words: Words }): JSX.Element => (
  <p class="problem" role="alert">
    {saidOf(problem, words)}
  </p>
)
