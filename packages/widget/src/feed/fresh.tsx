import '../i18n/en-later.ts'
import '../i18n/social/en-later.ts'
import type { JSX, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useDesk } from '../social/around.ts'
import { useDoing } from '../social/use-doing.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { hearNews } from './live.ts'
import type { Posts } from './use-posts.ts'

type FreshProps = { posts: Posts; list: RefObject<HTMLDivElement | null> }

/** Says how many posts have come, and shows them when the reader wants: nothing moves under their eyes. */
export function Fresh({ posts, list }: FreshProps): JSX.Element {
  const { store, words } = useThread()
  const { live } = useDesk().options
  const [waiting, setCame] = useState<ReadonlySet<string>>(new Set())
  const isSomebody = usePiece(({ me }) => me !== null)
  const { isBusy, problem, go } = useDoing()
  const now = useRef(posts)
  now.current = posts
  useEffect(() => {
    if (live === 'off' || !isSomebody) return undefined
    const leaving = new AbortController()
    const came = (ids: readonly string[]): void => setCame((before) => new Set([...before, ...ids]))
    void hearNews(store, leaving.signal, {
      post: (id) => came([id]),
      reset: () => void now.current.look().then(came),
      gone: (id) => {
        now.current.drop(id)
        setCame((before) => new Set([...before].filter((one) => one !== id)))
      },
    })
    return () => leaving.abort()
  }, [store, live, isSomebody])
  const known = new Set(posts.state.posts.map(({ id }) => id))
  const count = [...waiting].filter((id) => !known.has(id)).length
  const show = async (): Promise<void> => {
    const isDone = await go(async () => posts.refresh())
    if (!isDone) return
    setCame(new Set())
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.post')?.focus())
  }
  return (
    <div class="fresh-place" role="status">
      {count > 0 && (
        <button type="button" class="more fresh" part="fresh" aria-busy={isBusy} onClick={() => void show()}>
          {words.count('feed.fresh', count)}
        </button>
      )}
      {problem !== null && <ProblemLine problem={problem} />}
    </div>
  )
}
