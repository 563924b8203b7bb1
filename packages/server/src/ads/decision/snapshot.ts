import { TIERS } from '../model.ts'
import { sharingIn } from '../money/sharing.ts'
import { ecpmOf } from './ecpm.ts'
import { type Entry, entryOf } from './entry.ts'
import { Ears } from './hearing.ts'
import type { Candidate, Inventory } from './model.ts'
import type { Order } from './ranking.ts'
import { Remembering } from './remembering.ts'
import { Rivals } from './rivals.ts'
import type { Place } from './scene.ts'
import { Workspaces } from './workspaces.ts'

/** An org's inventory, made ready for decisions. It does not change; for anything new there is a new one. */
export type Snapshot = {
  org: string
  /** By the key of the zone. */
  places: ReadonlyMap<string, Place>
  advertisers: ReadonlyMap<string, { category: string | null }>
  campaigns: ReadonlyMap<string, { roadblock: boolean }>
  order: Order
  remembering: Remembering
  ears: Ears
  rivals: Rivals
  workspaces: Workspaces
}

export function buildSnapshot(inventory: Inventory): Snapshot {
  const { org, sites, zones } = inventory
  const [advertisers, campaigns] = [byId(inventory.advertisers), byId(inventory.campaigns)]
  const bySite = new Map(sites.map((site) => [site.key, site]))
  const order = orderOf(candidatesOf(inventory, advertisers, campaigns))
  return {
    org,
    places: new Map(zones.map((zone) => [zone.key, { zone, site: bySite.get(zone.site) ?? null }])),
    advertisers,
    campaigns,
    order,
    remembering: new Remembering(order.entries),
    ears: new Ears(order.entries),
    rivals: new Rivals(order.entries),
    workspaces: new Workspaces(order.entries.length),
  }
}

type ById<T> = ReadonlyMap<string, T>

function byId<T extends { _id: string }>(all: readonly T[]): ById<T> {
  const found = new Map<string, T>()
  for (const one of all) found.set(one._id, one)
  return found
}

/** Each creative of each flight, where all that is above them is there. */
function candidatesOf(
  { flights, creatives, rates }: Inventory,
  advertisers: ById<Candidate['advertiser']>,
  campaigns: ById<Candidate['campaign']>,
): Candidate[] {
  const byCreative = byId(creatives)
  const sharing = sharingIn(flights)
  const candidates: Candidate[] = []
  for (const flight of flights) {
    const campaign = campaigns.get(flight.campaign)
    const advertiser = campaign === undefined ? undefined : advertisers.get(campaign.advertiser)
    if (campaign === undefined || advertiser === undefined) continue
    const ecpm = ecpmOf(flight, rates.get(flight._id))
    for (const id of new Set(flight.creatives)) {
      const creative = byCreative.get(id)
      if (creative !== undefined)
        candidates.push({ advertiser, campaign, flight, creative, ecpm, sharing: sharing.get(campaign._id) })
    }
  }
  return candidates
}

const isAlike = (a: Entry, b: Entry | undefined): boolean =>
  b !== undefined && a.tier === b.tier && a.candidate.ecpm === b.candidate.ecpm

function orderOf(candidates: readonly Candidate[]): Order {
  const entries = candidates.map(entryOf).sort((a, b) => a.tier - b.tier || b.candidate.ecpm - a.candidate.ecpm)
  const runEnds = new Int32Array(entries.length)
  for (const [rank, entry] of entries.entries()) entry.rank = rank
  for (let rank = entries.length - 1; rank >= 0; rank--)
    runEnds[rank] = isAlike(entries[rank] as Entry, entries[rank + 1]) ? (runEnds[rank + 1] ?? 0) : rank + 1
  return {
    entries,
    ecpms: Float64Array.from(entries, ({ candidate }) => candidate.ecpm),
    runEnds,
    tierEnds: TIERS.map((_, at) => entries.findLastIndex(({ tier }) => tier <= at) + 1),
  }
}
