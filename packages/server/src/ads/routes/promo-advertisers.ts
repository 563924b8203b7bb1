import * as z from 'zod'
import type { Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { advertiserChangeSchema, newAdvertiserSchema } from '../inventory/demand-inputs.ts'
import { idField } from '../inventory/inputs.ts'
import type { Advertiser } from '../model.ts'
import { archiving } from './archiving.ts'
import { kindRoutes } from './kind-routes.ts'
import { advertiserSchema, advertiserView } from './views.ts'

export const advertiserRoutes = ({ advertisers }: InventoryBook): Route[] =>
  kindRoutes({
    one: 'advertiser',
    plural: 'advertisers',
    name: { one: 'Advertiser', many: 'Advertisers' },
    param: idField.meta({ description: 'Id of an advertiser.' }),
    nameOf: ({ _id }: Advertiser) => _id,
    newSchema: newAdvertiserSchema,
    changeSchema: advertiserChangeSchema,
    filters: z.object({}),
    answer: advertiserSchema,
    view: async (docs: readonly Advertiser[]) => docs.map(advertiserView),
    ending: archiving('advertiser', 'none of its campaigns is shown any more'),
    book: advertisers,
  })
