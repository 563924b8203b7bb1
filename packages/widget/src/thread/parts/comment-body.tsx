import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { openBox } from '../boxes.ts'
import type { Entry } from '../state/model.ts'
import { Icon } from './icon.tsx'
import { later } from './later.tsx'
import { MenuButton } from './menu-button.tsx'
import { Reactions } from './reactions.tsx'
import { mayWrite } from '../state/may-write.ts'
import { usePiece, useThread } from './use-thread.ts'
import { Votes } from './votes.tsx'
import { Written } from './written.tsx'

const EditBox = later(async () => (await import('../../writing/boxes.tsx')).EditBox)
const ReplyBox = later(async () => (await import('../../writing/boxes.tsx')).ReplyBox)

/** What was written, and what can be done with it. */
export function CommentBody({ entry, isCopy }: { entry: Entry; isCopy: boolean }): JSX.Element {
  const { words } = useThread()
  const { comment } = entry
  const { slug, status } = comment
  const isHidden = usePiece(({ own }) => own.get(slug)?.hidden === true)
  const [isShownAnyway, showAnyway] = useState(false)
  const box = usePiece((state) => (state.box?.slug === slug ? state.box.kind : null))
  if (status !== 'published') return <Gone comment={comment} />
  if (isHidden && !isShownAnyway)
    return (
      <p class="gone">
        {words.say('comment.hidden')}{' '}
        <button
          type="button"
          class="link"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('.comment')?.focus({ preventScroll: true })
            showAnyway(true)
          }}
        >
          {words.say('comment.showHidden')}
        </button>
      </p>
    )
  if (box === 'edit' && !isCopy) return <EditBox slug={slug} />
  return (
    <>
      <InReplyTo entry={entry} isCopy={isCopy} />
      <Written html={comment.html} />
      {isCopy ? (
        <div class="acts">
          <MenuButton comment={comment} />
        </div>
      ) : (
        <Acts entry={entry} />
      )}
      {box === 'reply' && !isCopy && <ReplyBox comment={comment} />}
    </>
  )
}

/** What was taken down can be put up again by a moderator. */
function Gone({ comment }: Pick<Entry, 'comment'>): JSX.Element {
  const { words } = useThread()
  const moderates = usePiece(({ me }) => me?.moderates === true)
  const isDeleted = comment.status === 'deleted'
  return (
    <p class="gone">
      {words.say(isDeleted ? 'comment.deleted' : 'comment.rejected')}
      {moderates && !isDeleted && <MenuButton comment={comment} />}
    </p>
  )
}

/** Where it does not stand under what it answers, it says whom it answers. */
function InReplyTo({ entry: { comment }, isCopy }: { entry: Entry; isCopy: boolean }): JSX.Element | null {
  const { words } = useThread()
  const name = usePiece(({ isFlat, entries }) => {
    const answered = comment.replyTo ?? (isFlat || isCopy ? comment.parentSlug : null)
    return answered === null ? null : (entries.get(answered)?.comment.author?.name ?? null)
  })
  return name === null ? null : <p class="in-reply-to">{words.say('comment.inReplyTo', { name })}</p>
}

function Acts({ entry: { comment } }: { entry: Entry }): JSX.Element {
  const { store, words } = useThread()
  const isOpen = usePiece(mayWrite)
  return (
    <div class="acts">
      <Votes comment={comment} />
      <Reactions comment={comment} />
      {isOpen && (
        <button
          type="button"
          class="quiet"
          part="reply"
          onClick={() => openBox(store, { kind: 'reply', slug: comment.slug })}
        >
          <Icon name="reply" />
          {words.say('act.reply')}
        </button>
      )}
      <MenuButton comment={comment} />
    </div>
  )
}
