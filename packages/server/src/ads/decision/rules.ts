import { hasFormat, hasSize } from './fitting.ts'
import type { Entry, Span } from './entry.ts'
import { matchesOf, type Scene } from './scene.ts'
import { timeIn } from './zone-time.ts'

/** What a candidate has to pass to be shown. `name` is what `explain` says of those that do not. */
export type Rule = { name: string; passes: (entry: Entry, scene: Scene) => boolean }

/** What a place has to pass: the same for all candidates. */
type PlaceRule = { name: string; holds: (scene: Pick<Scene, 'place' | 'ask' | 'within'>) => boolean }

export const PLACE_RULES: readonly PlaceRule[] = [
  { name: 'site-is-on', holds: ({ place }) => place.site?.isOn === true },
  { name: 'zone-is-on', holds: ({ place }) => place.zone.isOn },
  { name: 'topic-has-ads', holds: ({ place, within }) => !isIn(place.site?.off.topics ?? [], within) },
  { name: 'role-sees-ads', holds: ({ place, ask }) => !hasRole(ask.actor, place.site?.off.roles ?? []) },
  {
    name: 'signed-in-see-ads',
    holds: ({ place, ask }) => !(place.site?.off.signedIn === true && isSignedIn(ask.actor)),
  },
]

/** They depend on the zone alone. */
export const ZONE_RULES: readonly Rule[] = [
  {
    name: 'advertiser-not-blocked-by-site',
    passes: ({ candidate }, { place }) => !place.site?.blocked.advertisers.includes(candidate.advertiser._id),
  },
  {
    name: 'category-not-blocked-by-site',
    passes: ({ candidate: { advertiser } }, { place }) =>
      advertiser.category === null || !place.site?.blocked.categories.includes(advertiser.category),
  },
  {
    name: 'flight-wants-zone',
    passes: ({ candidate: { flight } }, { place }) =>
      flight.zones.length === 0 || flight.zones.includes(place.zone.key),
  },
  { name: 'format-fits-zone', passes: ({ candidate }, { place }) => hasFormat(candidate.creative, place.zone) },
  { name: 'size-fits-zone', passes: ({ candidate }, { place }) => hasSize(candidate.creative, place.zone) },
  { name: 'creative-is-approved', passes: ({ candidate }) => candidate.creative.review.state === 'approved' },
  { name: 'campaign-is-on', passes: ({ candidate }) => candidate.campaign.state === 'on' },
  { name: 'flight-is-on', passes: ({ candidate }) => candidate.flight.state === 'on' },
  { name: 'advertiser-not-archived', passes: ({ candidate }) => !candidate.advertiser.isArchived },
  { name: 'creative-not-archived', passes: ({ candidate }) => !candidate.creative.isArchived },
  // A zone that does not heed caps or targeting must not show what asks for them: it would be shown where it may not.
  {
    name: 'zone-heeds-caps-of-flight',
    passes: ({ candidate }, { place }) => candidate.flight.caps.length === 0 || place.zone.design !== 'best',
  },
  {
    name: 'zone-heeds-targeting-of-flight',
    passes: ({ isTargeted }, { place }) => !isTargeted || place.zone.design === 'targeted',
  },
  { name: 'floor-price', passes: ({ candidate }, { place }) => candidate.ecpm >= place.zone.floor },
]

export const DATE_RULES: readonly Rule[] = [
  { name: 'campaign-dates', passes: ({ campaignDates }, { ask }) => isWithin(campaignDates, ask.now) },
  { name: 'flight-dates', passes: ({ dates }, { ask }) => isWithin(dates, ask.now) },
]

export const DAYPART_RULES: readonly Rule[] = [{ name: 'daypart', passes: isInDaypart }]

export const LOCALE_RULES: readonly Rule[] = [
  {
    name: 'locale',
    passes: ({ locales }, scene) => locales.length === 0 || locales.some((range) => scene.locales.includes(range)),
  },
]

export const DEVICE_RULES: readonly Rule[] = [
  {
    name: 'device',
    passes: ({ candidate }, { ask }) => isEmptyOrHas(candidate.flight.targeting.devices, ask.device),
  },
]

/** Where nobody knows the country, it is none of those that are wanted, and none of those that are not. */
export const COUNTRY_RULES: readonly Rule[] = [
  {
    name: 'country-not-excluded',
    passes: ({ candidate }, { ask }) =>
      ask.country === null || !candidate.flight.targeting.countries.exclude.includes(ask.country),
  },
  {
    name: 'country-included',
    passes: ({ candidate }, { ask }) => isEmptyOrHas(candidate.flight.targeting.countries.include, ask.country),
  },
]

/** The page's line has its topic and all above it: so a topic stands for all below it. */
export const TOPIC_RULES: readonly Rule[] = [
  {
    name: 'topic-not-excluded',
    passes: ({ candidate }, { within }) => !isIn(candidate.flight.targeting.topics.exclude, within),
  },
  {
    name: 'topic-included',
    passes: ({ candidate: { flight } }, { topics }) =>
      flight.targeting.topics.include.length === 0 || hasAny(flight.targeting.topics.include, topics),
  },
]

export const PERSON_RULES: readonly Rule[] = [
  {
    name: 'served-without-id',
    passes: ({ candidate: { flight, campaign } }, { isCapped }) =>
      isCapped !== null || flight.caps.length === 0 || campaign.withoutId === 'serve',
  },
]

const KEYWORD_RULES: readonly Rule[] = [
  { name: 'keyword-not-excluded', passes: ({ excluded }, { keywords }) => !hasAny(excluded, keywords) },
  { name: 'keyword-included', passes: (entry, { keywords }) => !entry.isFiltered || matchesOf(entry, keywords) > 0 },
]

/** They depend on what else is on the page. */
const PAGE_RULES: readonly Rule[] = [
  { name: 'creative-once-a-page', passes: ({ candidate }, { page }) => !page.has(candidate.creative._id) },
  {
    name: 'advertiser-once-a-page',
    passes: ({ candidate }, { page }) =>
      !page.isRivalled(candidate, ({ advertiser }) => advertiser === candidate.advertiser._id),
  },
  {
    name: 'category-once-a-page',
    passes: ({ candidate }, { page }) =>
      !page.isRivalled(candidate, ({ category }) => category !== null && category === candidate.advertiser.category),
  },
  {
    name: 'roadblock-once-a-page',
    passes: ({ candidate }, { page }) =>
      !candidate.campaign.roadblock || !page.isRivalled(candidate, ({ isRoadblock }) => isRoadblock),
  },
]

const CAP_RULES: readonly Rule[] = [{ name: 'frequency-caps', passes: isWithinCaps }]

/** What cannot be asked without taking it: asked last, of the best that passed all else. */
export const MONEY_RULE = 'budget-and-pacing'
/** Passed all rules, but somebody better has the place. */
export const OUTRANKED = 'outranked'
/** So many before it failed that nobody looked any further. */
export const NOT_REACHED = 'not-reached'

/** They are known for a place, before anybody looks at single candidates: `remembering.ts`. */
const KNOWN_RULES: readonly Rule[] = [
  ...ZONE_RULES,
  ...DATE_RULES,
  ...DAYPART_RULES,
  ...LOCALE_RULES,
  ...DEVICE_RULES,
  ...COUNTRY_RULES,
  ...TOPIC_RULES,
  ...PERSON_RULES,
]

/** What is left to ask of those whose turn it is. */
const LATE_RULES: readonly Rule[] = [...KEYWORD_RULES, ...PAGE_RULES, ...CAP_RULES]

/** Every rule in its order: cheap before costly, and what is excluded before what is included. */
const RULES: readonly Rule[] = [
  ...PLACE_RULES.map(({ name, holds }): Rule => ({ name, passes: (_, scene) => holds(scene) })),
  ...KNOWN_RULES,
  ...LATE_RULES,
]

/** The first rule that a candidate fails, or null. */
export const failedRule = (entry: Entry, scene: Scene): string | null =>
  RULES.find(({ passes }) => !passes(entry, scene))?.name ?? null

/** The same for one that is known to pass all rules but the late ones. */
export const passesLateRules = (entry: Entry, scene: Scene): boolean =>
  LATE_RULES.every(({ passes }) => passes(entry, scene))

const hasAny = (list: readonly string[], among: ReadonlySet<string>): boolean => list.some((one) => among.has(one))

/** What nobody may know of is taken to be in any of them: so it is no other than what never was. */
const isIn = (topics: readonly string[], within: Scene['within']): boolean =>
  within === null ? topics.length > 0 : hasAny(topics, within)

const isEmptyOrHas = <T extends string>(list: readonly T[], one: T | null): boolean =>
  list.length === 0 || (one !== null && list.includes(one))

/** Guests gave a name, and servers are nobody who looks at a page. */
const isSignedIn = (actor: Scene['ask']['actor']): boolean => actor?.kind === 'person'

const hasRole = (actor: Scene['ask']['actor'], roles: readonly string[]): boolean =>
  actor !== null && isSignedIn(actor) && roles.includes(actor.role)

const isWithin = ({ from, until }: Span, now: number): boolean => now >= from && now < until

function isInDaypart({ candidate: { flight, campaign } }: Entry, { ask }: Scene): boolean {
  const { dayparts } = flight.targeting
  if (dayparts.length === 0) return true
  const { day, time } = timeIn(campaign.timeZone, ask.now)
  return dayparts.some(({ days, from, until }) => days.includes(day) && time >= from && time < until)
}

/** Of whom nothing is kept, only what stands on the page is counted. */
function isWithinCaps({ candidate }: Entry, { isCapped, page, ask }: Scene): boolean {
  const { caps } = candidate.flight
  if (caps.length === 0) return true
  if (isCapped !== null) return !isCapped(candidate, ask.now)
  return caps.every(({ per, most }) => page.countOf(per, candidate) < most)
}
