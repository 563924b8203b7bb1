import type { Collection } from '@palaver/store'
import { readViewEntry } from '../entries.ts'
import type { Campaign, Slice } from '../model.ts'
import { dayIn } from '../money/days.ts'
import type { Reached } from './model.ts'
import { joined, NOBODY, withReached } from './reach.ts'

export type Span = { from: string; until: string }

/** Those that 92 days by hours lie in, also where the first and the last are halves. */
const MOST_DAYS = 94

/** Days of the campaign that a span of time touches. */
function daysOf({ timeZone }: Campaign, { from, until }: Span): { first: string; last: string } {
  return { first: dayIn(timeZone, Date.parse(from)), last: dayIn(timeZone, Date.parse(until) - 1) }
}

/** Who was reached on these days, as far as it was added up. */
export async function storedDays(all: Collection<Reached>, campaign: Campaign, span: Span): Promise<Reached[]> {
  const { first, last } = daysOf(campaign, span)
  const where = { campaign: campaign._id, day: { $gte: first, $lte: last } }
  return (await all.find({ where, limit: MOST_DAYS })).docs
}

type Known = { stored: readonly Reached[]; open: readonly Slice[] }

/** Registers of each day, with what is still open. */
export function registersByDay({ stored, open }: Known, campaign: Campaign, span: Span): Map<string, string> {
  const { first, last } = daysOf(campaign, span)
  const days = new Map(stored.map(({ day, registers }) => [day, registers]))
  const views = open.flatMap((slice) => slice.views.map(readViewEntry)).filter(({ reach }) => reach !== '')
  for (const [day, some] of Map.groupBy(views, ({ at }) => dayIn(campaign.timeZone, at))) {
    if (day < first || day > last) continue
    const registers = withReached(NOBODY, new Set(some.map(({ reach }) => reach)))
    days.set(day, joined(days.get(day) ?? NOBODY, registers))
  }
  return days
}
