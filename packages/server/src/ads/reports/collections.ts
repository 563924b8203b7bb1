import { defineCollection } from '@palaver/store'
import type { FlightTotal, Hour, Reached } from './model.ts'

export const adHours = defineCollection<Hour>({
  name: 'adHours',
  shardKey: ['campaign'],
  id: { from: ['campaign', 'start'] },
  indexes: [{ name: 'byTime', on: ['campaign', 'start'] }],
})

export const adReached = defineCollection<Reached>({
  name: 'adReached',
  shardKey: ['campaign'],
  id: { from: ['campaign', 'day'] },
  indexes: [{ name: 'byDay', on: ['campaign', 'day'] }],
})

export const flightTotals = defineCollection<FlightTotal>({
  name: 'adTotals',
  indexes: [{ name: 'ofOrg', on: ['org', '_id'] }],
})

export const reportCollections = [adHours, adReached, flightTotals]
