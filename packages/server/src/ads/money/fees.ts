import { hash } from 'node:crypto'
import type { Candidate } from '../decision/model.ts'
import { charge } from './charge.ts'
import type { LeaseNeeds } from './lease.ts'

/** A flat price is billed once for a flight, however often it is asked. */
const feeKey = (flight: string): string => hash('sha256', `flat ${flight}`, 'base64url').slice(0, 22)

/** Bills the price of a flight that costs one once, if that has not happened; false where there is no money for it. */
export async function feePaid(needs: LeaseNeeds, { campaign, flight }: Candidate, now: number): Promise<boolean> {
  const { price } = flight.pricing
  if (price === 0) return true
  const whose = { campaign: campaign._id, org: campaign.org, flight: flight._id }
  const charged = await charge(needs, { ...whose, key: feeKey(flight._id), price, now, conversion: null })
  return charged !== 'full'
}
