import type { Item, Window } from '../model.ts'
import { instantOf, type WindowNeeds } from './needs.ts'

/** What goes out together: a closed window with the items of those that it includes. */
export type Closed = { window: Window; items: Item[] }
/** A later time for a window that is due, or null: it may go out. */
export type Hold = (window: Window) => Promise<{ due: number; kind: Window['kind'] } | null>
export type Closing = { holder: string; leaseMs: number; hold: Hold }

/** Of the windows of one person: more than these go out with the mail after. */
const MOST_INCLUDED = 100
const SOON_MS = 1_000

/**
 * Takes a window that is due for this holder, together with what else of the same person is to go out with it; null
 * where it is not the time, or somebody else has it. The window names the others before they are merged into it:
 * whoever finds it left like this merges them again.
 */
export async function closeWindow(needs: WindowNeeds, due: Window, closing: Closing): Promise<Closed | null> {
  const { windows, now } = needs
  const others = due.isBegun || due.outcome !== null ? [] : await companions(needs, due)
  if (others === null) return null
  if (due.state === 'open' && (await isHeld(needs, due, closing.hold))) return null
  const { changed, doc } = await windows.change(due._id, (seen, to) => {
    if (seen === null || !isFree(seen, now())) return null
    const until = instantOf(now() + closing.leaseMs)
    const includes = seen.isBegun ? seen.includes : [...new Set([...seen.includes, ...others])]
    const lease = { holder: closing.holder, until }
    return to.change({ $set: { state: 'closed', includes, lease, next: until } })
  })
  if (!changed || doc === null) return null
  return gathered(needs, doc)
}

const isFree = ({ state, next }: Window, now: number): boolean =>
  (state === 'open' || state === 'closed') && next <= instantOf(now)

/**
 * What else goes out with it: what is due as well, and what waits for the same kind of mail. Null where another one of
 * the person comes first: that will take this one along.
 */
async function companions(needs: WindowNeeds, due: Window): Promise<string[] | null> {
  const { windows, now } = needs
  const { person, channel } = due
  const moment = instantOf(now())
  const where = (state: Window['state']) => ({ person, channel, state })
  const open = await windows.find({ where: where('open'), sort: { due: 1 }, limit: MOST_INCLUDED, next: false })
  if (due.state === 'open') {
    const closed = await windows.find({ where: where('closed'), sort: { due: 1 }, limit: MOST_INCLUDED, next: false })
    const pending = closed.docs.find(({ isBegun, outcome }) => !isBegun && outcome === null)
    if (pending !== undefined) {
      const next = pending.lease === null ? pending.next : instantOf(now() + SOON_MS)
      await windows.update({ _id: due._id, state: 'open' }, { $set: { next } })
      return null
    }
    const first = open.docs.find(({ next }) => next <= moment)
    if (first !== undefined && first._id !== due._id) return null
  }
  return open.docs
    .filter((window) => window._id !== due._id && (window.due <= moment || window.kind === due.kind))
    .map(({ _id }) => _id)
}

async function isHeld({ windows }: WindowNeeds, window: Window, hold: Hold): Promise<boolean> {
  const later = await hold(window)
  if (later === null) return false
  const due = instantOf(later.due)
  await windows.update({ _id: window._id, state: 'open' }, { $set: { due, next: due, kind: later.kind } })
  return true
}

/** Those that were no longer open go out with another one. */
async function gathered({ windows }: WindowNeeds, window: Window): Promise<Closed> {
  const items = [...window.items]
  let { more } = window
  for (const id of window.includes) {
    await windows.update({ _id: id, state: 'open' }, { $set: { state: 'merged', into: window._id } })
    const other = await windows.get(id)
    if (other?.into !== window._id) continue
    items.push(...other.items)
    more += other.more
  }
  return { window: { ...window, more }, items: items.toSorted((one, other) => (one.at < other.at ? -1 : 1)) }
}
