import { Unavailable } from '@palaver/store'
import type { Candidate } from '../decision/model.ts'
import type { Out, Slice } from '../model.ts'
import { dayIn, hourIn } from './days.ts'
import type { MoneyNeeds } from './needs.ts'
import { type Settled, withOut, withSettled } from './noting.ts'
import { closesOf, inserted, sliceOf } from './slices.ts'
import { sliceId } from './spend.ts'
import { type Terms, termsOf } from './terms.ts'

export type LeaseNeeds = MoneyNeeds & { node: string }

export type Wanted = {
  candidate: Pick<Candidate, 'campaign' | 'flight' | 'ecpm' | 'sharing'>
  now: number
  /** Of this campaign, settled with the same write. */
  settled?: readonly Settled[]
}

const ATTEMPTS = 2

/** Takes a part of a campaign's budget, notes it there, and makes the slice that it is billed from; null: nothing is left. */
export async function lease(needs: LeaseNeeds, wanted: Wanted): Promise<Slice | null> {
  const { campaign } = wanted.candidate
  // Named before the first write: if nobody knows whether that happened, the next one finds it.
  const id = sliceId(campaign._id, needs.world.newId())
  const noting: Noting = { ...wanted, id, noted: null }
  await repeated(() => note(needs, noting))
  if (noting.noted === null) return null
  const { out, terms } = noting.noted
  const slice = sliceOf(out, { campaign: campaign._id, org: campaign.org, node: needs.node }, terms)
  return repeated(async () => {
    if (await inserted(needs.slices, slice)) return slice
    // Ours from a first attempt; or somebody thought that we were dead, and took it back.
    const found = await needs.slices.get(id)
    return found?.state === 'open' ? slice : null
  })
}

type Noted = { out: Out; terms: Terms }
/** `noted`: what the last attempt wrote, or tried to. */
type Noting = Wanted & { id: string; noted: Noted | null }

async function note(needs: LeaseNeeds, noting: Noting): Promise<void> {
  const { candidate, now, settled = [], id } = noting
  const { flight, ecpm, sharing } = candidate
  await needs.campaigns.change(candidate.campaign._id, (campaign, to) => {
    if (campaign?.money.out.some((one) => one.id === id) === true) return null
    noting.noted = null
    if (campaign === null) return null
    const { timeZone } = campaign
    const money = withSettled(campaign.money, settled)
    const terms = termsOf({ campaign: { ...campaign, money }, flight, sharing, ecpm, now })
    if (terms === null) return money === campaign.money ? null : to.change({ $set: { money } })
    noting.noted = { terms, out: outOf(timeZone, { id, flight: flight._id, now, ...terms }) }
    return to.change({ $set: { money: withOut(money, noting.noted.out, hourIn(timeZone, now)) } })
  })
}

type Named = Pick<Out, 'id' | 'flight' | 'amount' | 'events'> & { now: number }

export const outOf = (timeZone: string, { id, flight, amount, events, now }: Named): Out => ({
  id,
  flight,
  day: dayIn(timeZone, now),
  amount,
  events,
  closes: closesOf(now),
})

/** Once more where nobody knows whether it happened: it finds what it did. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === ATTEMPTS) throw error
    }
}
