import type { Topic } from '../model.ts'
import { type Branch, branchOf, ROOT, type TreeState } from './state.ts'

export type TopicRow = {
  kind: 'topic'
  /** What tells it from all other rows. */
  key: string
  topic: Topic
  level: number
  parent: string
  at: number
  /** How many stand beside it; -1 where that is not known. */
  size: number
  isOpen: boolean
  /** What is under it, where it is open. */
  rows: readonly Row[]
}

/** Stands for what is not there yet: those that follow, or all of a branch that could not be read. */
export type DoorRow = { kind: 'more' | 'failed'; key: string; parent: string; level: number }
export type Row = TopicRow | DoorRow

/** What is to be seen of the tree, row under row. */
export function rowsOf(state: TreeState, parent = ROOT, level = 1): Row[] {
  const branch = branchOf(state, parent)
  const size = branch.next === null ? branch.ids.length : (state.topics.get(parent)?.children ?? -1)
  const rows = branch.ids.flatMap((id, at): TopicRow[] => {
    const topic = state.topics.get(id)
    if (topic === undefined) return []
    const isOpen = state.open.has(id) && topic.children > 0
    const below = isOpen ? rowsOf(state, id, level + 1) : []
    return [{ kind: 'topic', key: id, topic, level, parent, at: at + 1, size, isOpen, rows: below }]
  })
  return [...rows, ...doorsOf(branch, parent, level)]
}

function doorsOf({ phase, next, ids }: Branch, parent: string, level: number): DoorRow[] {
  if (phase === 'failed') return [{ kind: 'failed', key: `${parent} failed`, parent, level }]
  return next === null || ids.length === 0 ? [] : [{ kind: 'more', key: `${parent} more`, parent, level }]
}

/** Those that stand behind a row and all under it, then those before it, the nearest first. */
export function besides(rows: readonly Row[], key: string): string[] {
  const at = rows.findIndex((row) => row.key === key)
  const level = rows[at]?.level ?? 0
  const behind = rows.slice(at + 1)
  const from = behind.findIndex((row) => row.level <= level)
  return [...(from < 0 ? [] : behind.slice(from)), ...rows.slice(0, Math.max(at, 0)).toReversed()].map((row) => row.key)
}

/** The same in the order in which they stand, one after another. */
export const flat = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.kind === 'topic' ? [row, ...flat(row.rows)] : [row]))
