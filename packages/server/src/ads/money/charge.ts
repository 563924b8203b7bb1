import type { Campaign, Micro, Out, Slice } from '../model.ts'
import { dayIn } from './days.ts'
import { type LeaseNeeds, outOf } from './lease.ts'
import { isForgotten, MOST_OUT, withOut } from './noting.ts'
import { closedEvent, inserted, sliceOf } from './slices.ts'
import { sliceId } from './spend.ts'
import { affordable } from './terms.ts'

/** Something that is paid for once: its slice has a name that follows from it. */
export type Charge = {
  campaign: string
  key: string
  org: string
  flight: string
  price: Micro
  now: number
  /** What it is paid for where that is a conversion: then it happened, whether it can be paid or not. */
  conversion: Slice['conversion']
}
export type Charged = 'billed' | 'free' | 'repeat' | 'full'

/** Bills something once, as a lease does: noted in the campaign, then a slice of its own, which is closed at once. */
export async function charge(needs: LeaseNeeds, asked: Charge): Promise<Charged> {
  for (let attempt = 0; ; attempt++) {
    const charged = await chargeAs(needs, asked, sliceId(asked.campaign, `${asked.key}.${attempt}`))
    if (charged !== 'void') return charged
  }
}

/** Whether it was billed, or could be now; nothing is billed by asking. */
export async function chargeable(needs: LeaseNeeds, asked: Charge): Promise<'billed' | 'payable' | 'full'> {
  for (let attempt = 0; ; attempt++) {
    const id = sliceId(asked.campaign, `${asked.key}.${attempt}`)
    const found = await needs.slices.get(id)
    if (found !== null && isVoid(found)) continue
    const campaign = found === null ? await needs.campaigns.get(asked.campaign) : null
    if (found !== null || campaign?.money.out.some((one) => one.id === id)) return 'billed'
    return campaign !== null && canPay(campaign, asked) ? 'payable' : 'full'
  }
}

/** Who noted it was thought dead, and it was taken back. That is for good: all go on under the next name. */
const isVoid = ({ fee, conversion }: Slice): boolean => fee === 0 && conversion === null

const canPay = (campaign: Campaign, { price, now }: Charge): boolean =>
  campaign.money.out.length < MOST_OUT &&
  !isForgotten(campaign.money, dayIn(campaign.timeZone, now)) &&
  affordable(campaign, now) >= price

async function chargeAs(needs: LeaseNeeds, asked: Charge, id: string): Promise<Charged | 'void'> {
  for (;;) {
    const found = await needs.slices.get(id)
    if (found !== null) return isVoid(found) ? 'void' : 'repeat'
    const noted = asked.price === 0 ? null : await note(needs, asked, id)
    if (noted === null && asked.conversion === null) return 'full'
    const slice = chargedSlice(needs, asked, noted ?? outOf('UTC', { ...asked, id, amount: 0, events: 0 }))
    if (await inserted(needs.slices, slice, [closedEvent(needs, slice)])) return noted === null ? 'free' : 'billed'
  }
}

/**
 * Null where there is no money for it. Who finds it noted goes on from there. Somebody slow may note again what was
 * settled meanwhile: such an entry has another time than the slice, so nothing was paid from it (see `isOf`).
 */
async function note(needs: LeaseNeeds, asked: Charge, id: string): Promise<Out | null> {
  const { flight, price, now } = asked
  let noted: Out | null = null
  await needs.campaigns.change(asked.campaign, (campaign, to) => {
    noted = campaign?.money.out.find((one) => one.id === id) ?? null
    if (campaign === null || noted !== null) return null
    const { money, timeZone } = campaign
    if (!canPay(campaign, asked)) return null
    noted = outOf(timeZone, { id, flight, amount: price, events: 0, now })
    return to.change({ $set: { money: withOut(money, noted, null) } })
  })
  return noted
}

function chargedSlice({ node }: LeaseNeeds, { campaign, org, conversion }: Charge, out: Out): Slice {
  return { ...sliceOf(out, { campaign, org, node }, null), fee: out.amount, conversion }
}
