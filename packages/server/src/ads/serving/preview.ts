import type { Creative, Zone } from '../model.ts'
import { ownDecision } from './house.ts'
import type { Placed } from './serve.ts'

type Shown = { zone: Zone; creative: Creative }

/** As a house ad is shown: nobody pays for it, and clicks lead where they will. */
export const previewOf = ({ zone, creative }: Shown, now: number): Placed => ({
  zone,
  ads: [{ creative, advertiser: null, campaign: null, decided: ownDecision({ org: zone.org, now }, zone, creative) }],
})
