import { fieldsOfId, idOf } from '@palaver/store'
import { slices } from '../collections.ts'
import type { Micro, Out, Slice } from '../model.ts'
import type { Settled } from './noting.ts'

type Ledger = Pick<Slice, 'viewCost' | 'clickCost' | 'fee' | 'views' | 'clicks'>

/** What was billed from a slice. */
export const spendOf = ({ viewCost, clickCost, fee, views, clicks }: Ledger): Micro =>
  viewCost * views.length + clickCost * clicks.length + fee

/** How many of the flight's goal came of it: clicks where those are paid for, else impressions. */
export const eventsOf = ({ clickCost, views, clicks }: Pick<Slice, 'clickCost' | 'views' | 'clicks'>): number =>
  clickCost > 0 ? clicks.length : views.length

/** Whatever comes, it costs no more and brings no more of its flight's goal. */
export const isFull = ({ room, clickCost, fee, views }: Pick<Slice, 'room' | 'clickCost' | 'fee' | 'views'>): boolean =>
  fee === 0 && clickCost === 0 && room > 0 && views.length >= room

/** Whether a slice was paid from this entry: one with a name that follows from something may have been noted twice. */
export const isOf = ({ closes }: Pick<Out, 'closes'>, slice: Pick<Slice, 'fee' | 'closes'>): boolean =>
  slice.fee === 0 || slice.closes === closes

/** What came of an entry, when nothing more can. */
export const settledOf = (entry: Pick<Out, 'id' | 'closes'>, slice: Slice): Settled =>
  isOf(entry, slice)
    ? { id: entry.id, spend: spendOf(slice), events: eventsOf(slice) }
    : { id: entry.id, spend: 0, events: 0 }

export const sliceId = (campaign: string, key: string): string => idOf(slices, { campaign, key })

export const keyOfSlice = (id: string): string => fieldsOfId(slices, id)?.['key'] ?? ''
