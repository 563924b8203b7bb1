import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useThread } from '../thread/parts/use-thread.ts'

/** Names a new circle; any name is one. */
export function NewCircle({ add }: { add: (name: string) => Promise<boolean> }): JSX.Element {
  const { words } = useThread()
  const [name, setName] = useState('')
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (name.trim() !== '' && (await add(name.trim()))) setName('')
  }
  return (
    <form class="one-line" onSubmit={(event) => void send(event)}>
      <input
        dir="auto"
        maxLength={100}
        aria-label={words.say('circle.new')}
        placeholder={words.say('circle.new')}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="plain" disabled={name.trim() === ''}>
        {words.say('circle.add')}
      </button>
    </form>
  )
}
