import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { becomeGuest } from '../acts/guests.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { useStyle } from '../style/adopt.ts'
import css from '../style/writing.css?inline'

/** Who somebody is: a name where guests may write, else the page around signs them in. */
export function WhoBox(): JSX.Element {
  const { store, words } = useThread()
  const takesGuests = usePiece(({ org }) => org?.guests === true)
  const isAsked = usePiece(({ asksWho }) => asksWho)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement & HTMLButtonElement>(null)
  useStyle(field, css)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  if (!takesGuests)
    return (
      <p class="who" part="login">
        <span>{words.say('login.needed')}</span>
        <button
          ref={field}
          type="button"
          class="primary"
          onClick={() => store.emit('palaver:login-required', { reason: 'asked' })}
        >
          {words.say('login.signIn')}
        </button>
      </p>
    )
  const go = (event: Event): void => {
    event.preventDefault()
    if (name.trim() !== '') void becomeGuest(store, name.trim())
  }
  return (
    <form class="who" part="login" onSubmit={go}>
      <label>
        <span>{words.say('guest.name')}</span>
        <input
          ref={field}
          autocomplete="nickname"
          maxLength={60}
          placeholder={words.say('guest.nameHint')}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={name.trim() === ''}>
        {words.say('guest.continue')}
      </button>
    </form>
  )
}
