import type { JSX } from 'preact'
import { toggle } from '../folding.ts'
import { hashOf } from '../permalink.ts'
import type { Entry } from '../state/model.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'
import { usePiece, useThread } from './use-thread.ts'
import { When } from './when.tsx'

type HeadProps = { entry: Entry; id: string; isFolded: boolean; isCopy: boolean }

/** Who wrote it, and when. */
export function CommentHead({ entry: { comment, replies }, id, isFolded, isCopy }: HeadProps): JSX.Element {
  const { store, words } = useThread()
  const { slug, author, posted } = comment
  const picture = usePiece(({ avatars }) => (author === null ? undefined : avatars[author.id]))
  const isFlat = usePiece((state) => state.isFlat)
  const name = author?.name ?? words.say('comment.anonymous')
  const fold = isFolded ? words.count('comment.expand', comment.replies) : words.say('comment.collapse')
  return (
    <header class="head" id={id}>
      <Avatar name={name} picture={picture} />
      <span class="name" part="name" dir="auto">
        {name}
      </span>
      <a class="time" href={hashOf(slug)} title={words.say('comment.link')}>
        <When time={posted} />
      </a>
      <Marks comment={comment} />
      {!isFlat && !isCopy && (comment.replies > 0 || replies.length > 0) && (
        <button
          type="button"
          class="quiet square fold"
          aria-expanded={!isFolded}
          aria-label={fold}
          onClick={() => toggle(store, slug)}
        >
          <Icon name={isFolded ? 'unfold' : 'fold'} />
        </button>
      )}
    </header>
  )
}

/** What else is to be known of it: that a guest wrote it, that it was changed, that it was put in front. */
function Marks({ comment: { slug, author, edited } }: Pick<Entry, 'comment'>): JSX.Element {
  const { words } = useThread()
  const isPinned = usePiece(({ pinned }) => pinned.includes(slug))
  return (
    <>
      {author?.id.startsWith('guest.') === true && <span class="mark">{words.say('comment.guest')}</span>}
      {edited !== null && (
        <span class="mark" title={words.say('comment.editedAt', { time: words.date(edited) })}>
          {words.say('comment.edited')}
        </span>
      )}
      {isPinned && (
        <span class="mark pinned">
          <Icon name="pin" />
          {words.say('comment.pinned')}
        </span>
      )}
    </>
  )
}
