import type { JSX, RefObject } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { Sign } from './sign.tsx'
import { useNews } from './use-bell.ts'

type RingProps = {
  button: RefObject<HTMLButtonElement | null>
  count: number
  words: Words
  /** The id of what is open. */
  opened: string | null
  press: () => void
}

const MOST_SHOWN = 99

/** The button itself, with the number on it; its label says the number in words. */
export function Ring({ button, count, words, opened, press }: RingProps): JSX.Element {
  const said = count === 0 ? words.say('bell.label') : words.count('bell.unread', count)
  const news = useNews(count, said)
  return (
    <>
      <button
        ref={button}
        type="button"
        class="ring"
        part="button"
        aria-label={said}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        aria-controls={opened ?? undefined}
        onClick={press}
      >
        <Sign name="bell" />
        {count > 0 && (
          <span class="badge" part="badge" aria-hidden="true">
            {words.number(Math.min(count, MOST_SHOWN))}
            {count > MOST_SHOWN && '+'}
          </span>
        )}
      </button>
      <span class="unseen" role="status">
        {news}
      </span>
    </>
  )
}
