import type { JSX } from 'preact'
import { addressOf, tellOf, useDesk } from '../../social/around.ts'
import { isElsewhere } from '../../bell/travel.ts'
import type { Post } from '../../social/model.ts'
import { Face, Who } from '../../social/parts/who.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { later } from '../../thread/parts/later.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { When } from '../../thread/parts/when.tsx'
import { Badge } from './badge.tsx'
import type { Open } from './post.tsx'

const PostMenu = later(async () => (await import('./menu.tsx')).PostMenu)

type HeadProps = { post: Post; id: string; open: (what: Open) => void }

/** Who wrote it, on whose wall, when, and for whom. */
export function Head({ post, id, open }: HeadProps): JSX.Element {
  const { words } = useThread()
  const { author, wall, edited } = post
  return (
    <header class="post-head">
      <Face person={author} />
      <div class="post-by" id={id}>
        <span class="post-who">
          <Who person={author} />
          {wall !== null && wall.id !== author.id && (
            <>
              <Sign name="next" />
              <span class="unseen">{words.say('post.onWallOf')}</span>
              <Who person={wall} />
            </>
          )}
        </span>
        <span class="post-when">
          <PostTime post={post} />
          {edited !== null && (
            <span class="mark" title={words.say('comment.editedAt', { time: words.date(edited) })}>
              {words.say('comment.edited')}
            </span>
          )}
          <Badge post={post} />
        </span>
      </div>
      <PostMenu post={post} open={open} instead={<span class="square" />} />
    </header>
  )
}

/** When it was written; the way to its page, where the page around has one. */
export function PostTime({ post: { id, posted } }: { post: Pick<Post, 'id' | 'posted'> }): JSX.Element {
  const desk = useDesk()
  const url = addressOf(desk.options['post-href'], id)
  if (url === null)
    return (
      <span class="time">
        <When time={posted} />
      </span>
    )
  const follow = (event: MouseEvent): void => {
    if (!isElsewhere(event) && !tellOf(desk, 'palaver:post', { id, url })) event.preventDefault()
  }
  return (
    <a class="time" href={url} onClick={follow}>
      <When time={posted} />
    </a>
  )
}
