import * as z from 'zod'
import type { Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { keyField, zoneKey } from '../inventory/inputs.ts'
import { newSiteSchema, newZoneSchema, siteChangeSchema, zoneChangeSchema } from '../inventory/place-inputs.ts'
import type { Site, Zone } from '../model.ts'
import { kindRoutes } from './kind-routes.ts'
import { siteSchema, siteView, zoneSchema, zoneView } from './views.ts'

/** Where ads are shown: by keys, which pages name. */
export const placeRoutes = ({ sites, zones }: InventoryBook): Route[] => [
  ...kindRoutes({
    one: 'site',
    plural: 'sites',
    name: { one: 'PromoSite', many: 'PromoSites' },
    param: keyField.meta({ description: 'Key of a site.' }),
    nameOf: ({ key }: Site) => key,
    newSchema: newSiteSchema,
    changeSchema: siteChangeSchema,
    filters: z.object({}),
    answer: siteSchema,
    view: async (docs: readonly Site[]) => docs.map(siteView),
    ending: {
      verb: 'remove',
      summary: 'Removes a site that has no zones; for admins',
      done: 'It is gone.',
    },
    book: sites,
  }),
  ...kindRoutes({
    one: 'zone',
    plural: 'zones',
    name: { one: 'PromoZone', many: 'PromoZones' },
    param: zoneKey,
    nameOf: ({ key }: Zone) => key,
    newSchema: newZoneSchema,
    changeSchema: zoneChangeSchema,
    filters: z.object({}),
    answer: zoneSchema,
    view: async (docs: readonly Zone[]) => docs.map(zoneView),
    ending: {
      verb: 'remove',
      summary: 'Removes a zone: pages that name it show nothing there; for admins',
      done: 'It is gone.',
    },
    book: zones,
  }),
]
