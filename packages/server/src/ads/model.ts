import type { Role } from '../api/actor.ts'

/** Whole micro-units of the org's currency: 2.50 is 2,500,000. Never a fraction, so sums are exact. */
export type Micro = number

/** A page, or an app, that shows ads, and what it wants none of. */
export type Site = {
  _id: string
  org: string
  key: string
  name: string
  isOn: boolean
  /** No ads in these topics and below them, and none for who has one of these roles or has signed in at all. */
  off: { topics: string[]; roles: Role[]; signedIn: boolean }
  blocked: { advertisers: string[]; categories: string[] }
  created: string
  rev: number
}

export const FORMATS = ['card', 'image', 'html'] as const
export type Format = (typeof FORMATS)[number]
export type Size = { width: number; height: number }

/** `best`: highest eCPM. `capped`: and within frequency caps. `targeted`: and by keywords and all other targeting. */
export const DESIGNS = ['best', 'capped', 'targeted'] as const
export type Design = (typeof DESIGNS)[number]

/** In a thread only between root comments: after the nth, and then after each `every` more, at most `most` times. */
export type Placement =
  | { kind: 'anywhere' }
  | { kind: 'topic' }
  | { kind: 'thread'; after: number; every: number | null; most: number }
  | { kind: 'feed'; every: number; most: number }

/** Where ads are shown. Pages name it by its key. */
export type Zone = {
  _id: string
  org: string
  key: string
  /** Key of its site. */
  site: string
  name: string
  isOn: boolean
  placement: Placement
  /** Null: a card, which takes the width it is given. */
  size: Size | null
  formats: Format[]
  /** Lowest eCPM that is shown here. */
  floor: Micro
  design: Design
  /** Creatives of the org itself, shown where nothing else is; they cost nobody anything. */
  house: string[]
  created: string
  rev: number
}

export type Advertiser = {
  _id: string
  org: string
  name: string
  /** Two of one category are not shown on one page. */
  category: string | null
  isArchived: boolean
  /** Of the link to its reports; a new one makes old links useless. */
  linkSecret: string | null
  created: string
  rev: number
}

/** The first that has anything to show is shown; `house` last. */
export const TIERS = ['sponsor', 'standard', 'remnant', 'house'] as const
export type Tier = (typeof TIERS)[number]
export const CAMPAIGN_STATES = ['draft', 'on', 'paused', 'archived'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** A part of the budget that is out with a node. `events`: how many of the flight's goal it stands for. */
export type Out = { id: string; flight: string; day: string; amount: Micro; events: number; closes: string }

/** How much of a flight's goal has been handed out, all told and in the hour that began at `hour`. */
export type Taken = { flight: string; events: number; hour: string; inHour: number }

/**
 * What a campaign has, in the campaign's own document: budget = left + spent + all that is out. `days`: what was
 * handed out for a day of the campaign's time zone and has not come back; only the last few.
 */
export type Money = {
  left: Micro
  spent: Micro
  days: { day: string; taken: Micro }[]
  flights: Taken[]
  out: Out[]
  /** The earliest at which something that is out has to be settled; null where nothing is. */
  nextClose: string | null
}

export type Campaign = {
  _id: string
  org: string
  advertiser: string
  name: string
  state: CampaignState
  tier: Tier
  from: string
  until: string | null
  timeZone: string
  budget: Micro
  dailyCap: Micro | null
  /** It may have several places on one page; others of its advertiser, and of its category, still may not. */
  roadblock: boolean
  /** Whether those are shown its ads of whom nothing may be kept, where a cap would have to be kept. */
  withoutId: 'serve' | 'withhold'
  money: Money
  created: string
  rev: number
}

/** CPM: a thousand impressions. CPC: a click. CPA: a conversion. Flat: all of it, once. */
export const PRICINGS = ['cpm', 'cpc', 'cpa', 'flat'] as const
export type Pricing = (typeof PRICINGS)[number]

export const CAP_SCOPES = ['advertiser', 'campaign', 'creative'] as const
export type CapScope = (typeof CAP_SCOPES)[number]
/** At most so many impressions for one person in any stretch of so many seconds. */
export type Cap = { per: CapScope; most: number; seconds: number }

export const DEVICES = ['phone', 'tablet', 'desk'] as const
export type Device = (typeof DEVICES)[number]

/** Days of the week from 0, Sunday; times as `HH:MM` in the campaign's time zone, `24:00` for its end. */
export type Daypart = { days: number[]; from: string; until: string }

/** Empty lists ask for nothing; what is excluded is excluded, whatever else fits. */
export type Targeting = {
  /** `filter`: shown only where one of `include` is. `boost`: shown everywhere, and sooner where they are. */
  keywords: { include: string[]; exclude: string[]; mode: 'filter' | 'boost' }
  /** Ids of topics; each stands for all below it. */
  topics: { include: string[]; exclude: string[] }
  locales: string[]
  devices: Device[]
  countries: { include: string[]; exclude: string[] }
  dayparts: Daypart[]
}

/** It asks for nothing. */
export const NO_TARGETING: Targeting = {
  keywords: { include: [], exclude: [], mode: 'boost' },
  topics: { include: [], exclude: [] },
  locales: [],
  devices: [],
  countries: { include: [], exclude: [] },
  dayparts: [],
}

export const FLIGHT_STATES = ['on', 'paused', 'archived'] as const
export type Flight = {
  _id: string
  org: string
  campaign: string
  name: string
  state: (typeof FLIGHT_STATES)[number]
  /** Null: when its campaign does. */
  from: string | null
  until: string | null
  pricing: { model: Pricing; price: Micro }
  /** Impressions, or clicks where those are paid for; null: as many as the budget pays for. */
  goal: number | null
  pacing: 'even' | 'asap'
  caps: Cap[]
  targeting: Targeting
  /** Keys of zones; empty: every zone that its creatives fit. */
  zones: string[]
  creatives: string[]
  created: string
  rev: number
}

export const REVIEWS = ['waiting', 'approved', 'rejected'] as const
/** What is shown. Only what was approved runs; a change of what is shown waits again. */
export type Creative = {
  _id: string
  org: string
  advertiser: string
  name: string
  format: Format
  size: Size | null
  card: { title: string; text: string; action: string; photo: string | null } | null
  image: { photo: string; alt: string } | null
  html: string | null
  destination: string
  review: { state: (typeof REVIEWS)[number]; reason: string | null; by: string | null; at: string | null }
  isArchived: boolean
  created: string
  rev: number
}

/**
 * A part of a campaign's budget, out with a node, and the ledger of what was billed from it. An entry of `views` is
 * what the signed address said of the decision (`entries.ts`); `seen` and `clicks` name views by their number.
 * It is open for decisions for a while, then for what those bring, then closed; its rest goes back to the campaign once.
 */
export type Slice = {
  _id: string
  campaign: string
  key: string
  org: string
  flight: string
  node: string
  /** In the campaign's time zone: all of it counts as spent on this day. */
  day: string
  state: 'open' | 'closed'
  made: string
  closes: string
  amount: Micro
  /** How many views, and how many clicks that cost something, it has room for. */
  room: number
  clickRoom: number
  viewCost: Micro
  clickCost: Micro
  /** What a conversion costs that follows from one of its views: billed from a slice of its own. */
  conversionCost: Micro
  /** What it costs whatever comes: a conversion that was paid for, or the price of a flat flight; else 0. */
  fee: Micro
  views: string[]
  /** Numbers of `views`, in their order: so one condition finds whether one is there. */
  viewed: number[]
  seen: number[]
  clicks: number[]
  /** Clicks beyond `clickRoom`: they happened, and cost nothing. */
  freeClicks: number[]
  /** Where it stands for one; `fee` is what it cost. `view`: entry of the view that it came from. */
  conversion: { nonce: string; at: string; view: string } | null
}

/** What somebody was shown of campaigns with caps: `at` in ms; not `confirmed` while the impression has not come. */
export type Shown = {
  nonce: string
  advertiser: string
  campaign: string
  creative: string
  at: number
  confirmed: boolean
}

/** `by`: whose clock `at` was read from. Clocks of others may differ. */
export type KeptShown = Shown & { by: string }

/**
 * Of one person, by a keyed hash of their org and their own id or a random one that they agreed to. Bounded, and it
 * expires. `shown`: a `shownEntry` each. `over`: when something that counts found no room, in ms.
 */
export type Profile = { _id: string; shown: string[]; over: number | null; expires: string }
