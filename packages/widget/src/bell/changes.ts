import type { PersonFrame } from '@palaver/client/live'
import type { BellState, Entry, Page } from './state.ts'

/** The newest page, in front of the older entries that were read before, where it reaches down to them. */
export function withFirst(state: BellState, page: Page): BellState {
  const groups = new Set(page.entries.map(({ group }) => group))
  const oldest = page.entries.at(-1)?.position ?? 0
  const meets = page.next !== null && state.entries.some(({ group }) => groups.has(group))
  const older = meets ? state.entries.filter((one) => one.position < oldest && !groups.has(one.group)) : []
  return {
    ...state,
    phase: 'ready',
    problem: null,
    isStale: false,
    entries: [...page.entries, ...older],
    next: older.length === 0 ? page.next : state.next,
    position: page.position,
  }
}

export function withMore(state: BellState, page: Page): BellState {
  const known = new Set(state.entries.map(({ group }) => group))
  const entries = [...state.entries, ...page.entries.filter(({ group }) => !known.has(group))]
  return { ...state, entries, next: page.next, isLoadingMore: false, problem: null }
}

/** The number is taken down at once; the service says soon how it really stands. */
export function withRead(state: BellState, group: string): BellState {
  const entry = state.entries.find((one) => one.group === group)
  const entries = state.entries.map((one) => (one.group === group ? { ...one, unread: 0 } : one))
  return { ...state, entries, unread: fewer(state.unread, entry?.unread ?? 0) }
}

export function withAllRead(state: BellState): BellState {
  const entries = state.entries.map((one) => ({ ...one, unread: 0 }))
  return { ...state, entries, unread: { count: 0, more: false } }
}

export function withPutAway(state: BellState, entry: Entry): BellState {
  const at = state.entries.findIndex(({ group }) => group === entry.group)
  const entries = state.entries.filter(({ group }) => group !== entry.group)
  return { ...state, entries, putAway: { entry, at }, unread: fewer(state.unread, entry.unread) }
}

export function withTakenOut(state: BellState): BellState {
  if (state.putAway === null) return state
  const { entry, at } = state.putAway
  const { unread } = state
  return {
    ...state,
    entries: state.entries.toSpliced(at, 0, entry),
    putAway: null,
    unread: unread === null ? null : { ...unread, count: unread.count + entry.unread },
  }
}

const fewer = (unread: BellState['unread'], by: number): BellState['unread'] =>
  unread === null ? null : { ...unread, count: Math.max(0, unread.count - by) }

/** What the service told: numbers are taken as they are, all else says that the list is an old one. */
export function withHeard(state: BellState, frame: PersonFrame): BellState {
  switch (frame.event) {
    case 'counts':
      return { ...state, unread: frame.data.unread }
    case 'marked':
      // That the list was seen changes nothing in it.
      return frame.data.op === 'seenTo' ? state : { ...state, isStale: true }
    case 'told':
    case 'retracted':
    case 'reset':
      return { ...state, isStale: true }
    default:
      return state
  }
}
