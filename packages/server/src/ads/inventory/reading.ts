import type { Collection, Filter, Position, ProjectionOf } from '@palaver/store'
import type { Inventory, Kind, Kinds } from '../decision/model.ts'
import type { Campaign } from '../model.ts'
import { LIVING_CAMPAIGNS } from './campaigns.ts'
import { LIVING_FLIGHTS } from './flights.ts'
import type { InventoryCollections } from './needs.ts'

const PAGE = 500

/** What decisions have no use for, and what changes with each of them. */
const WITHOUT_MONEY: ProjectionOf<Campaign> = { money: 0 }

type Reading<T> = { where: Filter<T>; project?: ProjectionOf<T> }

async function allOf<T extends { _id: string }>(all: Collection<T>, { where, project }: Reading<T>): Promise<T[]> {
  const found: T[] = []
  let after: Position | null = null
  do {
    const asked = { where, limit: PAGE, after }
    const page: { docs: Partial<T>[]; next: Position | null } =
      project === undefined ? await all.find(asked) : await all.find({ ...asked, project })
    for (const doc of page.docs) found.push(doc as T)
    after = page.next
  } while (after !== null)
  return found
}

/**
 * All of an org that runs, or may come to: what rests is dropped by its own rule, so that whoever asks is told why; and
 * it counts for caps, and for what may stand beside it.
 */
export async function readInventory(needs: InventoryCollections, org: string): Promise<Omit<Inventory, 'rates'>> {
  const [sites, zones, advertisers, creatives, campaigns, flights] = await Promise.all([
    allOf(needs.sites, { where: { org } }),
    allOf(needs.zones, { where: { org } }),
    allOf(needs.advertisers, { where: { org } }),
    allOf(needs.creatives, { where: { org, isArchived: false } }),
    allOf(needs.campaigns, { where: { org, state: { $in: LIVING_CAMPAIGNS } }, project: WITHOUT_MONEY }),
    allOf(needs.flights, { where: { org, state: { $in: LIVING_FLIGHTS } } }),
  ])
  return { org, sites, zones, advertisers, creatives, campaigns, flights }
}

/** One thing as it is now; null where it is gone, or archived. */
export async function readOne<K extends Kind>(
  needs: InventoryCollections,
  kind: K,
  id: string,
): Promise<Kinds[K] | null> {
  const readers: { [One in Kind]: () => Promise<Kinds[One] | null> } = {
    site: () => needs.sites.get(id),
    zone: () => needs.zones.get(id),
    advertiser: () => needs.advertisers.get(id),
    campaign: async () => withoutMoney(where(await needs.campaigns.get(id), isAlive)),
    flight: async () => where(await needs.flights.get(id), isAlive),
    creative: async () => where(await needs.creatives.get(id), ({ isArchived }) => !isArchived),
  }
  return readers[kind]()
}

const isAlive = ({ state }: Pick<Campaign, 'state'>): boolean => state !== 'archived'

const where = <T>(doc: T | null, isSo: (doc: T) => boolean): T | null => (doc !== null && isSo(doc) ? doc : null)

const withoutMoney = (campaign: Campaign | null): Omit<Campaign, 'money'> | null =>
  campaign === null ? null : lessMoney(campaign)

const lessMoney = ({ money: _, ...rest }: Campaign): Omit<Campaign, 'money'> => rest
