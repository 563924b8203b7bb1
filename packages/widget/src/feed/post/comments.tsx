import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Post } from '../../social/model.ts'
import { Element } from '../../social/parts/element.tsx'
import { Avatar } from '../../thread/parts/avatar.tsx'
import { usePiece, useThread } from '../../thread/parts/use-thread.ts'
import { When } from '../../thread/parts/when.tsx'
import { Written } from '../../thread/parts/written.tsx'

type CommentsProps = { post: Post; isOpen: boolean; isFocused: boolean }

/** The last that was said about a post; all of it opens in its place. */
export function Comments({ post, isOpen, isFocused }: CommentsProps): JSX.Element | null {
  const { words } = useThread()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen && isFocused) place.current?.focus({ preventScroll: true })
  }, [isOpen])
  if (isOpen)
    return (
      <div ref={place} class="post-thread" role="group" tabIndex={-1} aria-label={words.say('thread.label')}>
        <Element name="palaver-thread" of={{ resource: `social-post:${post.id}`, order: 'oldest' }} />
      </div>
    )
  if (post.latest.length === 0) return null
  const inOrder = post.latest.toSorted((one, other) => one.posted.localeCompare(other.posted))
  return (
    <ul class="latest" role="list">
      {inOrder.map((comment) => (
        <Latest key={comment.slug} comment={comment} />
      ))}
    </ul>
  )
}

function Latest({ comment: { author, posted, html } }: { comment: Post['latest'][number] }): JSX.Element {
  const { words } = useThread()
  const name = author?.name ?? words.say('comment.anonymous')
  const picture = usePiece(({ avatars }) => (author === null ? undefined : avatars[author.id]))
  return (
    <li>
      <Avatar name={name} picture={picture} />
      <div>
        <span class="name" dir="auto">
          {name}
        </span>
        <span class="time">
          <When time={posted} />
        </span>
        <Written html={html} />
      </div>
    </li>
  )
}
