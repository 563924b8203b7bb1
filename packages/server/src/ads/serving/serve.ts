import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { choose } from '../decision/choose.ts'
import type { Ask, Candidate, Chosen, Means } from '../decision/model.ts'
import { type Decided, nonceOf } from '../entries.ts'
import type { Held, Holding } from '../holding.ts'
import type { Creative, Device, Shown, Zone } from '../model.ts'
import type { Purses } from '../money/purses.ts'
import type { Capping, Profiles } from '../profiles/profiles.ts'
import { housesOf } from './house.ts'

/** What is asked for, by whom, and where. */
export type Placing = {
  org: string
  actor: Actor | null
  person: string | null
  places: readonly { zone: string; count: number }[]
  keywords: readonly string[]
  topic: string | null
  resource: { type: string; id: string } | null
  /** Whether an ad may tell of the topic by its being there. */
  tellsTopic: boolean
  locale: string | null
  device: Device
  country: string | null
  beside: Ask['beside']
  /** Nothing that somebody pays for is shown to machines. */
  isMachine: boolean
}

export type PlacedAd = { creative: Creative; advertiser: string | null; campaign: string | null; decided: Decided }
export type Placed = { zone: Zone; ads: PlacedAd[] }

export type ServingNeeds = {
  holding: Holding
  purses: Purses
  profiles: Profiles
  /** Ids of a topic, then of each above it; none where who looks may not see it, as if it were not there. */
  lineOf: (who: Pick<Placing, 'org' | 'actor'>, topic: string) => Promise<string[]>
  /** The topic of what is said about something, whoever may see it; null where it is in none. */
  topicOf: (org: string, resource: { type: string; id: string }) => Promise<string | null>
  now: () => number
  random: () => number
}

/** Fills the places of a page: with what is paid for, and with the org's own where there is nothing. */
export async function place(needs: ServingNeeds, held: Held, placing: Placing): Promise<Placed[]> {
  const zones = placing.places.map(({ zone }) => requireZone(held, zone))
  const ask = await askOf(needs, held, placing)
  const chosen = placing.isMachine ? [] : await chosenFor(needs, held, ask)
  return placing.places.map(({ count }, at) => {
    const zone = zones[at] as Zone
    const ads = chosen.filter((one) => one.zone.key === zone.key).map((one) => paidAd(ask, one))
    const filling = { zone, ask, missing: count - ads.length, random: needs.random }
    return { zone, ads: [...ads, ...housesOf(held, filling)] }
  })
}

const NO_TOPICS: readonly string[] = []

export async function askOf(needs: ServingNeeds, held: Held, placing: Placing): Promise<Ask> {
  const { lineOf, topicOf, now } = needs
  const { org, resource } = placing
  const isFound = resource !== null && isTopicWanted(held, placing)
  const topic = isFound ? await topicOf(org, resource) : placing.topic
  const line = topic === null ? NO_TOPICS : await lineOf(placing, topic)
  const within = topic !== null && line.length === 0 ? null : line
  // Nothing is told by what was found: the host may keep from who looks that there is something.
  return { ...placing, topics: placing.tellsTopic && !isFound ? line : NO_TOPICS, within, now: now() }
}

/** Where the page does not say its topic, and something is kept out of one that it may be in. */
const isTopicWanted = ({ stock }: Held, { topic, tellsTopic }: Placing): boolean =>
  topic === null && tellsTopic && stock.keepsOut

/** For what came too late: what it reserved, of money and of caps, is free again. */
export async function giveBack({ purses, profiles }: ServingNeeds, places: readonly Placed[]): Promise<void> {
  const decided = places.flatMap(({ ads }) => ads.map((ad) => ad.decided)).filter(({ slice }) => slice !== null)
  for (const { slice, index } of decided) purses.release({ slice: slice ?? '', index })
  const [person = ''] = decided.map((one) => one.person)
  if (person !== '') await profiles.takeBack(person, decided.map(nonceOf))
}

export function requireZone({ stock }: Held, key: string): Zone {
  const zone = stock.zone(key)
  if (zone === null) throw noZone(key)
  return zone
}

export const noZone = (key: string): Refusal =>
  new Refusal('zone-not-found', `There is no zone “${key}”: GET /v1/promo/zones lists those that there are.`)

/** What is shown of those with caps is written down before it is shown, and decided again if somebody else was first. */
function chosenFor(needs: ServingNeeds, held: Held, ask: Ask): Promise<readonly Chosen[]> {
  const { capped } = held.stock
  // Also where no cap is heeded: what is shown there counts for those who heed them.
  if (ask.person === null || capped.size === 0)
    return choose(held.snapshot, ask, meansOf(needs, { ask, capped, capping: null }))
  const release = (chosen: readonly Chosen[]): void => {
    for (const { reserved } of chosen) if (reserved !== null) needs.purses.release(reserved)
  }
  return needs.profiles.decide(
    ask.person,
    async (capping) => {
      const answer = await choose(held.snapshot, ask, meansOf(needs, { ask, capped, capping }))
      return { answer, shown: answer.filter(({ candidate }) => capped.has(candidate.advertiser._id)).map(shownOf(ask)) }
    },
    release,
  )
}

type MeansNeeds = Pick<ServingNeeds, 'random'> & { purses: Pick<Purses, 'reserve' | 'release'> }
type Around = { ask: Ask; capped: ReadonlySet<string>; capping: Capping | null }

/** Caps and money, for one decision. What is reserved counts at once for the next place of the page. */
export function meansOf({ purses, random }: MeansNeeds, around: Around): Means {
  const { ask, capped, capping } = around
  const noted = (candidate: Candidate, reserved: Awaited<ReturnType<Means['reserve']>>) => {
    if (capping !== null && reserved !== null && capped.has(candidate.advertiser._id))
      capping.note(shownOf(ask)({ candidate, reserved }))
    return reserved
  }
  return {
    isCapped: capping === null ? null : (candidate, now) => capping.isCapped(candidate, now),
    reserve(candidate, now) {
      const reserved = purses.reserve(candidate, now)
      return reserved instanceof Promise ? reserved.then((one) => noted(candidate, one)) : noted(candidate, reserved)
    },
    release: (_, reserved) => purses.release(reserved),
    random,
  }
}

const shownOf =
  ({ now }: Ask) =>
  ({ candidate, reserved }: Pick<Chosen, 'candidate' | 'reserved'>): Omit<Shown, 'confirmed'> => ({
    nonce: nonceOf({ campaign: candidate.campaign._id, slice: reserved?.slice ?? null, index: reserved?.index ?? 0 }),
    advertiser: candidate.advertiser._id,
    campaign: candidate.campaign._id,
    creative: candidate.creative._id,
    at: now,
  })

function paidAd({ org, topics, now, person }: Ask, { zone, candidate, reserved }: Chosen): PlacedAd {
  const { advertiser, campaign, creative } = candidate
  const names = { campaign: campaign._id, slice: reserved?.slice ?? null, index: reserved?.index ?? 0 }
  const facts = { creative: creative._id, zone: zone.key, topic: topics[0] ?? '', at: now, person: person ?? '' }
  return { creative, advertiser: advertiser.name, campaign: campaign._id, decided: { org, ...names, ...facts } }
}
