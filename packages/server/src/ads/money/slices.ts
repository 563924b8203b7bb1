import { Duplicate, type NewEvent } from '@palaver/store'
import { adsSubject } from '../ids.ts'
import { SLICE_CLOSES_MS } from '../lifetimes.ts'
import type { Out, Slice } from '../model.ts'
import type { MoneyNeeds } from './needs.ts'
import { keyOfSlice } from './spend.ts'
import type { Terms } from './terms.ts'

export const closesOf = (now: number): string => new Date(now + SLICE_CLOSES_MS).toISOString()
const madeOf = (closes: string): string => new Date(Date.parse(closes) - SLICE_CLOSES_MS).toISOString()

type Whose = { campaign: string; org: string; node: string }

const NOTHING: Terms = {
  events: 0,
  amount: 0,
  room: 0,
  clickRoom: 0,
  viewCost: 0,
  clickCost: 0,
  conversionCost: 0,
}

/** The slice that an entry of the campaign's stands for; nothing can come of it where it has no terms. */
export function sliceOf({ id, flight, day, amount, closes }: Out, whose: Whose, terms: Terms | null): Slice {
  const { room, clickRoom, viewCost, clickCost, conversionCost } = terms ?? NOTHING
  return {
    _id: id,
    key: keyOfSlice(id),
    ...whose,
    flight,
    day,
    state: terms === null ? 'closed' : 'open',
    made: madeOf(closes),
    closes,
    amount,
    room,
    clickRoom,
    viewCost,
    clickCost,
    conversionCost,
    fee: 0,
    views: [],
    viewed: [],
    seen: [],
    clicks: [],
    freeClicks: [],
    conversion: null,
  }
}

type Closed = Pick<Slice, '_id' | 'org'>

/** Told with the write that closes a slice: from then on it stays as it is. */
export const closedEvent = ({ world }: Pick<MoneyNeeds, 'world'>, { _id, org }: Closed): NewEvent => ({
  _id: world.newId(),
  org,
  subject: adsSubject(org),
  type: 'ad-slice',
  op: 'closed',
  at: new Date(world.now()).toISOString(),
  after: { slice: _id },
})

/** False where there is one of that id already. */
export async function inserted(slices: MoneyNeeds['slices'], slice: Slice, events: NewEvent[] = []): Promise<boolean> {
  try {
    await slices.insert(slice, { events })
    return true
  } catch (error) {
    if (error instanceof Duplicate) return false
    throw error
  }
}
