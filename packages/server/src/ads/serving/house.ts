import { isOpen } from '../decision/choose.ts'
import type { Ask } from '../decision/model.ts'
import { fits } from '../decision/fitting.ts'
import type { Held } from '../holding.ts'
import type { Creative, Zone } from '../model.ts'
import type { PlacedAd } from './serve.ts'

type Filling = { zone: Zone; ask: Ask; missing: number; random: () => number }

/** The org's own creatives for what is left of a place, each equally often; nobody pays for them. */
export function housesOf({ stock, snapshot }: Held, { zone, ask, missing, random }: Filling): PlacedAd[] {
  if (missing <= 0 || zone.house.length === 0 || !isOpen(snapshot, ask, zone.key)) return []
  const able = zone.house.map((id) => stock.creative(id)).filter((one) => one !== null && isReady(one, zone))
  return shuffled(able as Creative[], random)
    .slice(0, missing)
    .map((creative) => ({ creative, advertiser: null, campaign: null, decided: ownDecision(ask, zone, creative) }))
}

const isReady = (creative: Creative, zone: Zone): boolean =>
  creative.review.state === 'approved' && !creative.isArchived && fits(creative, zone)

export const ownDecision = ({ org, now }: Pick<Ask, 'org' | 'now'>, zone: Zone, creative: Creative) => ({
  org,
  campaign: null,
  slice: null,
  index: 0,
  creative: creative._id,
  zone: zone.key,
  topic: '',
  at: now,
  person: '',
})

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const mixed = [...all]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
