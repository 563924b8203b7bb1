import type { Row } from './rows.ts'

/** What a key asks for. */
export type Wish =
  | { does: 'go'; to: string }
  | { does: 'open' | 'close' | 'press'; row: Row }
  | { does: 'openAll'; beside: Row }
  | null

type Asked = { rows: readonly Row[]; at: number; key: string; isRtl: boolean }

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

type Here = { rows: readonly Row[]; at: number; row: Row }

const WISHES: Readonly<Record<string, (here: Here) => Wish>> = {
  ArrowDown: ({ rows, at }) => to(rows[at + 1]),
  ArrowUp: ({ rows, at }) => to(rows[at - 1]),
  Home: ({ rows }) => to(rows[0]),
  End: ({ rows }) => to(rows.at(-1)),
  ArrowRight: inward,
  ArrowLeft: outward,
  Enter: ({ row }) => ({ does: 'press', row }),
  ' ': ({ row }) => ({ does: 'press', row }),
  '*': ({ row }) => ({ does: 'openAll', beside: row }),
}

/** As the tree pattern of WAI-ARIA has it; in text that runs from right to left, arrows point the other way. */
export function wishOf({ rows, at, key, isRtl }: Asked): Wish {
  const row = rows[at]
  const wish = WISHES[isRtl ? (MIRRORED[key] ?? key) : key]
  return row === undefined || wish === undefined ? null : wish({ rows, at, row })
}

function to(row: Row | undefined): Wish {
  return row === undefined ? null : { does: 'go', to: row.key }
}

function inward({ rows, at, row }: Here): Wish {
  if (row.kind !== 'topic' || row.topic.children === 0) return null
  if (!row.isOpen) return { does: 'open', row }
  const next = rows[at + 1]
  return next !== undefined && next.level > row.level ? to(next) : null
}

function outward({ rows, at, row }: Here): Wish {
  if (row.kind === 'topic' && row.isOpen) return { does: 'close', row }
  return to(rows.slice(0, at).findLast(({ level }) => level < row.level))
}

/** The next row whose name begins with what was typed; one letter again and again leads from one to the next. */
export function byTyping(rows: readonly Row[], at: number, typed: string): string | null {
  const isRepeated = typed.split('').every((letter) => letter === typed[0])
  const wanted = folded(isRepeated ? (typed[0] ?? '') : typed)
  const from = isRepeated ? at + 1 : at
  const inTurn = [...rows.slice(from), ...rows.slice(0, from)]
  return inTurn.find((row) => row.kind === 'topic' && folded(row.topic.name).startsWith(wanted))?.key ?? null
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
