import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { deleteCircle, peopleIn, putInCircle, renameCircle } from '../../social/api.ts'
import type { Brief, Circle } from '../../social/model.ts'
import { PeoplePicker } from '../../social/parts/people-picker.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { Sure } from '../../social/parts/sure.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { PeopleList } from '../people-list.tsx'

type OpenedProps = { circle: Circle; again: () => void }

/** One circle: its name, and who is in it. */
export function CircleOpened({ circle, again }: OpenedProps): JSX.Element {
  const { store, words } = useThread()
  const [times, setTimes] = useState(0)
  const { problem, go } = useDoing()
  const put = (person: string, on: boolean): Promise<boolean> =>
    go(async () => {
      await putInCircle(store, circle.id, { person, on })
      again()
      if (on) setTimes(times + 1)
    })
  return (
    <div class="circle">
      <Naming circle={circle} again={again} />
      <PeopleList
        key={times}
        read={(cursor) => peopleIn(store, circle.id, cursor)}
        briefOf={(one: Brief) => one}
        none={words.say('circle.empty')}
        acts={(one, gone) => (
          <button
            type="button"
            class="quiet square"
            aria-label={words.say('people.remove', { name: one.name })}
            onClick={() => void put(one.id, false).then((isDone) => isDone && gone())}
          >
            <Sign name="close" />
          </button>
        )}
      />
      <PeoplePicker chosen={[]} choose={([person]) => person !== undefined && void put(person, true)} />
      {problem !== null && <ProblemLine problem={problem} />}
    </div>
  )
}

function Naming({ circle, again }: OpenedProps): JSX.Element {
  const { store, words } = useThread()
  const [name, setName] = useState(circle.name)
  const [isSure, setSure] = useState(false)
  const { problem, go } = useDoing()
  const rename = (event: Event): void => {
    event.preventDefault()
    void go(
      async () => {
        await renameCircle(store, circle.id, name.trim())
        again()
      },
      words.say('circle.renamed', { name: name.trim() }),
    )
  }
  return (
    <form class="one-line" onSubmit={rename}>
      <input
        dir="auto"
        maxLength={100}
        aria-label={words.say('circle.name')}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="plain" disabled={name.trim() === '' || name.trim() === circle.name}>
        {words.say('circle.rename')}
      </button>
      <button type="button" class="quiet danger" onClick={() => setSure(true)}>
        {words.say('act.delete')}
      </button>
      {problem !== null && <ProblemLine problem={problem} />}
      {isSure && (
        <Sure
          question={words.say('circle.deleteSure', { name: circle.name })}
          hint={words.say('circle.deleteHint')}
          yes={words.say('act.delete')}
          act={async () => {
            await deleteCircle(store, circle.id)
            again()
          }}
          close={() => setSure(false)}
        />
      )}
    </form>
  )
}
