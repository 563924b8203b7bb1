import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { reactTo } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { Sign } from '../../social/parts/sign.tsx'
import { type Doing, useDoing } from '../../social/use-doing.ts'
import { Icon } from '../../thread/parts/icon.tsx'
import { later } from '../../thread/parts/later.tsx'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { usePiece, useThread } from '../../thread/parts/use-thread.ts'
import { useList } from '../list.ts'

const PassOn = later(async () => (await import('./pass-on.tsx')).PassOn)

type FootProps = {
  post: Post
  quote: () => void
  /** Opens what is said about it; null where that is open. */
  talk: (() => void) | null
}

/** What readers give a post: a reaction, and their own readers. */
export function Foot({ post, quote, talk }: FootProps): JSX.Element {
  const { words } = useThread()
  const { comments } = post.numbers
  const { problem, go } = useDoing()
  return (
    <div class="acts">
      <Reactions post={post} go={go} />
      <PassOn post={post} quote={quote} go={go} instead={<span class="square" />} />
      {talk !== null && (
        <button type="button" class="quiet" part="comments" aria-expanded={false} onClick={talk}>
          <Sign name="talk" />
          {comments === 0 ? words.say('post.comment') : words.count('post.comments', comments)}
        </button>
      )}
      {problem !== null && <ProblemLine problem={problem} />}
    </div>
  )
}

/** One from each: another one takes the place of the first. */
export function withReaction(post: Post, reaction: string | null): Post {
  const { numbers, mine } = post
  const reactions = { ...numbers.reactions }
  if (mine.reaction !== null) reactions[mine.reaction] = Math.max(0, (reactions[mine.reaction] ?? 0) - 1)
  if (reaction !== null) reactions[reaction] = (reactions[reaction] ?? 0) + 1
  return { ...post, numbers: { ...numbers, reactions }, mine: { ...mine, reaction } }
}

function Reactions({ post, go }: { post: Post; go: Doing['go'] }): JSX.Element | null {
  const { store, words } = useThread()
  const { put } = useList()
  const kinds = usePiece(({ org }) => org?.reactions ?? null)
  const [isOpen, setOpen] = useState(false)
  if (kinds === null || Object.keys(kinds).length === 0) return null
  const { numbers, mine } = post
  const names = Object.keys(kinds).filter((name) => isOpen || (numbers.reactions[name] ?? 0) > 0)
  const react = async (name: string): Promise<void> => {
    const to = mine.reaction === name ? null : name
    const isDone = await go(async () => {
      put(withReaction(post, to))
      await reactTo(store, post.id, to)
    })
    if (!isDone) put(post)
  }
  /** With the number that is seen beside it. */
  const labelOf = (name: string): string => {
    const count = numbers.reactions[name] ?? 0
    return words.say('react.with', { name }) + (count > 0 ? `: ${words.number(count)}` : '')
  }
  return (
    <span class="reactions">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="reaction"
          part="reaction"
          aria-pressed={mine.reaction === name}
          aria-label={labelOf(name)}
          onClick={() => void react(name)}
        >
          <span aria-hidden="true">{kinds[name]}</span>
          {(numbers.reactions[name] ?? 0) > 0 && (
            <span class="number">{words.number(numbers.reactions[name] ?? 0)}</span>
          )}
        </button>
      ))}
      <button
        type="button"
        class="quiet square"
        aria-expanded={isOpen}
        aria-label={words.say('react.add')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="smile" />
      </button>
    </span>
  )
}
