import type { Store } from '@palaver/store'
import { campaigns, slices } from '../../ads/collections.ts'
import { nonceOf } from '../../ads/entries.ts'
import type { Campaign, Slice } from '../../ads/model.ts'
import { settleDue } from '../../ads/money/settling.ts'
import { spendOf } from '../../ads/money/spend.ts'
import { DAY_MS } from '../../ads/money/testing/ground.ts'
import { verifyMoney } from '../../ads/money/verify.ts'

/** What is wrong, by kind; empty when all is well. */
export type Findings = { lost: string[]; unsettled: string[]; miscounted: string[] }
export const nothingFound = (): Findings => ({ lost: [], unsettled: [], miscounted: [] })
/** `overspend`: micro-units past budgets and past what a day may cost. */
export type Checked = Findings & { overspend: number; spent: number; slices: number }

/** Settles all, and compares what was billed with budgets, with what campaigns say, and with what was acknowledged. */
export async function check(store: Store, now: number, acknowledged: ReadonlySet<string>): Promise<Checked> {
  const needs = { campaigns: store.collection(campaigns), slices: store.collection(slices) }
  const later = now + DAY_MS
  let ids = 0
  const world = { now: () => later, newId: () => `check${++ids}` }
  while ((await settleDue({ ...needs, world }, { now: later, limit: 100 })) > 0) continue
  const found = nothingFound()
  const all: Slice[] = []
  for await (const { doc } of needs.slices.scan()) all.push(doc)
  const billed = new Set(all.flatMap(noncesIn))
  found.lost.push(...[...acknowledged].filter((nonce) => !billed.has(nonce)))
  const verified = await verifyMoney(needs)
  found.miscounted.push(...verified.found.map(({ document, says }) => `${document}: ${says}`), ...verified.busy)
  let [overspend, spent] = [0, 0]
  for await (const { doc } of needs.campaigns.scan()) {
    const own = all.filter(({ campaign }) => campaign === doc._id)
    overspend += overspentOf(doc, own)
    spent += sum(own)
    if (doc.money.out.length > 0) found.unsettled.push(`${doc._id} has ${doc.money.out.length} out`)
    if (doc.money.spent !== sum(own)) found.miscounted.push(`${doc._id}: ${doc.money.spent} spent, ${sum(own)} billed`)
  }
  return { ...found, overspend, spent, slices: all.length }
}

const noncesIn = ({ campaign, key, viewed }: Slice): string[] =>
  viewed.map((index) => nonceOf({ campaign, slice: key, index }))

const sum = (all: readonly Slice[]): number => all.reduce((total, slice) => total + spendOf(slice), 0)

function overspentOf({ budget, dailyCap }: Campaign, own: readonly Slice[]): number {
  const past = Math.max(0, sum(own) - budget)
  if (dailyCap === null) return past
  const days = [...Map.groupBy(own, ({ day }) => day).values()]
  return past + days.reduce((total, ofDay) => total + Math.max(0, sum(ofDay) - dailyCap), 0)
}
