import type { Campaign, Out, Slice } from '../model.ts'
import type { MoneyNeeds } from './needs.ts'
import { type Settled, withSettled } from './noting.ts'
import { closedEvent, inserted, sliceOf } from './slices.ts'
import { settledOf } from './spend.ts'

/** A slice that nobody of this node has made. */
const NOBODY = ''
const MOST_OF_CAMPAIGN = 200
const MOST_ATTEMPTS = 20

export type Due = { now: number; limit: number }

/** Closes and settles what is due, whoever had it, and answers how many that were: so long as some are left, it has to be done again. */
export async function settleDue(needs: MoneyNeeds, { now, limit }: Due): Promise<number> {
  const due = new Date(now).toISOString()
  const where = { state: 'open' as const, closes: { $lte: due } }
  const open = await needs.slices.find({ where, sort: { closes: 1 }, limit, next: false })
  await Promise.all(open.docs.map((slice) => close(needs, slice)))
  const campaigns = await needs.campaigns.find({
    where: { 'money.nextClose': { $lte: due } },
    sort: { 'money.nextClose': 1 },
    limit,
    next: false,
  })
  let settled = 0
  for (const campaign of campaigns.docs) settled += await settleCampaign(needs, campaign, due)
  return open.docs.length + settled
}

/** Those of a campaign that are due, with one write. */
async function settleCampaign(needs: MoneyNeeds, campaign: Campaign, due: string): Promise<number> {
  const entries = campaign.money.out.filter(({ closes }) => closes <= due).slice(0, MOST_OF_CAMPAIGN)
  const settled = await Promise.all(entries.map((entry) => ended(needs, campaign, entry)))
  await giveBack(needs, campaign._id, settled)
  return settled.length
}

/** The rest of each, for its id, once: whoever is second finds it gone. */
async function giveBack(
  { campaigns }: Pick<MoneyNeeds, 'campaigns'>,
  id: string,
  settled: readonly Settled[],
): Promise<void> {
  await campaigns.change(id, (campaign, to) => {
    const money = campaign && withSettled(campaign.money, settled)
    return money === null || money === campaign?.money ? null : to.change({ $set: { money } })
  })
}

/** What came of a slice, when nothing more can: it is closed first, or made closed where its node died before it made it. */
async function ended(needs: MoneyNeeds, { _id: campaign, org }: Campaign, entry: Out): Promise<Settled> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const found = await needs.slices.get(entry.id)
    if (found === null) {
      const none = sliceOf(entry, { campaign, org, node: NOBODY }, null)
      if (await inserted(needs.slices, none)) return settledOf(entry, none)
      continue
    }
    const closed = found.state === 'closed' ? found : await close(needs, found)
    if (closed !== null) return settledOf(entry, closed)
  }
  throw new Error(`The slice ${entry.id} cannot be closed.`)
}

/** Null where somebody else has closed it. */
async function close({ slices, world }: Pick<MoneyNeeds, 'slices' | 'world'>, slice: Slice): Promise<Slice | null> {
  const events = [closedEvent({ world }, slice)]
  const where = { _id: slice._id, state: 'open' as const }
  return (await slices.update(where, { $set: { state: 'closed' } }, { events, returning: 'after' })).doc
}
