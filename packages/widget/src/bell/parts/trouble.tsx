import type { Problem } from '@palaver/client'
import type { JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'

/** What went wrong, in words of the reader's where there are some. */
export function Trouble({ problem: { code, detail }, words }: { problem: Problem; words: Words }): JSX.Element {
  const said = code === 'network' || code === 'rate-limited' ? words.say(`error.${code}`) : detail
  return (
    <p class="problem" role="alert">
      {said || words.say('error.other')}
    </p>
  )
}
