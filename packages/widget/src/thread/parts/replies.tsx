import type { ComponentChildren, JSX } from 'preact'
import { act } from '../act.ts'
import { showNew } from '../show-new.ts'
import type { Entry } from '../state/model.ts'
import { LoadMore } from './load-more.tsx'
import { Unfinished } from './unfinished.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** Deeper than this nothing is moved further in: a phone has no room for it. */
const DEEPEST_INDENT = 6

type RepliesProps = { entry: Entry; depth: number; children: ComponentChildren }

/** What answers a comment: those that are here, those on their way, and a way to the others. */
export function Replies({ entry, depth, children }: RepliesProps): JSX.Element | null {
  const { words } = useThread()
  const { slug, author } = entry.comment
  const isFlat = usePiece((state) => state.isFlat)
  const isBusy = usePiece(({ sending, held }) => [...sending, ...held].some(({ parent }) => parent === slug))
  const isThere = entry.replies.length > 0 || entry.fresh.length > 0 || entry.more !== null
  if (!isBusy && (isFlat || !isThere)) return null
  const name = author?.name ?? words.say('comment.anonymous')
  return (
    <ol
      class={`replies${depth > DEEPEST_INDENT ? ' level' : ''}`}
      role="list"
      aria-label={words.say('comment.replies', { name })}
    >
      {!isFlat && children}
      {isBusy && <Unfinished parent={slug} />}
      {!isFlat && <Others entry={entry} />}
    </ol>
  )
}

/** Those that came in meanwhile, and those that are not here yet. */
function Others({ entry: { comment, replies, fresh, more } }: { entry: Entry }): JSX.Element {
  const { store, words } = useThread()
  const { slug } = comment
  const left = Math.max(comment.replies - replies.length, 1)
  return (
    <>
      {fresh.length > 0 && (
        <li>
          <button
            type="button"
            class="more fresh"
            onClick={({ currentTarget }) => void showNew(currentTarget, () => act(store, 'showFreshReplies', slug))}
          >
            {words.count('new.replies', fresh.length)}
          </button>
        </li>
      )}
      {more !== null && (
        <li>
          <LoadMore
            what={slug}
            label={words.count('comment.moreReplies', left)}
            load={() => act(store, 'loadReplies', slug)}
          />
        </li>
      )}
    </>
  )
}
