import type { Collection, Position } from '@palaver/store'
import type { Campaign, Slice } from '../model.ts'
import type { MoneyNeeds } from './needs.ts'
import { eventsOf, isFull, isOf, spendOf } from './spend.ts'

export type MoneyDamage = { document: string; says: string }
export type MoneyVerified = {
  campaigns: number
  slices: number
  found: MoneyDamage[]
  /** Changed each time that they were looked at: nothing can be said of them. */
  busy: string[]
}

type Needs = Pick<MoneyNeeds, 'campaigns' | 'slices'>
type Verifying = { org?: string | undefined; sleep?: (ms: number) => Promise<void> }

const BATCH = 200
const MOST_ATTEMPTS = 10
const PAUSE_MS = 50

/** Looks whether every micro-unit is where it must be: campaigns and their slices must tell the same. */
export async function verifyMoney(
  needs: Needs,
  { org, sleep = async () => {} }: Verifying = {},
): Promise<MoneyVerified> {
  const verified: MoneyVerified = { campaigns: 0, slices: 0, found: [], busy: [] }
  for await (const { doc } of needs.campaigns.scan()) {
    if (org !== undefined && doc.org !== org) continue
    verified.campaigns++
    const looked = await lookAt(needs, doc._id, sleep)
    if (looked === null) verified.busy.push(doc._id)
    verified.slices += looked?.slices ?? 0
    verified.found.push(...(looked?.found ?? []))
  }
  return verified
}

type Looked = { slices: number; found: MoneyDamage[] }

/** Slices that are settled stay as they are: so what is found is exact if the campaign is the same before and after. */
async function lookAt(needs: Needs, id: string, sleep: (ms: number) => Promise<void>): Promise<Looked | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = await needs.campaigns.getVersioned(id)
    if (before === null) return { slices: 0, found: [] }
    const counted = await count(needs.slices, before.doc)
    const after = await needs.campaigns.getVersioned(id)
    if (after?.version === before.version)
      return { slices: counted.slices, found: [...counted.found, ...damageOf(before.doc, counted)] }
    await sleep(PAUSE_MS * (attempt + 1))
  }
  return null
}

/** What the slices that are settled come to. */
type Counted = Looked & { spent: number; days: Map<string, number>; flights: Map<string, number> }

async function count(slices: Collection<Slice>, { _id: campaign, money }: Campaign): Promise<Counted> {
  const out = new Map(money.out.map((one) => [one.id, one]))
  const counted: Counted = { slices: 0, found: [], spent: 0, days: new Map(), flights: new Map() }
  for await (const slice of slicesOf(slices, campaign)) {
    counted.slices++
    const noted = out.get(slice._id)
    const entry = noted !== undefined && isOf(noted, slice) ? noted : undefined
    const says = [...faultsOf(slice), ...(entry === undefined ? settledFaults(slice) : outFaults(slice, entry.amount))]
    counted.found.push(...says.map((said) => ({ document: slice._id, says: said })))
    if (entry !== undefined) continue
    counted.spent += spendOf(slice)
    add(counted.days, slice.day, spendOf(slice))
    add(counted.flights, slice.flight, eventsOf(slice))
  }
  return counted
}

const add = (sums: Map<string, number>, key: string, more: number): void =>
  void sums.set(key, (sums.get(key) ?? 0) + more)

async function* slicesOf(slices: Collection<Slice>, campaign: string): AsyncGenerator<Slice> {
  // One that is closed meanwhile is met twice at most, if open ones come first; and then its campaign has changed or it is out.
  const met = new Set<string>()
  for (const state of ['open', 'closed'] as const)
    for (let after: Position | null = null, isMore = true; isMore;) {
      const where = { campaign, state }
      const page: { docs: Slice[]; next: Position | null } = await slices.find({
        where,
        sort: { made: -1, key: 1 },
        limit: BATCH,
        after,
      })
      for (const slice of page.docs) if (state === 'open' || !met.has(slice._id)) yield slice
      if (state === 'open') for (const { _id } of page.docs) met.add(_id)
      after = page.next
      isMore = after !== null
    }
}

/** What must hold of every slice. */
function faultsOf({ room, clickRoom, views, viewed, seen, clicks, freeClicks }: Slice): string[] {
  const numbers = views.map((entry) => Number(entry.slice(0, entry.indexOf('|'))))
  const clicked = [...clicks, ...freeClicks]
  const isOnce = (list: readonly number[]): boolean => new Set(list).size === list.length
  const says: string[] = []
  if (views.length > room || clicks.length > clickRoom) says.push('more was billed than it has room for')
  if (numbers.join() !== viewed.join()) says.push('its views and their numbers differ')
  if (![viewed, seen, clicked].every(isOnce)) says.push('one number was billed twice')
  if (![...seen, ...clicked].every((index) => viewed.includes(index))) says.push('something was billed without a view')
  return says
}

const outFaults = (slice: Slice, amount: number): string[] =>
  spendOf(slice) > amount ? [`${spendOf(slice)} were billed, and it has ${amount}`] : []

const settledFaults = (slice: Slice): string[] =>
  slice.state === 'open' && !isFull(slice) ? ['it is open, and its campaign does not know it'] : []

function damageOf({ _id, budget, money }: Campaign, counted: Counted): MoneyDamage[] {
  const { left, spent, out } = money
  const says: string[] = []
  const compare = (what: string, is: number | string | null, must: number | string | null): void => {
    if (is !== must) says.push(`${what}: it has ${is}, and it must be ${must}`)
  }
  compare('budget', left + spent + sum(out.map(({ amount }) => amount)), budget)
  if (left < 0) says.push(`left: it has ${left}`)
  compare('spent', spent, counted.spent)
  for (const { day, taken } of money.days) {
    const held = out.filter((one) => one.day === day).map(({ amount }) => amount)
    compare(`taken on ${day}`, taken, sum(held) + (counted.days.get(day) ?? 0))
  }
  for (const { flight, events } of money.flights) {
    const held = out.filter((one) => one.flight === flight).map((one) => one.events)
    compare(`taken of ${flight}`, events, sum(held) + (counted.flights.get(flight) ?? 0))
  }
  compare('nextClose', money.nextClose, out.map(({ closes }) => closes).toSorted()[0] ?? null)
  return says.map((said) => ({ document: _id, says: said }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
