import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Brief } from '../social/model.ts'
import { WhenRead } from '../social/parts/phases.tsx'
import { stayNear } from '../social/parts/stay-near.ts'
import { Face, Who } from '../social/parts/who.tsx'
import { useDoing } from '../social/use-doing.ts'
import { useRead } from '../social/use-read.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'

type Page<T> = { people: readonly T[]; next: string | null }

type PeopleListProps<T> = {
  read: (cursor?: string) => Promise<Page<T>>
  briefOf: (one: T) => Brief
  none: string
  /** What can be done with each; `gone` takes them out of the list. */
  acts?: (one: T, gone: () => void) => ComponentChildren
}

/** People, page by page. */
export function PeopleList<T>({ read, briefOf, none, acts }: PeopleListProps<T>): JSX.Element {
  const { words } = useThread()
  const [more, setMore] = useState<Page<T> | null>(null)
  const [away, setGone] = useState<readonly string[]>([])
  const rows = useRef(new Map<string, HTMLElement | null>())
  const first = useRead(() => read(), [])
  const { isBusy, problem, go } = useDoing({ isForAll: true })
  return (
    <WhenRead of={first}>
      {(page) => {
        const people = [...page.people, ...(more?.people ?? [])].filter((one) => !away.includes(briefOf(one).id))
        const next = more === null ? page.next : more.next
        const load = async (): Promise<void> => {
          if (next === null) return
          const found = await read(next)
          setMore({ people: [...(more?.people ?? []), ...found.people], next: found.next })
        }
        return (
          <>
            {people.length === 0 && next === null && <p class="hint">{none}</p>}
            <ul class="people-list" role="list" tabIndex={-1}>
              {people.map((one) => {
                const brief = briefOf(one)
                const gone = (): void => {
                  const goOn = stayNear(rows.current.get(brief.id) ?? null)
                  setGone((before) => [...before, brief.id])
                  goOn()
                }
                return (
                  <li key={brief.id} ref={(row) => void rows.current.set(brief.id, row)}>
                    <Face person={brief} />
                    <Who person={brief} />
                    {acts?.(one, gone)}
                  </li>
                )
              })}
            </ul>
            {problem !== null && <ProblemLine problem={problem} />}
            {next !== null && (
              <button type="button" class="more" aria-busy={isBusy} onClick={() => void go(load)}>
                {words.say('people.more')}
              </button>
            )}
          </>
        )
      }}
    </WhenRead>
  )
}
