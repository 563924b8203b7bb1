import type { Comment } from '@palaver/client'
import type { JSX } from 'preact'
import { act } from '../act.ts'
import { requirePerson } from '../require-person.ts'
import { Icon } from './icon.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** For and against, and how it stands. */
export function Votes({ comment: { slug, votes } }: { comment: Comment }): JSX.Element {
  const { store, words } = useThread()
  const value = usePiece(({ own }) => own.get(slug)?.value ?? 0)
  const button = (wanted: 1 | -1): JSX.Element => (
    <button
      type="button"
      class="vote"
      part="vote"
      aria-pressed={value === wanted}
      aria-label={words.say(wanted === 1 ? 'vote.up' : 'vote.down')}
      onClick={() => requirePerson(store) && void act(store, 'vote', slug, wanted)}
    >
      <Icon name={wanted === 1 ? 'up' : 'down'} />
    </button>
  )
  const label = words.say('vote.score', votes)
  return (
    <span class="votes" role="group" aria-label={label}>
      {button(1)}
      <span class="score" title={label}>
        {words.number(votes.up - votes.down)}
      </span>
      {button(-1)}
    </span>
  )
}
