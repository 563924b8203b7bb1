import { hash } from 'node:crypto'
import { type Decided, nonceOf, viewEntry } from '../entries.ts'
import { CLICK_MS, CONVERSION_MS, IMPRESSION_MS, SKEW_MS } from '../lifetimes.ts'
import { charge } from './charge.ts'
import type { LeaseNeeds } from './lease.ts'
import { Ledger } from './ledger.ts'
import { sliceId } from './spend.ts'
import type { Act, Billed } from './verdicts.ts'

export type { Billed } from './verdicts.ts'
export type BillingNeeds = LeaseNeeds & { ledger: Ledger }

/** What bills from slices of one node: one for all that it is told, so that what comes together is written together. */
export const billingOn = (needs: LeaseNeeds): BillingNeeds => ({ ...needs, ledger: new Ledger(needs.slices) })

/** `reach`: who it was, as reports count people. */
export const billView = (needs: BillingNeeds, decided: Decided, reach: string): Promise<Billed> =>
  bill(needs, decided, { within: IMPRESSION_MS, act: viewAct(decided, reach) })

export const billSeen = (needs: BillingNeeds, decided: Decided): Promise<Billed> =>
  bill(needs, decided, { within: CLICK_MS, act: { kind: 'seen', index: decided.index } })

export const billClick = (needs: BillingNeeds, decided: Decided): Promise<Billed> =>
  bill(needs, decided, { within: CLICK_MS, act: { kind: 'click', index: decided.index } })

const viewAct = (decided: Decided, reach: string): Act => ({
  kind: 'view',
  index: decided.index,
  entry: viewEntry({ ...decided, reach }),
})

type Billing = { within: number; act: Act }

async function bill({ ledger, world }: BillingNeeds, decided: Decided, { within, act }: Billing): Promise<Billed> {
  const { campaign, slice, at } = decided
  // The org's own: nobody pays, and no ledger has them.
  if (campaign === null || slice === null) return 'free'
  return isOver(world.now(), at + within) ? 'closed' : ledger.put(sliceId(campaign, slice), act)
}

const isOver = (now: number, until: number): boolean => now > until + SKEW_MS

/** One for each view that was clicked, in a slice of its own; where nothing pays for it, it is on record all the same. */
export async function billConversion(needs: BillingNeeds, decided: Decided): Promise<Billed> {
  const { campaign, slice: key, index, at, org } = decided
  if (campaign === null || key === null) return 'free'
  const now = needs.world.now()
  if (isOver(now, at + CONVERSION_MS)) return 'closed'
  const slice = await needs.slices.get(sliceId(campaign, key))
  if (slice === null) return 'unknown'
  const view = slice.views[slice.viewed.indexOf(index)]
  if (view === undefined || ![...slice.clicks, ...slice.freeClicks].includes(index)) return 'unseen'
  const nonce = nonceOf(decided)
  return charge(needs, {
    campaign,
    key: conversionKey(nonce),
    org,
    flight: slice.flight,
    price: slice.conversionCost,
    now,
    conversion: { nonce, at: new Date(now).toISOString(), view },
  })
}

const conversionKey = (nonce: string): string => hash('sha256', `conversion ${nonce}`, 'base64url').slice(0, 22)
