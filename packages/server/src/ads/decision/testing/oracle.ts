import type { Campaign, Creative, Daypart, Flight } from '../../model.ts'
import type { Ask, Inventory } from '../model.ts'

/** The same decision once more, from what the words mean: no index, no order, no code of the decision itself. */

export type Option = {
  flight: Flight
  creative: Creative
  campaign: Omit<Campaign, 'money'>
  category: string | null
  isGone: boolean
  ecpm: number
}

/** `shown`: what the page has already, in the order in which it came. `capped`: null where nothing is kept of the person. */
export type Situation = {
  zone: string
  shown: readonly { advertiser: string; campaign: string; creative: string | null }[]
  capped: ((option: Option) => boolean) | null
}

export class Oracle {
  readonly options: Option[]
  readonly #inventory: Inventory

  constructor(inventory: Inventory) {
    this.#inventory = inventory
    this.options = inventory.flights.flatMap((flight) =>
      [...new Set(flight.creatives)].flatMap((id) => {
        const creative = inventory.creatives.find(({ _id }) => _id === id)
        const campaign = inventory.campaigns.find(({ _id }) => _id === flight.campaign)
        const advertiser = inventory.advertisers.find(({ _id }) => _id === campaign?.advertiser)
        if (creative === undefined || campaign === undefined || advertiser === undefined) return []
        const { category, isArchived: isGone } = advertiser
        return [{ flight, creative, campaign, category, isGone, ecpm: worth(flight, inventory) }]
      }),
    )
  }

  /** Those of which any may come next: of the first tier that has one, all that score most. */
  best(ask: Ask, situation: Situation, hasMoney: (option: Option) => boolean): Option[] {
    const able = this.options.filter((option) => this.dropped(option, ask, situation) === null && hasMoney(option))
    for (const tier of ['sponsor', 'standard', 'remnant', 'house']) {
      const here = able.filter(({ campaign }) => campaign.tier === tier)
      const most = Math.max(...here.map((option) => this.score(option, ask, situation.zone)))
      if (here.length > 0) return here.filter((option) => this.score(option, ask, situation.zone) === most)
    }
    return []
  }

  score({ flight, ecpm }: Option, { keywords }: Ask, zone: string): number {
    const { include, mode } = flight.targeting.keywords
    const design = this.#inventory.zones.find(({ key }) => key === zone)?.design
    if (design !== 'targeted' || mode === 'filter') return ecpm
    const words = new Set(include.map(plain))
    const found = [...words].filter((word) => keywords.includes(word)).length
    return ecpm * (1 + Math.log(1 + Math.min(3, found)))
  }

  /** The first reason against it, in the order in which reasons are given. */
  dropped(option: Option, ask: Ask, situation: Situation): string | null {
    return (
      this.#byPlace(ask, situation) ??
      this.#byZone(option, situation) ??
      byTime(option, ask) ??
      byTargeting(option, ask) ??
      byPerson(option, situation) ??
      byKeywords(option, ask) ??
      this.#byPage(option, situation) ??
      byCaps(option, situation)
    )
  }

  #byPlace({ actor, within }: Ask, { zone: key }: Situation): string | null {
    const zone = this.#inventory.zones.find((one) => one.key === key)
    const site = this.#inventory.sites.find((one) => one.key === zone?.site)
    if (site === undefined || !site.isOn) return 'site-is-on'
    if (zone === undefined || !zone.isOn) return 'zone-is-on'
    if (site.off.topics.some((topic) => within?.includes(topic) ?? true)) return 'topic-has-ads'
    if (actor === null || actor.kind !== 'person') return null
    if (site.off.roles.includes(actor.role)) return 'role-sees-ads'
    return site.off.signedIn ? 'signed-in-see-ads' : null
  }

  #byZone(option: Option, { zone: key }: Situation): string | null {
    const { flight, creative, campaign, category, isGone, ecpm } = option
    const zone = this.#inventory.zones.find((one) => one.key === key)
    const site = this.#inventory.sites.find((one) => one.key === zone?.site)
    if (zone === undefined || site === undefined) throw new Error(`there is no zone ${key}, or it has no site`)
    const { blocked } = site
    const reasons: [boolean, string][] = [
      [blocked.advertisers.includes(campaign.advertiser), 'advertiser-not-blocked-by-site'],
      [category !== null && blocked.categories.includes(category), 'category-not-blocked-by-site'],
      [flight.zones.length > 0 && !flight.zones.includes(key), 'flight-wants-zone'],
      [!zone.formats.includes(creative.format), 'format-fits-zone'],
      [creative.size !== null && JSON.stringify(creative.size) !== JSON.stringify(zone.size), 'size-fits-zone'],
      [creative.review.state !== 'approved', 'creative-is-approved'],
      [campaign.state !== 'on', 'campaign-is-on'],
      [flight.state !== 'on', 'flight-is-on'],
      [isGone, 'advertiser-not-archived'],
      [creative.isArchived, 'creative-not-archived'],
      [zone.design === 'best' && flight.caps.length > 0, 'zone-heeds-caps-of-flight'],
      [zone.design !== 'targeted' && isTargeted(flight), 'zone-heeds-targeting-of-flight'],
      [ecpm < zone.floor, 'floor-price'],
    ]
    return firstOf(reasons)
  }

  #byPage({ creative, campaign, category }: Option, { shown }: Situation): string | null {
    const mine = ({ campaign: other }: { campaign: string }): boolean => campaign.roadblock && other === campaign._id
    const others = shown.filter((one) => !mine(one))
    const categoryOf = (id: string): string | null =>
      this.#inventory.advertisers.find(({ _id }) => _id === id)?.category ?? null
    const isRoadblock = (id: string): boolean =>
      this.#inventory.campaigns.find(({ _id }) => _id === id)?.roadblock === true
    return firstOf([
      [shown.some((one) => one.creative === creative._id), 'creative-once-a-page'],
      [others.some(({ advertiser }) => advertiser === campaign.advertiser), 'advertiser-once-a-page'],
      [category !== null && others.some((one) => categoryOf(one.advertiser) === category), 'category-once-a-page'],
      [campaign.roadblock && others.some((one) => isRoadblock(one.campaign)), 'roadblock-once-a-page'],
    ])
  }
}

const firstOf = (reasons: readonly [boolean, string][]): string | null => reasons.find(([isSo]) => isSo)?.[1] ?? null

function worth({ _id, pricing: { model, price }, goal }: Flight, { rates }: Inventory): number {
  const { views, clicks, conversions } = rates.get(_id) ?? { views: 0, clicks: 0, conversions: 0 }
  if (model === 'cpm') return price
  if (model === 'cpc') return Math.round(price * ((clicks + 2) / (views + 1000)) * 1000)
  if (model === 'cpa') return Math.round(price * ((conversions + 0.04) / (views + 1000)) * 1000)
  return Math.round((price / (goal ?? views + 1000)) * 1000)
}

function isTargeted({ targeting: t }: Flight): boolean {
  const filters = t.keywords.mode === 'filter' ? t.keywords.include : []
  const all = [filters, t.keywords.exclude, t.topics.include, t.topics.exclude, t.locales, t.devices, t.dayparts]
  return [...all, t.countries.include, t.countries.exclude].some((list) => list.length > 0)
}

function byTime({ campaign, flight }: Option, { now }: Ask): string | null {
  const isOn = ({ from, until }: { from: string | null; until: string | null }): boolean =>
    (from === null || new Date(from) <= new Date(now)) && (until === null || new Date(now) < new Date(until))
  if (!isOn(campaign)) return 'campaign-dates'
  if (!isOn(flight)) return 'flight-dates'
  const { dayparts } = flight.targeting
  return dayparts.length === 0 || dayparts.some((part) => isIn(part, campaign.timeZone, now)) ? null : 'daypart'
}

const HOUR_MS = 3_600_000
/** New York's summer of 2026. */
const SUMMER = [Date.parse('2026-03-08T07:00:00Z'), Date.parse('2026-11-01T06:00:00Z')] as const

function offsetOf(timeZone: string, now: number): number {
  if (timeZone === 'Asia/Kolkata') return 5.5
  if (timeZone === 'America/New_York') return now >= SUMMER[0] && now < SUMMER[1] ? -4 : -5
  return 0
}

function isIn({ days, from, until }: Daypart, timeZone: string, now: number): boolean {
  const wall = new Date(now + offsetOf(timeZone, now) * HOUR_MS)
  const minutes = wall.getUTCHours() * 60 + wall.getUTCMinutes()
  const at = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  return days.includes(wall.getUTCDay()) && minutes >= at(from) && minutes < at(until)
}

const PLAIN: Readonly<Record<string, string>> = { Café: 'cafe', SPORT: 'sport' }
const plain = (word: string): string => PLAIN[word] ?? word

function byTargeting({ flight: { targeting: t } }: Option, ask: Ask): string | null {
  const { locale, country } = ask
  const speaks = (range: string): boolean => `${locale?.toLowerCase()}-`.startsWith(`${range.toLowerCase()}-`)
  const isIn = (topics: readonly string[], line: Ask['within']): boolean =>
    topics.some((topic) => line?.includes(topic) ?? true)
  const { countries, topics } = t
  return firstOf([
    [t.locales.length > 0 && (locale === null || !t.locales.some(speaks)), 'locale'],
    [t.devices.length > 0 && !t.devices.includes(ask.device), 'device'],
    [country !== null && countries.exclude.includes(country), 'country-not-excluded'],
    [countries.include.length > 0 && (country === null || !countries.include.includes(country)), 'country-included'],
    [isIn(topics.exclude, ask.within), 'topic-not-excluded'],
    [topics.include.length > 0 && !isIn(topics.include, ask.topics), 'topic-included'],
  ])
}

function byKeywords({ flight }: Option, ask: Ask): string | null {
  const { include, exclude, mode } = flight.targeting.keywords
  const has = (words: readonly string[]): boolean => words.some((word) => ask.keywords.includes(plain(word)))
  return firstOf([
    [has(exclude), 'keyword-not-excluded'],
    [mode === 'filter' && include.length > 0 && !has(include), 'keyword-included'],
  ])
}

const byPerson = ({ flight, campaign }: Option, { capped }: Situation): string | null =>
  capped === null && flight.caps.length > 0 && campaign.withoutId === 'withhold' ? 'served-without-id' : null

function byCaps(option: Option, { shown, capped }: Situation): string | null {
  const { flight, campaign, creative } = option
  const ids = { advertiser: campaign.advertiser, campaign: campaign._id, creative: creative._id }
  const isFull = flight.caps.some(({ per, most }) => shown.filter((one) => one[per] === ids[per]).length >= most)
  return flight.caps.length > 0 && (capped === null ? isFull : capped(option)) ? 'frequency-caps' : null
}
