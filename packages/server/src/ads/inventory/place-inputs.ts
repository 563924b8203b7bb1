import * as z from 'zod'
import { ROLES } from '../../api/actor.ts'
import { DESIGNS, FORMATS } from '../model.ts'
import { idField, keyField, listOf, moneyField, nameField } from './inputs.ts'

const MOST_TOPICS = 500
const MOST_BLOCKED = 500
const MOST_HOUSE = 20
const LARGEST_SIDE = 4000
const FARTHEST = 1000
const MOST_PLACES = 50

const topicField = z.string().min(1).max(100)
/** What two advertisers have in common that should not stand beside each other. */
export const categoryField = keyField.meta({ description: 'Such as cars or banking.' })

const offField = z
  .strictObject({
    topics: listOf(topicField, MOST_TOPICS).default([]),
    roles: listOf(z.enum(ROLES), ROLES.length).default([]),
    signedIn: z.boolean().default(false),
  })
  .meta({
    description: 'No ads in these topics and below them, nor for these roles, nor for who has signed in at all.',
  })

const blockedField = z
  .strictObject({
    advertisers: listOf(idField, MOST_BLOCKED).default([]),
    categories: listOf(categoryField, MOST_BLOCKED).default([]),
  })
  .meta({ description: 'Whose ads this site does not show.' })

export const siteFields = { name: nameField, isOn: z.boolean(), off: offField, blocked: blockedField }

export const newSiteSchema = z.strictObject({
  key: keyField,
  name: siteFields.name,
  isOn: siteFields.isOn.default(true),
  off: siteFields.off.prefault({}),
  blocked: siteFields.blocked.prefault({}),
})
export type NewSite = z.output<typeof newSiteSchema>
export const siteChangeSchema = z.strictObject(siteFields).partial()
export type SiteChange = z.output<typeof siteChangeSchema>

const side = z.int().min(1).max(LARGEST_SIDE)
export const sizeField = z
  .strictObject({ width: side, height: side })
  .nullable()
  .meta({ description: 'In pixels; null for a card, which takes the width that it is given.' })

const every = z.int().min(1).max(FARTHEST)
const most = z.int().min(1).max(MOST_PLACES)
const placementField = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('anywhere') }),
    z.strictObject({ kind: z.literal('topic') }),
    z.strictObject({ kind: z.literal('thread'), after: every, every: every.nullable(), most }),
    z.strictObject({ kind: z.literal('feed'), every, most }),
  ])
  .meta({
    description:
      'thread: between root comments, after the nth and then after each `every` more. feed: after each `every` posts.',
  })

export const zoneFields = {
  site: keyField.meta({ description: 'Key of its site.' }),
  name: nameField,
  isOn: z.boolean(),
  placement: placementField,
  size: sizeField,
  formats: listOf(z.enum(FORMATS), FORMATS.length).refine((formats) => formats.length > 0, 'must name a format'),
  floor: moneyField.meta({ description: 'The lowest price of a thousand impressions that is shown here.' }),
  design: z.enum(DESIGNS).meta({
    description: 'best: highest eCPM. capped: and within frequency caps. targeted: and by keywords and all targeting.',
  }),
  house: listOf(idField, MOST_HOUSE).meta({ description: 'Creatives of the org itself, where nothing else is found.' }),
}

type Sized = { size?: unknown; formats?: readonly string[] | undefined }

/** Only a card can be of any size. */
export const hasItsSize = ({ size = null, formats = [] }: Sized): boolean =>
  size !== null || formats.every((format) => format === 'card')
export const SIZE_MISSING = { path: ['size'], message: 'must be said where images or HTML are shown' }

export const newZoneSchema = z
  .strictObject({
    key: keyField,
    site: zoneFields.site,
    name: zoneFields.name,
    isOn: zoneFields.isOn.default(true),
    placement: zoneFields.placement.default({ kind: 'anywhere' }),
    size: zoneFields.size.default(null),
    formats: zoneFields.formats.default(['card']),
    floor: zoneFields.floor.default(0),
    design: zoneFields.design.default('targeted'),
    house: zoneFields.house.default([]),
  })
  .refine(hasItsSize, SIZE_MISSING)
export type NewZone = z.output<typeof newZoneSchema>
export const zoneChangeSchema = z.strictObject(zoneFields).partial()
export type ZoneChange = z.output<typeof zoneChangeSchema>
