import type { Comment } from '@palaver/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { act } from '../act.ts'
import { requirePerson } from '../require-person.ts'
import { Icon } from './icon.tsx'
import { usePiece, useThread } from './use-thread.ts'

/** The ways in which people reacted, and a button for the others. */
export function Reactions({ comment: { slug, reactions } }: { comment: Comment }): JSX.Element | null {
  const { store, words } = useThread()
  const kinds = usePiece(({ org }) => org?.reactions ?? null)
  const own = usePiece((state) => state.own.get(slug)?.reactions ?? null)
  const [isOpen, setOpen] = useState(false)
  if (kinds === null || Object.keys(kinds).length === 0) return null
  const names = Object.keys(kinds).filter((name) => isOpen || (reactions[name] ?? 0) > 0)
  return (
    <span class="reactions">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="reaction"
          part="reaction"
          aria-pressed={own?.includes(name) === true}
          aria-label={words.say('react.with', { name })}
          onClick={() => requirePerson(store) && void act(store, 'react', slug, name)}
        >
          <span aria-hidden="true">{kinds[name]}</span>
          {(reactions[name] ?? 0) > 0 && <span class="number">{words.number(reactions[name] ?? 0)}</span>}
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
