import type { PhotoView } from '../../files/service.ts'
import type { Campaign, Creative, Flight, Zone } from '../model.ts'
import { AdvertiserBook } from './advertisers.ts'
import { CampaignBook, LIVING_CAMPAIGNS } from './campaigns.ts'
import { CreativeBook } from './creatives.ts'
import { FlightBook, LIVING_FLIGHTS } from './flights.ts'
import type { InventoryNeeds } from './needs.ts'
import { photosOf } from './pictures.ts'
import { Shelf } from './shelf.ts'
import { SiteBook } from './sites.ts'
import { ZoneBook } from './zones.ts'

/** All that an org's ads are made of, for those who may look after them. Each verb writes one document. */
export class InventoryBook {
  readonly sites: SiteBook
  readonly zones: ZoneBook
  readonly advertisers: AdvertiserBook
  readonly campaigns: CampaignBook
  readonly flights: FlightBook
  readonly creatives: CreativeBook
  /** Where the photos of these are to be seen: by all, so the addresses are nobody's own. */
  readonly pictures: (creatives: readonly Creative[]) => Promise<ReadonlyMap<string, PhotoView>>

  constructor(needs: InventoryNeeds) {
    const zones = new Shelf<Zone>({ kind: 'zone', all: needs.zones, alive: [{}], needs })
    const alive = LIVING_CAMPAIGNS.map((state) => ({ state }))
    const campaigns = new Shelf<Campaign>({ kind: 'campaign', all: needs.campaigns, alive, needs })
    const flying = LIVING_FLIGHTS.map((state) => ({ state }))
    const flights = new Shelf<Flight>({ kind: 'flight', all: needs.flights, alive: flying, needs })
    const here = [{ isArchived: false }]
    const creatives = new Shelf<Creative>({ kind: 'creative', all: needs.creatives, alive: here, needs })
    this.sites = new SiteBook(needs, zones)
    this.zones = new ZoneBook(needs, {
      shelf: zones,
      siteOf: (...asked) => this.sites.get(...asked),
      creativeOf: (org, id) => creatives.find(org, id),
    })
    this.advertisers = new AdvertiserBook(needs)
    const advertiserOf = (...asked: Parameters<AdvertiserBook['active']>) => this.advertisers.active(...asked)
    this.campaigns = new CampaignBook(needs, { shelf: campaigns, advertiserOf })
    this.flights = new FlightBook(needs, { shelf: flights, campaigns, zones, creatives })
    this.creatives = new CreativeBook(needs, { shelf: creatives, advertiserOf })
    this.pictures = async (some) => {
      const [first] = some
      return first === undefined ? new Map() : needs.photos.views(first.org, null, some.flatMap(photosOf))
    }
  }
}
