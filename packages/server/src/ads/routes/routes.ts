import type { Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { reportRoutes } from '../reports/routes.ts'
import type { Ads } from '../service.ts'
import { trackingRoutes } from '../tracking/routes.ts'
import { placementRoutes } from './placements.ts'
import { advertiserRoutes } from './promo-advertisers.ts'
import { campaignRoutes } from './promo-campaigns.ts'
import { creativeRoutes } from './promo-creatives.ts'
import { flightRoutes } from './promo-flights.ts'
import { placeRoutes } from './promo-places.ts'

/** What an org's ads are made of, over HTTP: for its admins. */
const promoRoutes = (book: InventoryBook): Route[] => [
  ...placeRoutes(book),
  ...advertiserRoutes(book),
  ...campaignRoutes(book),
  ...flightRoutes(book),
  ...creativeRoutes(book),
]

/** All that can be asked of ads. */
export const adRoutes = (ads: Ads): Route[] => [
  ...placementRoutes(ads),
  ...promoRoutes(ads.inventory),
  ...reportRoutes(ads.reports),
  ...trackingRoutes(ads.tracking),
]
