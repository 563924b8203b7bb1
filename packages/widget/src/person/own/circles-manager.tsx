import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { addCircle, circlesOf } from '../../social/api.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { WhenRead } from '../../social/parts/phases.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { useRead } from '../../social/use-read.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { NewCircle } from '../new-circle.tsx'
import { CircleOpened } from './circle-opened.tsx'

/** One's circles: what they are called, and who is in them. */
export function CirclesManager({ close }: { close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const circles = useRead(() => circlesOf(store), [])
  const { problem, go } = useDoing()
  const [open, setOpen] = useState<string | null>(null)
  const add = (name: string): Promise<boolean> =>
    go(
      async () => {
        const { id } = await addCircle(store, name)
        circles.again()
        setOpen(id)
      },
      words.say('circle.added', { name }),
    )
  return (
    <Dialog title={words.say('circle.label')} close={close}>
      <p class="hint">{words.say('circle.hint')}</p>
      <WhenRead of={circles}>
        {(all) => (
          <ul class="circles" role="list">
            {all.map((circle) => (
              <li key={circle.id}>
                <button
                  type="button"
                  class="item waits"
                  aria-expanded={open === circle.id}
                  onClick={() => setOpen(open === circle.id ? null : circle.id)}
                >
                  <bdi>{circle.name}</bdi>
                  <span class="hint">{words.count('circle.people', circle.people)}</span>
                </button>
                {open === circle.id && <CircleOpened circle={circle} again={circles.again} />}
              </li>
            ))}
          </ul>
        )}
      </WhenRead>
      <NewCircle add={add} />
      {problem !== null && <ProblemLine problem={problem} />}
    </Dialog>
  )
}
