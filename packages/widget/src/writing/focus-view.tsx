import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { leaveFocus } from '../acts/focus.ts'
import '../i18n/en-later.ts'
import { CommentItem } from '../thread/parts/comment-item.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'

/** One comment with those it answers and those that answer it, and the way back. */
export function FocusView(): JSX.Element | null {
  const { store, words } = useThread()
  const focus = usePiece((state) => state.focus)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const target = list.current?.querySelector<HTMLElement>('.focus > .comment')
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [focus?.slug])
  if (focus === null) return null
  const back = (): void => {
    history.replaceState(history.state, '', location.pathname + location.search)
    leaveFocus(store)
  }
  return (
    <>
      <p class="notice" role="status">
        <span>{words.say('focus.here')}</span>
        <button type="button" class="link" onClick={back}>
          {words.say('focus.back')}
        </button>
      </p>
      <ol class="roots" role="list" ref={list}>
        {[...focus.ancestors, focus.slug].map((slug) => (
          <CommentItem key={slug} slug={slug} depth={0} isAlone={slug !== focus.slug} />
        ))}
      </ol>
    </>
  )
}
