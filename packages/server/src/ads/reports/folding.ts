import type { Collection, LoggedEvent } from '@palaver/store'
import { readViewEntry } from '../entries.ts'
import type { Campaign, Slice } from '../model.ts'
import { dayIn } from '../money/days.ts'
import type { FlightTotal, Hour, Reached, Row } from './model.ts'
import { NOBODY, withReached } from './reach.ts'
import { rowsIn, summed } from './rows.ts'

export type FoldNeeds = {
  slices: Collection<Slice>
  campaigns: Collection<Campaign>
  hours: Collection<Hour>
  reached: Collection<Reached>
  totals: Collection<FlightTotal>
}

/**
 * Adds a slice that was closed to the hours, days and totals that it belongs to. Each bears the number of the last
 * event that was added to it, so nothing is added twice, and events are in one order, so nothing is left out.
 */
export async function foldSlice(needs: FoldNeeds, { seq, after }: LoggedEvent): Promise<void> {
  const id = (after as { slice?: unknown } | null)?.slice
  const slice = typeof id === 'string' ? await needs.slices.get(id) : null
  if (slice === null) return
  const timeZone = (await needs.campaigns.get(slice.campaign))?.timeZone ?? 'UTC'
  const hours = rowsIn(slice, timeZone)
  for (const [start, rows] of hours) await foldHour(needs, slice, { start, rows, seq })
  await foldTotal(needs, slice, { rows: [...hours.values()].flat(), seq })
  for (const [day, registers] of reachedIn(slice, timeZone)) await foldReached(needs, slice, { day, registers, seq })
}

async function foldHour(
  { hours }: FoldNeeds,
  { campaign, org }: Slice,
  { start, rows, seq }: { start: string; rows: Row[]; seq: number },
): Promise<void> {
  await hours.change(`${campaign}~${start}`, (hour, to) => {
    if (hour === null) return to.insert({ _id: `${campaign}~${start}`, org, campaign, start, counted: seq, rows })
    if (hour.counted >= seq) return null
    return to.change({ $set: { counted: seq, rows: summed([...hour.rows, ...rows]) } })
  })
}

async function foldTotal(
  { totals }: FoldNeeds,
  { flight, org }: Slice,
  { rows, seq }: { rows: Row[]; seq: number },
): Promise<void> {
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const added = {
    views: sum((row) => row.impressions),
    clicks: sum((row) => row.clicks),
    conversions: sum((row) => row.conversions),
  }
  await totals.change(flight, (total, to) => {
    if (total === null) return to.insert({ _id: flight, org, counted: seq, ...added })
    return total.counted >= seq ? null : to.change({ $set: { counted: seq }, $inc: added })
  })
}

/** By days. */
function reachedIn({ views }: Slice, timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>()
  for (const { reach, at } of views.map(readViewEntry)) {
    if (reach === '') continue
    const day = dayIn(timeZone, at)
    days.set(day, [...(days.get(day) ?? []), reach])
  }
  return days
}

/** What is taken in again changes nothing: only the order of events spares the work. */
async function foldReached(
  { reached }: FoldNeeds,
  { campaign, org }: Slice,
  { day, registers, seq }: { day: string; registers: string[]; seq: number },
): Promise<void> {
  const _id = `${campaign}~${day}`
  await reached.change(_id, (known, to) => {
    if (known === null)
      return to.insert({ _id, org, campaign, day, counted: seq, registers: withReached(NOBODY, registers) })
    if (known.counted >= seq) return null
    return to.change({ $set: { counted: seq, registers: withReached(known.registers, registers) } })
  })
}
