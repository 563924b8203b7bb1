import type { Collection } from '@palaver/store'
import type { Decided } from '../entries.ts'
import type { Creative, Slice } from '../model.ts'
import { sliceId } from '../money/spend.ts'

export type LandingNeeds = {
  creatives: Pick<Collection<Creative>, 'get'>
  slices: Pick<Collection<Slice>, 'get'>
}

/** Where a click leads, and whether somebody wants to hear what comes of it. */
export type Landing = { url: URL; isForAction: boolean }

/** As stored now, also where the ad is paused or archived by now: nothing of it is taken from the address. */
export async function landingOf(needs: LandingNeeds, decided: Decided): Promise<Landing | null> {
  const [creative, isForAction] = await Promise.all([
    needs.creatives.get(decided.creative),
    isPaidByAction(needs, decided),
  ])
  const url = creative === null || creative.org !== decided.org ? null : webAddress(creative.destination)
  return url === null ? null : { url, isForAction }
}

/** Whatever is stored: only pages of the web, and written so that nothing of it can become another header field. */
function webAddress(destination: string): URL | null {
  const url = URL.canParse(destination) ? new URL(destination) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

async function isPaidByAction({ slices }: LandingNeeds, { org, campaign, slice: key }: Decided): Promise<boolean> {
  const slice = campaign === null || key === null ? null : await slices.get(sliceId(campaign, key))
  return slice !== null && slice.org === org && slice.conversionCost > 0
}
