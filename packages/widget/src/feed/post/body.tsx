import type { JSX } from 'preact'
import type { Post } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Written } from '../../thread/parts/written.tsx'
import { LinkCard } from './link-card.tsx'
import { Photos } from './photos.tsx'
import { Place } from './place.tsx'
import { Poll } from './poll.tsx'
import { Quoted } from './quoted.tsx'

/** All that a post says. */
export function Body({ post }: { post: Post }): JSX.Element {
  return (
    <div class="post-body">
      <Waits post={post} />
      {post.html !== '' && <Written html={post.html} />}
      {post.place !== null && <Place place={post.place} />}
      {post.photos.length > 0 && <Photos photos={post.photos} />}
      {post.poll !== null && <Poll post={post} poll={post.poll} />}
      {post.link !== null && <LinkCard link={post.link} />}
      <Quoted post={post} />
    </div>
  )
}

/** Why only few see it for now. */
function Waits({ post: { status, wall, wallState, mine } }: { post: Post }): JSX.Element | null {
  const { words } = useThread()
  const said =
    status === 'held'
      ? words.say('post.held')
      : status === 'rejected'
        ? words.say('post.rejected')
        : mine.mayEdit && wall !== null && wallState !== 'shown'
          ? words.say(`onwall.${wallState}`, { name: wall.name })
          : null
  return said === null ? null : <p class="notice">{said}</p>
}
