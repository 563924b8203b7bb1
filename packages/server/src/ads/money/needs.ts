import type { Collection } from '@palaver/store'
import type { Campaign, Slice } from '../model.ts'

/** Clock and names are passed in, so that tests decide them. */
export type MoneyWorld = { now: () => number; newId: () => string }

export type MoneyNeeds = { campaigns: Collection<Campaign>; slices: Collection<Slice>; world: MoneyWorld }
