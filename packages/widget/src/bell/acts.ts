import { call, type Palaver } from '@palaver/client'
import { archive, markRead, markSeen, notifications } from '@palaver/client/notifications'
import { picturesAt } from '../thread/state/picture-addresses.ts'
import { problemIn } from '../acts/problem-in.ts'
import { withAllRead, withFirst, withMore, withPutAway, withRead, withTakenOut } from './changes.ts'
import type { BellState, Entry, Page } from './state.ts'

/** The service, as the owner of a bell speaks to it, and what the bell shows. */
export type Desk = { palaver: Palaver; set: (change: (state: BellState) => BellState) => void }

const AT_ONCE = 20

const centre = ({ palaver }: Desk) => notifications(palaver, { limit: AT_ONCE })

/** Reads the newest entries, and says that they were seen. */
export async function readNewest(desk: Desk): Promise<void> {
  desk.set((state) => (state.phase === 'failed' ? { ...state, phase: 'loading' } : state))
  try {
    const page = await centre(desk).page()
    desk.set((state) => withFirst(state, page))
    const seen = page.position > page.seenTo ? markSeen(desk.palaver, page.position) : null
    await Promise.all([seen, showFaces(desk, page)])
  } catch (error) {
    fail(desk, error)
  }
}

export async function readMore(desk: Desk, next: string): Promise<void> {
  desk.set((state) => ({ ...state, isLoadingMore: true, problem: null }))
  try {
    const page = await centre(desk).page(next)
    desk.set((state) => withMore(state, page))
    await showFaces(desk, page)
  } catch (error) {
    fail(desk, error)
  }
}

/** What was done is shown at once; where the service did not do it, the list is read again. */
async function atOnce(
  desk: Desk,
  change: (state: BellState) => BellState,
  does: () => Promise<unknown>,
): Promise<void> {
  desk.set(change)
  try {
    await does()
  } catch (error) {
    fail(desk, error)
    desk.set((state) => ({ ...state, isStale: true }))
  }
}

export const readOne = (desk: Desk, { group }: Entry): Promise<void> =>
  atOnce(
    desk,
    (state) => withRead(state, group),
    () => untilAll(() => markRead(desk.palaver, { group })),
  )

/** What came after the list was read stays unread: nobody has seen it. */
export const readAll = (desk: Desk, upTo: number): Promise<void> =>
  atOnce(desk, withAllRead, () => untilAll(() => markRead(desk.palaver, { upTo })))

export const putAway = (desk: Desk, entry: Entry): Promise<void> =>
  atOnce(
    desk,
    (state) => withPutAway(state, entry),
    () => untilAll(() => archive(desk.palaver, { group: entry.group })),
  )

export const takeOut = (desk: Desk, { group }: Entry): Promise<void> =>
  atOnce(desk, withTakenOut, () => untilAll(() => archive(desk.palaver, { group, on: false })))

/** One call reaches so many of them. */
async function untilAll(mark: () => Promise<{ more: boolean }>): Promise<void> {
  while ((await mark()).more);
}

async function showFaces({ palaver, set }: Desk, { entries }: Page): Promise<void> {
  const id = [...new Set(entries.flatMap(({ actors }) => actors.slice(0, 1).map((actor) => actor.id)))]
  if (id.length === 0) return
  const { avatars } = await call(palaver, 'GET /v1/avatars', { query: { org: palaver.org, id } })
  set((state) => ({ ...state, avatars: { ...state.avatars, ...picturesAt(palaver.url, avatars) } }))
}

function fail({ set }: Desk, error: unknown): void {
  const problem = problemIn(error)
  set((state) => ({
    ...state,
    problem,
    isLoadingMore: false,
    phase: state.phase === 'loading' ? 'failed' : state.phase,
  }))
}
