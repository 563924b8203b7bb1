import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { useAround } from '../around.ts'
import { close, type Grove, open } from './acts.ts'
import { focusRow, rowElement } from './focus-row.ts'
import { byTyping, type Wish, wishOf } from './keys.ts'
import type { Row } from './rows.ts'
import { openDoor } from './rows-of.tsx'
import type { Slots } from './tree-view.tsx'

const TYPING_MS = 700

type Keys = { grove: Grove; box: RefObject<HTMLElement | null>; rows: readonly Row[]; slots: Slots | null }

/** What keys do in a tree. Those that are pressed in something inside of a row are for that alone. */
export function useTreeKeys({ grove, box, rows, slots }: Keys): (event: KeyboardEvent) => void {
  const { words } = useAround()
  const typed = useRef({ text: '', at: 0 })
  const type = (key: string, at: number): Wish => {
    if (key.length !== 1 || key === ' ') return null
    const now = performance.now()
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + key : key
    typed.current = { text, at: now }
    const found = byTyping(rows, at, text)
    return found === null ? null : { does: 'go', to: found }
  }
  return (event) => {
    const at = rows.findIndex(({ key }) => key === (event.target as HTMLElement).dataset['row'])
    const here = rows[at]
    if (here === undefined) return
    if (here.kind === 'topic' && slots?.takes(event, here) === true) return event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const wish = wishOf({ rows, at, key: event.key, isRtl: words.dir === 'rtl' }) ?? type(event.key, at)
    if (wish === null) return
    event.preventDefault()
    fulfil(wish, { grove, box, rows, slots })
  }
}

function fulfil(wish: NonNullable<Wish>, { grove, box, rows }: Keys): void {
  switch (wish.does) {
    case 'go':
      return focusRow(box.current, wish.to)
    case 'open':
      return void open(grove, wish.row.key)
    case 'close':
      return close(grove, wish.row.key)
    case 'openAll':
      return openAll(grove, rows, wish.beside)
    case 'press':
      return press(wish.row, { grove, box, rows })
  }
}

function openAll(grove: Grove, rows: readonly Row[], beside: Row): void {
  for (const row of rows)
    if (row.kind === 'topic' && row.parent === beside.parent && row.topic.children > 0 && !row.isOpen)
      void open(grove, row.key)
}

/** Behind the last one that was there the next one has the focus then. */
function press(row: Row, { grove, box, rows }: Omit<Keys, 'slots'>): void {
  if (row.kind === 'topic') return rowElement(box.current, row.key)?.querySelector<HTMLElement>('.way-to')?.click()
  const before = rows[rows.indexOf(row) - 1]?.key
  void openDoor(grove, row).then(() =>
    requestAnimationFrame(() => {
      const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = all.findIndex((one) => one.dataset['row'] === before)
      all[at + 1]?.focus()
    }),
  )
}
