import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { deletePost, passOn } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { type Item, Menu } from '../../social/parts/menu.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import type { Doing } from '../../social/use-doing.ts'
import { requireMember } from '../../social/require-member.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { useList } from '../list.ts'

type PassOnProps = { post: Post; quote: () => void; go: Doing['go'] }

/** Hands a post on to one's own readers, as it is or with words of one's own. */
export function PassOn({ post, quote, go }: PassOnProps): JSX.Element {
  const { store, words } = useThread()
  const { put, add, drop } = useList()
  const { reposts, quotes } = post.numbers
  const isPassedOn = post.mine.repost !== null
  const hand = async (): Promise<void> => {
    const repost = await passOn(store, post.id)
    const now = withRepost(post, repost.id)
    put(now)
    add({ ...repost, of: now })
  }
  const takeBack = async (): Promise<void> => {
    const { repost } = post.mine
    if (repost === null) return
    await deletePost(store, repost)
    drop(repost)
    put(withRepost(post, null))
  }
  const items = (): Item[] => [
    isPassedOn
      ? { label: words.say('repost.takeBack'), choose: () => void go(takeBack, words.say('repost.takenBack')) }
      : { label: words.say('repost.do'), choose: () => void go(hand, words.say('repost.done')) },
    { label: words.say('repost.quote'), choose: () => requireMember(store) && quote() },
  ]
  const count = reposts + quotes
  const label = words.say('repost.label')
  return (
    <Menu
      label={label}
      name={label + (count > 0 ? `: ${words.number(count)}` : '')}
      items={items}
      class="quiet"
      isPressed={isPassedOn}
    >
      <Sign name="repost" />
      {count > 0 && <span class="score">{words.number(count)}</span>}
    </Menu>
  )
}

function withRepost(post: Post, repost: string | null): Post {
  const { numbers, mine } = post
  const reposts = Math.max(0, numbers.reposts + (repost === null ? -1 : 1))
  return { ...post, numbers: { ...numbers, reposts }, mine: { ...mine, repost } }
}
