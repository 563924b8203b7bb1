import { defineCollection } from '@palaver/store'
import { reportCollections } from './reports/collections.ts'
import type { SigningKeys } from './tracking/keys.ts'
import type { Advertiser, Campaign, Creative, Flight, Profile, Site, Slice, Zone } from './model.ts'

const byOrg = { name: 'ofOrg', on: ['org', 'created', '_id'] } as const

export const adSites = defineCollection<Site>({ name: 'adSites', indexes: [byOrg] })
export const adZones = defineCollection<Zone>({ name: 'adZones', indexes: [byOrg] })
export const advertisers = defineCollection<Advertiser>({
  name: 'advertisers',
  indexes: [{ name: 'ofOrg', on: ['org', 'isArchived', 'created', '_id'] }],
})

export const campaigns = defineCollection<Campaign>({
  name: 'campaigns',
  indexes: [
    { name: 'ofOrg', on: ['org', 'state', 'created', '_id'] },
    { name: 'ofAdvertiser', on: ['org', 'advertiser', 'created', '_id'] },
    // Whose slices have to come back: the sweeper asks by the time at which the first of them may.
    { name: 'settling', on: ['money.nextClose', '_id'] },
  ],
})

export const flights = defineCollection<Flight>({
  name: 'flights',
  indexes: [
    { name: 'ofOrg', on: ['org', 'state', 'created', '_id'] },
    { name: 'ofCampaign', on: ['org', 'campaign', 'created', '_id'] },
  ],
})

export const creatives = defineCollection<Creative>({
  name: 'creatives',
  indexes: [
    { name: 'ofOrg', on: ['org', 'isArchived', 'created', '_id'] },
    { name: 'ofAdvertiser', on: ['org', 'advertiser', 'created', '_id'] },
    { name: 'review', on: ['org', 'isArchived', 'review.state', 'created', '_id'] },
  ],
})

/** All of a campaign's are on one shard: so is each decision. */
export const slices = defineCollection<Slice>({
  name: 'adSlices',
  shardKey: ['campaign'],
  id: { from: ['campaign', 'key'] },
  indexes: [
    { name: 'byTime', on: ['campaign', 'state', '-made', 'key'] },
    // Those that have to be closed: also such as their campaign has settled already, because nothing was left of them.
    { name: 'closing', on: ['state', 'closes', '_id'] },
  ],
})

export const profiles = defineCollection<Profile>({ name: 'adProfiles', expires: 'expires' })

export const signingKeys = defineCollection<SigningKeys>({ name: 'adKeys' })

export const adCollections = [
  signingKeys,
  adSites,
  adZones,
  advertisers,
  campaigns,
  flights,
  creatives,
  slices,
  profiles,
  ...reportCollections,
]
