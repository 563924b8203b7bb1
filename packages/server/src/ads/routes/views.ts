import * as z from 'zod'
import { tagOf } from '../../api/bytes.ts'
import type { Answer } from '../../api/route.ts'
import type { PhotoView } from '../../files/service.ts'
import { advertiserFields, campaignFields, flightFields } from '../inventory/demand-inputs.ts'
import { creativeFields } from '../inventory/creative-inputs.ts'
import { keyField } from '../inventory/inputs.ts'
import { photosOf } from '../inventory/pictures.ts'
import { siteFields, zoneFields } from '../inventory/place-inputs.ts'
import {
  type Advertiser,
  type Campaign,
  CAMPAIGN_STATES,
  type Creative,
  type Flight,
  FLIGHT_STATES,
  FORMATS,
  REVIEWS,
  type Site,
  type Zone,
} from '../model.ts'

const instant = z.iso.datetime()
const kept = { created: instant, rev: z.int().meta({ description: 'For If-Match, as "r3".' }) }

export const siteSchema = z.object({ key: keyField, ...siteFields, ...kept }).meta({ id: 'PromoSite' })
export const zoneSchema = z.object({ key: keyField, ...zoneFields, ...kept }).meta({ id: 'PromoZone' })

export const advertiserSchema = z
  .object({ id: z.string(), ...advertiserFields, isArchived: z.boolean(), ...kept })
  .meta({ id: 'Advertiser' })

const sum = z.int().min(0)
const moneySchema = z.object({ budget: sum, spent: sum, left: sum, out: sum }).meta({
  description: 'Whole micro-units. out: with nodes that decide; what they do not use comes back to what is left.',
})

export const campaignSchema = z
  .object({
    id: z.string(),
    advertiser: z.string(),
    state: z.enum(CAMPAIGN_STATES),
    ...campaignFields,
    money: moneySchema,
    ...kept,
  })
  .meta({ id: 'Campaign' })

export const flightSchema = z
  .object({ id: z.string(), campaign: z.string(), ...flightFields, state: z.enum(FLIGHT_STATES), ...kept })
  .meta({ id: 'Flight' })

const pictureSchema = z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() })

export const creativeSchema = z
  .object({
    id: z.string(),
    advertiser: z.string(),
    format: z.enum(FORMATS),
    ...creativeFields,
    picture: pictureSchema.nullable().meta({ description: 'Where its photo is to be seen, for a day.' }),
    review: z.object({
      state: z.enum(REVIEWS),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      at: instant.nullable(),
    }),
    isArchived: z.boolean(),
    ...kept,
  })
  .meta({ id: 'Creative' })

export const siteView = ({ _id: _, org: __, ...site }: Site): object => site
export const zoneView = ({ _id: _, org: __, ...zone }: Zone): object => zone

/** Without what makes links to its reports hold. */
export const advertiserView = ({ _id: id, org: _, linkSecret: __, ...rest }: Advertiser): object => ({ id, ...rest })

export function campaignView({ _id: id, org: _, money, ...rest }: Campaign): object {
  const { left, spent } = money
  const out = money.out.reduce((total, { amount }) => total + amount, 0)
  return { id, ...rest, money: { budget: rest.budget, spent, left, out } }
}

export const flightView = ({ _id: id, org: _, ...rest }: Flight): object => ({ id, ...rest })

const ownOf = ({ _id: id, org: _, ...rest }: Creative): object => ({ id, ...rest })

export function creativeView(creative: Creative, photos: ReadonlyMap<string, PhotoView>): object {
  const [photo = null] = photosOf(creative)
  const shown = photo === null ? undefined : photos.get(photo)
  const alt = creative.image?.alt ?? shown?.alt ?? ''
  const picture = shown === undefined ? null : { url: shown.large, width: shown.width, height: shown.height, alt }
  return { ...ownOf(creative), picture }
}

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown, such as money. */
export function tagged({ rev }: { rev: number }, view: object): Answer {
  const body = Buffer.from(JSON.stringify(view))
  return { body, etag: `r${rev}.${tagOf(body)}` }
}
