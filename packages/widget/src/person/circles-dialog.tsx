import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { addCircle, circlesOf, putInCircle } from '../social/api.ts'
import type { Circle, Person } from '../social/model.ts'
import { Checks } from '../social/parts/checks.tsx'
import { Dialog } from '../social/parts/dialog.tsx'
import { WhenRead } from '../social/parts/phases.tsx'
import { useDoing } from '../social/use-doing.ts'
import { useRead } from '../social/use-read.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { NewCircle } from './new-circle.tsx'

type CirclesDialogProps = { person: Person; set: (circles: readonly string[]) => void; close: () => void }

/** Which of one's circles somebody is in. Nobody else learns of it, nor do they. */
export function CirclesDialog({ person, set, close }: CirclesDialogProps): JSX.Element {
  const { store, words } = useThread()
  const circles = useRead(() => circlesOf(store), [])
  const [chosen, setChosen] = useState<readonly string[]>(person.you?.circles ?? [])
  const { problem, go } = useDoing()
  const show = (now: readonly string[]): void => {
    setChosen(now)
    set(now)
  }
  const toggle = async (now: readonly string[], { id, on }: { id: string; on: boolean }): Promise<void> => {
    const before = chosen
    show(now)
    if (!(await go(() => putInCircle(store, id, { person: person.id, on })))) show(before)
  }
  const add = async (name: string, known: readonly Circle[]): Promise<boolean> =>
    go(
      async () => {
        const made = await addCircle(store, name)
        await putInCircle(store, made.id, { person: person.id, on: true })
        circles.set([...known, { ...made, people: 1 }])
        show([...chosen, made.id])
      },
      words.say('circle.added', { name }),
    )
  return (
    <Dialog title={words.say('circle.title', { name: person.name })} close={close}>
      <p class="hint">{words.say('circle.hint')}</p>
      <WhenRead of={circles}>
        {(known) => (
          <>
            {known.length > 0 && (
              <Checks
                label={words.say('circle.label')}
                options={known}
                chosen={chosen}
                choose={(now, which) => void toggle(now, which)}
              />
            )}
            <NewCircle add={(name) => add(name, known)} />
          </>
        )}
      </WhenRead>
      {problem !== null && <ProblemLine problem={problem} />}
    </Dialog>
  )
}
