import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { palaverOf } from '../acts/client.ts'
import { useFloating } from '../style/float.ts'
import { Avatar } from '../thread/parts/avatar.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { type Choosing, useMention } from './use-mention.ts'

/** People to mention, while an `@` and letters are being typed. The focus stays in the box. */
export function Mentions({ box }: { box: HTMLTextAreaElement }): JSX.Element {
  const { store, words } = useThread()
  const choosing = useMention(box, palaverOf(store))
  const id = useId()
  const { people, at } = choosing
  const count = people.length
  useEffect(() => {
    box.setAttribute('aria-autocomplete', 'list')
    box.setAttribute('aria-haspopup', 'listbox')
    if (count === 0) return undefined
    box.setAttribute('aria-controls', id)
    box.setAttribute('aria-activedescendant', `${id}-${at}`)
    return () => {
      box.removeAttribute('aria-controls')
      box.removeAttribute('aria-activedescendant')
    }
  }, [box, count, at])
  return (
    <>
      <span class="unseen" role="status">
        {count === 0 ? '' : words.count('editor.found', count)}
      </span>
      {count > 0 && <People box={box} id={id} choosing={choosing} />}
    </>
  )
}

type PeopleProps = { box: HTMLTextAreaElement; id: string; choosing: Choosing }

function People({ box, id, choosing: { people, at, take } }: PeopleProps): JSX.Element {
  const { words } = useThread()
  const list = useRef<HTMLUListElement>(null)
  useFloating(list, { anchor: box, align: 'start' })
  return (
    <ul
      ref={list}
      id={id}
      class="people"
      part="people"
      popover="manual"
      role="listbox"
      aria-label={words.say('editor.mentions')}
    >
      {people.map(({ id: person, name, handle, avatar }, index) => (
        <li
          key={person}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // Pressed and not clicked: the box must not lose the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            take(index)
          }}
        >
          <Avatar name={name} picture={avatar ?? undefined} />
          <span class="name" dir="auto">
            {name}
          </span>
          <span class="handle" dir="ltr">
            @{handle}
          </span>
        </li>
      ))}
    </ul>
  )
}
