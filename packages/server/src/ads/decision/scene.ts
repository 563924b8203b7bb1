import type { Site, Zone } from '../model.ts'
import type { Entry } from './entry.ts'
import { canonicalLocale } from './locale.ts'
import type { Ask, Means } from './model.ts'
import type { Page } from './page.ts'
import { boostOf } from './scoring.ts'

/** A zone and its site; null where the site is not there any more. */
export type Place = { zone: Zone; site: Site | null }

/** What is known of the page and of whoever looks at it, as it is compared; the same for all places of a page. */
export type Known = {
  ask: Ask
  keywords: ReadonlySet<string>
  topics: ReadonlySet<string>
  /** See `Ask`. */
  within: ReadonlySet<string> | null
  /** The language that was asked for and the ranges it is in: `de-at`, `de`. */
  locales: readonly string[]
}

/** All that a rule may look at, besides the candidate. */
export type Scene = Known & { place: Place; page: Page; isCapped: Means['isCapped'] }

export function knownOf(ask: Ask): Known {
  const topics = new Set(ask.topics)
  return {
    ask,
    keywords: new Set(ask.keywords),
    topics,
    within: ask.within === ask.topics ? topics : ask.within && new Set(ask.within),
    locales: rangesOf(ask.locale),
  }
}

function rangesOf(locale: string | null): string[] {
  if (locale === null || locale === '') return []
  const parts = (canonicalLocale(locale) ?? locale).toLowerCase().split('-')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/** How many of the flight's keywords are on the page. */
export function matchesOf({ included }: Entry, keywords: ReadonlySet<string>): number {
  let found = 0
  for (const word of included) if (keywords.has(word)) found += 1
  return found
}

/** By which candidates of one tier are compared. Only `targeted` zones heed keywords, and filters do not boost. */
export const scoreOf = (entry: Entry, { place, keywords }: Pick<Scene, 'place' | 'keywords'>): number =>
  place.zone.design === 'targeted' && !entry.isFiltered
    ? entry.candidate.ecpm * boostOf(matchesOf(entry, keywords))
    : entry.candidate.ecpm
