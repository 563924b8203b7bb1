import type { JSX, RefObject } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { palaverOf } from '../../acts/client.ts'
import { usePeople } from '../../extras/use-people.ts'
import { Avatar } from '../../thread/parts/avatar.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { personOf } from '../api.ts'
import { Sign } from './sign.tsx'
import { stayNear } from './stay-near.ts'

type PickerProps = { chosen: readonly string[]; choose: (people: readonly string[]) => void }

/** People by what their names begin with. */
export function PeoplePicker({ chosen, choose }: PickerProps): JSX.Element {
  const { store, words } = useThread()
  const [typed, type] = useState('')
  const names = useNames(chosen)
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const found = usePeople(palaverOf(store), typed.trim() === '' ? null : typed.trim())
  const fresh = found.filter((person) => !chosen.includes(person.id))
  return (
    <div class="picker">
      <Chosen people={chosen} names={names} choose={choose} box={box} />
      <label class="field">
        {words.say('people.find')}
        <input
          ref={box}
          type="search"
          dir="auto"
          autocomplete="off"
          aria-controls={id}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <p class="unseen" role="status">
        {typed.trim() === '' ? '' : words.count('editor.found', fresh.length)}
      </p>
      <ul id={id} class="found-people" role="list" aria-label={words.say('editor.mentions')}>
        {fresh.map(({ id: person, name, avatar }) => (
          <li key={person}>
            <button
              type="button"
              class="item person-item"
              onClick={() => {
                names.set(person, name)
                choose([...chosen, person])
                type('')
                // The button goes with what was typed.
                box.current?.focus()
              }}
            >
              <Avatar name={name} picture={avatar ?? undefined} />
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of those who were chosen before only the ids are known. */
function useNames(people: readonly string[]): Map<string, string> {
  const { store } = useThread()
  const [names, setNames] = useState(() => new Map<string, string>())
  useEffect(() => {
    for (const person of people.filter((one) => !names.has(one)))
      personOf(store, person).then(
        ({ name }) => setNames((before) => new Map(before).set(person, name)),
        () => {},
      )
  }, [])
  return names
}

type ChosenProps = {
  people: readonly string[]
  names: ReadonlyMap<string, string>
  choose: PickerProps['choose']
  box: RefObject<HTMLElement | null>
}

function Chosen({ people, names, choose, box }: ChosenProps): JSX.Element | null {
  const { words } = useThread()
  if (people.length === 0) return null
  return (
    <ul class="chips" role="list">
      {people.map((person) => (
        <li key={person} class="chip">
          <bdi>{names.get(person) ?? '…'}</bdi>
          <button
            type="button"
            class="quiet square"
            aria-label={words.say('people.remove', { name: names.get(person) ?? '' })}
            onClick={({ currentTarget }) => {
              const goOn = stayNear(currentTarget, () => box.current)
              choose(people.filter((one) => one !== person))
              goOn()
            }}
          >
            <Sign name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
