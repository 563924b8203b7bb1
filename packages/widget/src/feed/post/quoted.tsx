import type { JSX } from 'preact'
import type { Post } from '../../social/model.ts'
import { Face, Who } from '../../social/parts/who.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Written } from '../../thread/parts/written.tsx'
import { PostTime } from './head.tsx'
import { LinkCard } from './link-card.tsx'
import { Photos } from './photos.tsx'
import { Place } from './place.tsx'

/** What a post quotes, as far as the reader may see it. */
export function Quoted({ post: { of, isOfGone } }: { post: Pick<Post, 'of' | 'isOfGone'> }): JSX.Element | null {
  const { words } = useThread()
  if (isOfGone) return <p class="quoted gone">{words.say('post.gone')}</p>
  return of === null ? null : <QuotedPost post={of} />
}

function QuotedPost({ post }: { post: Post }): JSX.Element {
  return (
    <blockquote class="quoted" part="quoted">
      <header class="post-who">
        <Face person={post.author} />
        <Who person={post.author} />
        <PostTime post={post} />
      </header>
      {post.html !== '' && <Written html={post.html} />}
      {post.place !== null && <Place place={post.place} />}
      {post.photos.length > 0 && <Photos photos={post.photos} />}
      {post.poll !== null && (
        <ul class="quoted-poll">
          {post.poll.choices.map(({ text }) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      {post.link !== null && <LinkCard link={post.link} />}
    </blockquote>
  )
}
