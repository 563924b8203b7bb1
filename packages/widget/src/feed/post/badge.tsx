import type { JSX } from 'preact'
import type { Post } from '../../social/model.ts'
import { Sign } from '../../social/parts/sign.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'

/** Who may see it, in a word and a sign. */
export function Badge({ post: { audience, author } }: { post: Pick<Post, 'audience' | 'author'> }): JSX.Element {
  const { words } = useThread()
  // What a private account says to all, it says to its followers.
  const to = audience.to === 'public' && author.isPrivate ? 'followers' : audience.to
  return (
    <span class="badge" part="audience">
      <Sign name={to === 'public' || to === 'followers' ? to : 'limited'} />
      {words.say(`audience.${to}`)}
    </span>
  )
}
