import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { reviewPost } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { nextOf } from '../leaving.ts'
import { useList } from '../list.ts'

/** `isList`: of what waits, which it leaves. */
type ReviewProps = { post: Post; isList: boolean }

/** Whether what somebody put on the reader's wall shows there. */
export function Review({ post: { id }, isList }: ReviewProps): JSX.Element {
  const { store, words } = useThread()
  const { put, drop } = useList()
  const { isBusy, problem, go } = useDoing()
  const decide = async (shows: boolean, button: HTMLElement): Promise<void> => {
    const goOn = isList ? nextOf(button) : () => button.closest<HTMLElement>('.post')?.focus({ preventScroll: true })
    await go(
      async () => {
        const now = await reviewPost(store, id, shows)
        goOn()
        if (isList) drop(id)
        else put(now)
      },
      words.say(shows ? 'review.shown' : 'review.declined'),
    )
  }
  return (
    <div class="review">
      {([true, false] as const).map((shows) => (
        <button
          key={String(shows)}
          type="button"
          class={shows ? 'primary' : 'plain'}
          aria-busy={isBusy}
          onClick={({ currentTarget }) => void decide(shows, currentTarget)}
        >
          {words.say(shows ? 'review.show' : 'review.decline')}
        </button>
      ))}
      {problem !== null && <ProblemLine problem={problem} />}
    </div>
  )
}
