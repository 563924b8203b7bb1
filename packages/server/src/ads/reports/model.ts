import type { Micro } from '../model.ts'

/** What happened with one creative in one place, in one hour. */
export type Row = {
  flight: string
  creative: string
  /** Key of the zone. */
  zone: string
  /** Id of the page's topic, or empty. */
  topic: string
  impressions: number
  viewable: number
  clicks: number
  conversions: number
  spend: Micro
}

/** One hour of a campaign, in its time zone, by the time of the decisions. `counted`: up to which event it was added up. */
export type Hour = { _id: string; org: string; campaign: string; start: string; counted: number; rows: Row[] }

/** Who was reached on one day, as registers (`reach.ts`). */
export type Reached = { _id: string; org: string; campaign: string; day: string; counted: number; registers: string }

/** How often a flight was shown and clicked in all. */
export type FlightTotal = {
  _id: string
  org: string
  counted: number
  views: number
  clicks: number
  conversions: number
}
