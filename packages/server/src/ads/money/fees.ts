import { hash } from 'node:crypto'
import type { Candidate } from '../decision/model.ts'
import { type Charge, charge, chargeable } from './charge.ts'
import type { LeaseNeeds } from './lease.ts'

/** A flat price is billed once for a flight, however often it is asked. */
const feeKey = (flight: string): string => hash('sha256', `flat ${flight}`, 'base64url').slice(0, 22)

const feeOf = ({ campaign, flight }: Candidate, now: number): Charge => ({
  campaign: campaign._id,
  org: campaign.org,
  flight: flight._id,
  key: feeKey(flight._id),
  price: flight.pricing.price,
  now,
  conversion: null,
})

/** Bills the price of a flight that costs one once, if that has not happened; false where there is no money for it. */
export async function feePaid(needs: LeaseNeeds, candidate: Candidate, now: number): Promise<boolean> {
  return candidate.flight.pricing.price === 0 || (await charge(needs, feeOf(candidate, now))) !== 'full'
}

/** What would become of it, for who only wants to know. */
export async function feeState(needs: LeaseNeeds, candidate: Candidate, now: number): ReturnType<typeof chargeable> {
  return candidate.flight.pricing.price === 0 ? 'billed' : chargeable(needs, feeOf(candidate, now))
}
