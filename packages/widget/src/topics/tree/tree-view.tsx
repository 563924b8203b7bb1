import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useAround } from '../around.ts'
import type { TopicRow } from './rows.ts'
import { flat, rowsOf } from './rows.ts'
import { Rows } from './rows-of.tsx'
import type { TreeProps } from './tree.tsx'
import { useTreeKeys } from './use-tree-keys.ts'
import { ROOT } from './state.ts'

/** What an operator has besides: in a row, instead of its name, behind the last row of a branch. */
export type Slots = {
  box: RefObject<HTMLUListElement | null>
  grip: () => ComponentChildren
  menu: (row: TopicRow) => ComponentChildren
  name: (row: TopicRow) => ComponentChildren
  behind: (parent: string, level: number) => ComponentChildren
  looks: (row: TopicRow) => string
  /** Whether a key was meant for it. */
  takes: (event: KeyboardEvent, row: TopicRow) => boolean
}

/** The rows themselves, and the keys that lead through them. */
export function TreeView({ grove, state, current, slots }: TreeProps & { slots: Slots | null }): JSX.Element {
  const { words, options } = useAround()
  const own = useRef<HTMLUListElement>(null)
  const box = slots?.box ?? own
  const rows = rowsOf(state)
  const all = flat(rows)
  const [chosen, choose] = useState<string | null>(null)
  const isThere = (key: string | null): boolean => all.some((row) => row.key === key)
  const active = [chosen, current].find(isThere) ?? all[0]?.key ?? null
  const press = useTreeKeys({ grove, box, rows: all, slots })
  return (
    <ul
      ref={box}
      class="tree"
      part="tree"
      role="tree"
      aria-label={options.label ?? words.say('topics.label')}
      onKeyDown={press}
      onFocusIn={({ target }) => {
        const row = (target as Element).closest<HTMLElement>('[data-row]')
        if (row?.dataset['row'] !== undefined) choose(row.dataset['row'])
      }}
    >
      <Rows rows={rows} parent={ROOT} level={1} around={{ grove, state, current, active, slots }} />
    </ul>
  )
}
