import type { Collection, Filter, Position, ProjectionOf } from '@palaver/store'
import type { Inventory, Kind, Kinds } from '../decision/model.ts'
import type { Campaign, Creative } from '../model.ts'
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

/** All of an org that can run, and creatives that may come to: what is archived, off or rejected is not among them. */
export async function readInventory(needs: InventoryCollections, org: string): Promise<Omit<Inventory, 'rates'>> {
  const [sites, zones, advertisers, campaigns, flights, creatives] = await Promise.all([
    allOf(needs.sites, { where: { org } }),
    allOf(needs.zones, { where: { org } }),
    allOf(needs.advertisers, { where: { org, isArchived: false } }),
    allOf(needs.campaigns, { where: { org, state: 'on' }, project: WITHOUT_MONEY }),
    allOf(needs.flights, { where: { org, state: 'on' } }),
    allOf(needs.creatives, { where: { org, isArchived: false } }),
  ])
  return { org, sites, zones, advertisers, campaigns, flights, creatives: creatives.filter(mayCome) }
}

const mayCome = ({ isArchived, review }: Creative): boolean => !isArchived && review.state !== 'rejected'

/** One thing as it is now; null where it is gone, or cannot run any more. */
export async function readOne<K extends Kind>(
  needs: InventoryCollections,
  kind: K,
  id: string,
): Promise<Kinds[K] | null> {
  const readers: { [One in Kind]: () => Promise<Kinds[One] | null> } = {
    site: () => needs.sites.get(id),
    zone: () => needs.zones.get(id),
    advertiser: async () => where(await needs.advertisers.get(id), ({ isArchived }) => !isArchived),
    campaign: async () => withoutMoney(where(await needs.campaigns.get(id), ({ state }) => state === 'on')),
    flight: async () => where(await needs.flights.get(id), ({ state }) => state === 'on'),
    creative: async () => where(await needs.creatives.get(id), mayCome),
  }
  return readers[kind]()
}

const where = <T>(doc: T | null, isSo: (doc: T) => boolean): T | null => (doc !== null && isSo(doc) ? doc : null)

const withoutMoney = (campaign: Campaign | null): Omit<Campaign, 'money'> | null =>
  campaign === null ? null : lessMoney(campaign)

const lessMoney = ({ money: _, ...rest }: Campaign): Omit<Campaign, 'money'> => rest
