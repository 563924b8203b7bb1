import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { act } from '../act.ts'
import { showNew } from '../show-new.ts'
import { useKeptPlace } from '../use-kept-place.ts'
import { CommentItem } from './comment-item.tsx'
import { LoadMore } from './load-more.tsx'
import { PageOfRoots } from './page-of-roots.tsx'
import { Unfinished } from './unfinished.tsx'
import { usePiece, useThread } from './use-thread.ts'

const ROOTS = 'roots'

/** All that is shown of a discussion, from its first page to a button for the next. */
export function Pages(): JSX.Element {
  const { store, words } = useThread()
  const pages = usePiece((state) => state.pages)
  const pinned = usePiece((state) => state.pinned)
  const isFlat = usePiece((state) => state.isFlat)
  const fresh = usePiece((state) => state.fresh.length)
  const next = usePiece((state) => state.next)
  const isBusy = usePiece(({ sending, held, ahead }) => sending.length + held.length + ahead.length > 0)
  const list = useRef<HTMLOListElement>(null)
  useKeptPlace(store, list)
  const isEmpty = pages.length === 0 && !isBusy
  return (
    <>
      {fresh > 0 && (
        <button
          type="button"
          class="more fresh"
          part="fresh"
          onClick={({ currentTarget }) => void showNew(currentTarget, () => act(store, 'showFresh'))}
        >
          {words.count('new.comments', fresh)}
        </button>
      )}
      {isEmpty && <Empty />}
      <ol class="roots" role="list" ref={list}>
        {isBusy && <Unfinished parent={null} />}
        {pinned.map((slug) => {
          // A reply stays in its conversation, too.
          const isCopy = !isFlat && (store.state.entries.get(slug)?.comment.parentSlug ?? null) !== null
          return <CommentItem key={slug} slug={slug} depth={0} isAlone={isCopy} isCopy={isCopy} />
        })}
      </ol>
      {pages.map((page, at) => (
        <PageOfRoots key={page.cursor ?? ''} page={page} at={at} />
      ))}
      {next !== null && <LoadMore what={ROOTS} label={words.say('thread.more')} load={() => act(store, 'loadMore')} />}
    </>
  )
}

function Empty(): JSX.Element {
  const { words } = useThread()
  return (
    <div class="empty" part="empty">
      <p class="big">{words.say('thread.empty')}</p>
      <p>{words.say('thread.emptyHint')}</p>
    </div>
  )
}
