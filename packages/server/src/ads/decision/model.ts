import type { Actor } from '../../api/actor.ts'
import type { Advertiser, Campaign, Creative, Device, Flight, Site, Zone } from '../model.ts'

/** How often a flight was shown and clicked, for its click rate. */
export type Rates = { views: number; clicks: number; conversions: number }

/** All of an org that decisions need, as it was read. Money is not in it: that is asked for when it is needed. */
export type Inventory = {
  org: string
  sites: readonly Site[]
  zones: readonly Zone[]
  advertisers: readonly Advertiser[]
  campaigns: readonly Omit<Campaign, 'money'>[]
  flights: readonly Flight[]
  creatives: readonly Creative[]
  rates: ReadonlyMap<string, Rates>
}

/** What an org's inventory consists of, by the names that events use. */
export type Kinds = {
  site: Site
  zone: Zone
  advertiser: Advertiser
  campaign: Omit<Campaign, 'money'>
  flight: Flight
  creative: Creative
}
export type Kind = keyof Kinds

/** One creative of one flight, with all that is above it. */
export type Candidate = {
  advertiser: Advertiser
  campaign: Omit<Campaign, 'money'>
  flight: Flight
  creative: Creative
  /** In micro-units, for a thousand impressions. */
  ecpm: number
  /** Flights of the campaign that its budget is spread among as one, where this is one of them. */
  sharing?: readonly Flight[] | undefined
}

/** What is known of a page and of who looks at it. */
export type Ask = {
  org: string
  actor: Actor | null
  /** Id of a profile; null: nothing may be kept, so only the page counts. */
  person: string | null
  /** Folded as `foldKeyword` does it. */
  keywords: readonly string[]
  /** Id of the page's topic, then of each above it; empty where there is none, or where nothing may be told by it. */
  topics: readonly string[]
  /**
   * The same for what is kept out of topics: also where nothing may be told. Null where the page names a topic that is
   * not there for who looks: it may be any, so whatever is kept out of some is kept out of it.
   */
  within: readonly string[] | null
  /** As BCP 47 says it; null where nobody said. */
  locale: string | null
  device: Device
  /** Two capital letters; null where the host's proxy does not say. */
  country: string | null
  now: number
  places: readonly { zone: string; count: number }[]
  /** What the page shows already; where the creative is said, it is not shown again. */
  beside: readonly { advertiser: string; campaign: string; creative?: string }[]
}

/** A place in a slice, held in memory until the impression comes or its time is over. */
export type Reserved = { slice: string; index: number }

/** Asked only of those that pass all other rules, the best first. */
export type Means = {
  /** Whether one more would go past a cap; null where nothing is kept of the person. */
  isCapped: ((candidate: Candidate, now: number) => boolean) | null
  /** Null: no budget, not its turn by pacing, or the goal is reached. */
  reserve: (candidate: Candidate, now: number) => Reserved | null | Promise<Reserved | null>
  release: (candidate: Candidate, reserved: Reserved) => void
  random: () => number
}

export type Chosen = { zone: Zone; candidate: Candidate; reserved: Reserved | null }

/** Why a candidate was not shown in a place: the first rule that it failed. Null where it was shown. */
export type Verdict = {
  zone: string
  flight: string
  creative: string
  ecpm: number
  score: number
  droppedBy: string | null
}
