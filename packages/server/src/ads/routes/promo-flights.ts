import * as z from 'zod'
import type { Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { flightChangeSchema, newFlightSchema } from '../inventory/demand-inputs.ts'
import { idField } from '../inventory/inputs.ts'
import { type Flight, FLIGHT_STATES } from '../model.ts'
import { archiving } from './archiving.ts'
import { kindRoutes } from './kind-routes.ts'
import { flightSchema, flightView } from './views.ts'

export const flightRoutes = ({ flights }: InventoryBook): Route[] =>
  kindRoutes({
    one: 'flight',
    plural: 'flights',
    name: { one: 'Flight', many: 'Flights' },
    param: idField.meta({ description: 'Id of a flight.' }),
    nameOf: ({ _id }: Flight) => _id,
    newSchema: newFlightSchema,
    changeSchema: flightChangeSchema,
    filters: z.object({
      campaign: idField.optional().meta({ description: 'All of this campaign, archived ones too.' }),
      state: z.enum(FLIGHT_STATES).optional().meta({ description: 'All but archived ones where nothing is said.' }),
    }),
    answer: flightSchema,
    view: async (docs: readonly Flight[]) => docs.map(flightView),
    ending: archiving('flight', 'it ends for good, and its reports stay'),
    book: flights,
  })
