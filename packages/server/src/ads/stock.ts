import type { Inventory, Kind, Kinds, Rates } from './decision/model.ts'
import type { Creative, Zone } from './model.ts'

type Maps = { [K in Kind]: Map<string, Kinds[K]> }

const byId = <T extends { _id: string }>(all: readonly T[]): Map<string, T> => new Map(all.map((one) => [one._id, one]))

/** An org's inventory by ids, so that one thing can be exchanged without reading the others again. */
export class Stock {
  readonly #org: string
  readonly #maps: Maps
  #rates: ReadonlyMap<string, Rates>
  #capped: ReadonlySet<string> | null = null
  #zones: ReadonlyMap<string, Zone> | null = null
  #keepsOut: boolean | null = null

  constructor({ org, rates, ...all }: Inventory) {
    this.#org = org
    this.#rates = rates
    this.#maps = {
      site: byId(all.sites),
      zone: byId(all.zones),
      advertiser: byId(all.advertisers),
      campaign: byId(all.campaigns),
      flight: byId(all.flights),
      creative: byId(all.creatives),
    }
  }

  put<K extends Kind>(kind: K, id: string, thing: Kinds[K] | null): void {
    const all: Map<string, Kinds[K]> = this.#maps[kind]
    if (thing === null) all.delete(id)
    else all.set(id, thing)
    this.#capped = null
    this.#zones = null
    this.#keepsOut = null
  }

  zone(key: string): Zone | null {
    this.#zones ??= new Map(Array.from(this.#maps.zone.values(), (zone) => [zone.key, zone]))
    return this.#zones.get(key) ?? null
  }

  creative(id: string): Creative | null {
    return this.#maps.creative.get(id) ?? null
  }

  advertiserOf(campaign: string): string | null {
    return this.#maps.campaign.get(campaign)?.advertiser ?? null
  }

  /** Advertisers with a cap on anything: what is shown of these has to be kept. */
  get capped(): ReadonlySet<string> {
    return (this.#capped ??= new Set(this.#advertisersWithCaps()))
  }

  /** Whether anything is kept out of any topic: else nobody has to know in which one a page is. */
  get keepsOut(): boolean {
    const { site, flight } = this.#maps
    return (this.#keepsOut ??=
      [...site.values()].some(({ off }) => off.topics.length > 0) ||
      [...flight.values()].some(({ targeting }) => targeting.topics.exclude.length > 0))
  }

  *#advertisersWithCaps(): Iterable<string> {
    for (const { caps, campaign } of this.#maps.flight.values()) {
      const advertiser = caps.length === 0 ? undefined : this.#maps.campaign.get(campaign)?.advertiser
      if (advertiser !== undefined) yield advertiser
    }
  }

  /** Whether anything is different. */
  rate(rates: ReadonlyMap<string, Rates>): boolean {
    const before = this.#rates
    this.#rates = rates
    const isSame = ([flight, now]: [string, Rates]): boolean => {
      const then = before.get(flight)
      return then?.views === now.views && then.clicks === now.clicks && then.conversions === now.conversions
    }
    return rates.size !== before.size || ![...rates].every(isSame)
  }

  inventory(): Inventory {
    const { site, zone, advertiser, campaign, flight, creative } = this.#maps
    return {
      org: this.#org,
      sites: [...site.values()],
      zones: [...zone.values()],
      advertisers: [...advertiser.values()],
      campaigns: [...campaign.values()],
      flights: [...flight.values()],
      creatives: [...creative.values()],
      rates: this.#rates,
    }
  }
}
