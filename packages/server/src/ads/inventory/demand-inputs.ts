import * as z from 'zod'
import { CAP_SCOPES, type Flight, PRICINGS, TIERS } from '../model.ts'
import {
  idField,
  instantField,
  isInOrder,
  listOf,
  moneyField,
  nameField,
  newIdField,
  OUT_OF_ORDER,
  timeZoneField,
  zoneKey,
} from './inputs.ts'
import { categoryField } from './place-inputs.ts'
import { targetingField } from './targeting-input.ts'

const MOST_CAPS = 10
const MOST_ZONES = 100
const MOST_CREATIVES = 50
const LARGEST_GOAL = 1_000_000_000

export const advertiserFields = { name: nameField, category: categoryField.nullable() }
export const newAdvertiserSchema = z.strictObject({
  id: newIdField.exactOptional(),
  name: advertiserFields.name,
  category: advertiserFields.category.default(null),
})
export type NewAdvertiser = z.output<typeof newAdvertiserSchema>
export const advertiserChangeSchema = z.strictObject(advertiserFields).partial()
export type AdvertiserChange = z.output<typeof advertiserChangeSchema>

export const campaignFields = {
  name: nameField,
  tier: z.enum(TIERS).meta({ description: 'The first that has anything to show is shown; house last.' }),
  from: instantField,
  until: instantField.nullable(),
  timeZone: timeZoneField.meta({ description: 'Whose days and hours count. It is fixed once the campaign has begun.' }),
  budget: moneyField,
  dailyCap: moneyField.min(1).nullable().meta({ description: 'The most that is spent on one day, in micro-units.' }),
  roadblock: z.boolean().meta({ description: 'Whether it may have several places on one page.' }),
  withoutId: z.enum(['serve', 'withhold']).meta({
    description: 'Whether those are shown its ads of whom nothing may be kept, where a cap would have to be kept.',
  }),
}

type Dated = { from: string; until: string | null }
const inOrder = ({ from, until }: Dated): boolean => isInOrder(from, until)
const LATER = { path: ['until'], message: OUT_OF_ORDER }

export const newCampaignSchema = z
  .strictObject({
    id: newIdField.exactOptional(),
    advertiser: idField.meta({ description: 'Id of an advertiser.' }),
    name: campaignFields.name,
    tier: campaignFields.tier.default('standard'),
    from: campaignFields.from,
    until: campaignFields.until.default(null),
    timeZone: campaignFields.timeZone.default('UTC'),
    budget: campaignFields.budget,
    dailyCap: campaignFields.dailyCap.default(null),
    roadblock: campaignFields.roadblock.default(false),
    withoutId: campaignFields.withoutId.default('serve'),
  })
  .refine(inOrder, LATER)
export type NewCampaign = z.output<typeof newCampaignSchema>
export const campaignChangeSchema = z.strictObject(campaignFields).partial()
export type CampaignChange = z.output<typeof campaignChangeSchema>

const pricingField = z
  .strictObject({ model: z.enum(PRICINGS), price: moneyField })
  .refine(({ model, price }) => model !== 'cpm' || price % 1000 === 0, {
    path: ['price'],
    message: 'must be a multiple of 1000, so that one impression costs a whole number of micro-units',
  })
  .meta({ description: 'cpm: of a thousand impressions. cpc: of a click. cpa: of a conversion. flat: of all, once.' })

const capField = z
  .strictObject({
    per: z.enum(CAP_SCOPES),
    most: z.int().min(1).max(50),
    seconds: z.int().min(60).max(2_592_000),
  })
  .meta({ description: 'At most so many impressions for one person in any stretch of so many seconds.' })

export const flightFields = {
  name: nameField,
  state: z.enum(['on', 'paused']),
  from: instantField.nullable(),
  until: instantField.nullable(),
  pricing: pricingField,
  goal: z
    .int()
    .min(1)
    .max(LARGEST_GOAL)
    .nullable()
    .meta({ description: 'Impressions, or clicks where those are paid for; null: as many as the budget pays for.' }),
  pacing: z.enum(['even', 'asap']),
  caps: z.array(capField).max(MOST_CAPS),
  targeting: targetingField,
  zones: listOf(zoneKey, MOST_ZONES).meta({ description: 'Keys of zones; empty: all that its creatives fit.' }),
  creatives: listOf(idField, MOST_CREATIVES),
}

export const datesInOrder = ({ from, until }: Pick<Flight, 'from' | 'until'>): boolean => isInOrder(from, until)

export const newFlightSchema = z
  .strictObject({
    id: newIdField.exactOptional(),
    campaign: idField.meta({ description: 'Id of a campaign.' }),
    name: flightFields.name,
    state: flightFields.state.default('on'),
    from: flightFields.from.default(null),
    until: flightFields.until.default(null),
    pricing: flightFields.pricing,
    goal: flightFields.goal.default(null),
    pacing: flightFields.pacing.default('even'),
    caps: flightFields.caps.default([]),
    targeting: flightFields.targeting.prefault({}),
    zones: flightFields.zones.default([]),
    creatives: flightFields.creatives.default([]),
  })
  .refine(datesInOrder, LATER)
export type NewFlight = z.output<typeof newFlightSchema>
export const flightChangeSchema = z.strictObject(flightFields).partial()
export type FlightChange = z.output<typeof flightChangeSchema>
