import { type Campaign, type Flight, TIERS } from '../model.ts'
import { foldKeyword } from './keywords.ts'
import type { Candidate } from './model.ts'

type Dated = Pick<Campaign, 'from' | 'until'> | Pick<Flight, 'from' | 'until'>
/** In ms; it begins with the first and is over at the second. */
export type Span = { from: number; until: number }

/** What a flight asks for, as it is compared. */
export type Wants = {
  included: readonly string[]
  excluded: readonly string[]
  /** Shown only where one of the keywords is. */
  isFiltered: boolean
  locales: readonly string[]
  /** Whether it must not be shown somewhere, by what is known of pages and people. Boosts alone keep it from nowhere. */
  isTargeted: boolean
  dates: Span
}

/** A candidate, made ready for many decisions. `rank`: its number in the snapshot's order. */
export type Entry = Wants & { candidate: Candidate; campaignDates: Span; tier: number; rank: number }

const spans = new WeakMap<Dated, Span>()
const wants = new WeakMap<Flight, Wants>()

export const entryOf = (candidate: Candidate): Entry => ({
  ...wantsOf(candidate.flight),
  candidate,
  campaignDates: spanOf(candidate.campaign),
  tier: TIERS.indexOf(candidate.campaign.tier),
  rank: 0,
})

/** What did not change is the same thing in the next snapshot. */
function wantsOf(flight: Flight): Wants {
  const known = wants.get(flight)
  if (known !== undefined) return known
  const { keywords, locales } = flight.targeting
  const included = [...new Set(keywords.include.map(foldKeyword))]
  const isFiltered = keywords.mode === 'filter' && included.length > 0
  const made: Wants = {
    included,
    excluded: [...new Set(keywords.exclude.map(foldKeyword))],
    isFiltered,
    locales: locales.map((locale) => locale.toLowerCase()),
    isTargeted: isFiltered || hasOtherTargeting(flight),
    dates: spanOf(flight),
  }
  wants.set(flight, made)
  return made
}

const hasOtherTargeting = ({
  targeting: { keywords, topics, locales, devices, countries, dayparts },
}: Flight): boolean =>
  [
    keywords.exclude,
    topics.include,
    topics.exclude,
    locales,
    devices,
    countries.include,
    countries.exclude,
    dayparts,
  ].some(({ length }) => length > 0)

function spanOf(dated: Dated): Span {
  const known = spans.get(dated)
  if (known !== undefined) return known
  const { from, until } = dated
  const made = {
    from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  }
  spans.set(dated, made)
  return made
}
