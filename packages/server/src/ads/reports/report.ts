import type { Collection, Page, Position } from '@palaver/store'
import type { Campaign, Slice } from '../model.ts'
import { dayIn, dayStart, nextDay } from '../money/days.ts'
import type { FlightTotal, Hour, Reached, Row } from './model.ts'
import { joined, NOBODY, reachedIn } from './reach.ts'
import { registersByDay, storedDays } from './reached-days.ts'
import { rowsIn } from './rows.ts'

export const GROUPINGS = ['hour', 'day', 'zone', 'topic', 'creative', 'flight'] as const
export type Grouping = (typeof GROUPINGS)[number]

export type ReportNeeds = {
  slices: Collection<Slice>
  hours: Collection<Hour>
  reached: Collection<Reached>
  totals: Collection<FlightTotal>
}

export type Numbers = Omit<Row, 'flight' | 'creative' | 'zone' | 'topic'> & { ctr: number }
/** Who was reached is known by whole days alone. */
export type Line = Numbers & { key: string; reach: number | null }
export type Report = {
  lines: Line[]
  /** No reach where one of the days is here in part, and something was shown in the other part of it. */
  total: Numbers & { reach: number | null }
  /** False where so much is still coming in that not all of it is in here. */
  isComplete: boolean
}

/** 92 days by hours. */
export const MOST_HOURS = 2208
const MOST_OPEN = 500
/** The rest of the first day and of the last one. */
const MOST_AROUND = 50

type Asked = { from: string; until: string; by: Grouping }

/** What a campaign brought between two instants: what was added up, and what is still open, read as it is now. */
export async function reportOf(needs: ReportNeeds, campaign: Campaign, asked: Asked): Promise<Report> {
  const whole = wholeDays(campaign, asked)
  const where = { campaign: campaign._id, start: { $gte: whole.from, $lt: whole.until } }
  // In this order: what is closed meanwhile is missing for a moment, and never there twice.
  const { docs } = await needs.hours.find({ where, sort: { start: 1 }, limit: MOST_HOURS + MOST_AROUND })
  const stored = await storedDays(needs.reached, campaign, asked)
  const open = await openSlices(needs, campaign)
  const all: HourOf[] = docs.map(({ start, rows }) => [start, rows])
  for (const slice of open.slices) all.push(...rowsIn(slice, campaign.timeZone))
  const hours = all.filter(([start]) => isIn(asked, start))
  const cut = cutDays(
    campaign,
    all.filter(([start]) => isIn(whole, start) && !isIn(asked, start)),
  )
  const rows = hours.flatMap(([start, some]) =>
    some.map((row) => ({ key: keyOf(asked.by, { row, start, ...campaign }), row })),
  )
  const days = registersByDay({ stored, open: open.slices }, campaign, asked)
  const numbers = numbersOf(rows.map(({ row }) => row))
  const everyone = [...days.values()].reduce(joined, NOBODY)
  return {
    lines: linesOf(rows).map((line) => ({
      ...line,
      reach: asked.by !== 'day' || cut.has(line.key) ? null : reachOn(days.get(line.key), line),
    })),
    total: { ...numbers, reach: cut.size > 0 ? null : reachOn(everyone, numbers) },
    isComplete: open.isComplete,
  }
}

type HourOf = [start: string, rows: Row[]]

const isIn = ({ from, until }: Pick<Asked, 'from' | 'until'>, start: string): boolean => start >= from && start < until

/** The time that is asked for, and the rest of its first day and of its last. */
function wholeDays({ timeZone }: Campaign, { from, until }: Asked): Pick<Asked, 'from' | 'until'> {
  return {
    from: new Date(dayStart(timeZone, Date.parse(from))).toISOString(),
    until: new Date(nextDay(timeZone, Date.parse(until) - 1)).toISOString(),
  }
}

/** Days of which something was shown in hours that are not in the report: how many saw the others, nobody knows. */
const cutDays = ({ timeZone }: Campaign, outside: readonly HourOf[]): ReadonlySet<string> =>
  new Set(
    outside
      .filter(([, rows]) => rows.some(({ impressions }) => impressions > 0))
      .map(([start]) => dayIn(timeZone, Date.parse(start))),
  )

/** It is an estimate: nobody is reached without an impression. */
const reachOn = (registers: string | undefined, { impressions }: Numbers): number =>
  Math.min(reachedIn(registers ?? NOBODY), impressions)

async function openSlices(
  { slices }: ReportNeeds,
  { _id }: Campaign,
): Promise<{ slices: Slice[]; isComplete: boolean }> {
  const where = { campaign: _id, state: 'open' as const }
  const { docs, next } = await slices.find({ where, sort: { made: -1 }, limit: MOST_OPEN })
  return { slices: docs, isComplete: next === null }
}

type Keyed = { row: Row; start: string; timeZone: string }

function keyOf(by: Grouping, { row, start, timeZone }: Keyed): string {
  if (by === 'hour') return start
  return by === 'day' ? dayIn(timeZone, Date.parse(start)) : row[by]
}

function linesOf(rows: readonly { key: string; row: Row }[]): Omit<Line, 'reach'>[] {
  const groups = Map.groupBy(rows, ({ key }) => key)
  const lines = [...groups].map(([key, some]) => ({ key, ...numbersOf(some.map(({ row }) => row)) }))
  return lines.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function numbersOf(rows: readonly Row[]): Numbers {
  const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const [impressions, clicks] = [sum((row) => row.impressions), sum((row) => row.clicks)]
  return {
    impressions,
    viewable: sum((row) => row.viewable),
    clicks,
    conversions: sum((row) => row.conversions),
    spend: sum((row) => row.spend),
    ctr: impressions === 0 ? 0 : clicks / impressions,
  }
}

const AT_ONCE = 5000

/** How often each flight of an org was shown and clicked. */
export async function ratesIn({ totals }: Pick<ReportNeeds, 'totals'>, org: string): Promise<Map<string, FlightTotal>> {
  const rates = new Map<string, FlightTotal>()
  let after: Position | null = null
  do {
    const page: Page<FlightTotal> = await totals.find({ where: { org }, sort: { _id: 1 }, limit: AT_ONCE, after })
    for (const total of page.docs) rates.set(total._id, total)
    after = page.next
  } while (after !== null)
  return rates
}
