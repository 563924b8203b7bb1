import { defineCollection } from '@palaver/store'
import type { QueueControl, QueueItem, QueueTrial } from './item-model.ts'

/** `_id` is queue and event: an event that fails twice at once is kept once. */
export const queueItems = defineCollection<QueueItem>({
  name: 'queueItems',
  shardKey: ['queue', 'event'],
  id: { from: ['queue', 'event'] },
  indexes: [
    { name: 'due', on: ['queue', 'state', 'runAt'] },
    { name: 'newest', on: ['queue', 'state', 'last'] },
    { name: 'ofOrg', on: ['org', 'queue', 'state', 'last'] },
    { name: 'ofPerson', on: ['org', 'people'], arrays: ['people'] },
  ],
})

/** One for each queue that was ever started. */
export const queueControls = defineCollection<QueueControl>({ name: 'queueControls' })

/** `_id` is queue and partition. */
export const queueTrials = defineCollection<QueueTrial>({ name: 'queueTrials' })

export const queueCollections = [queueItems, queueControls, queueTrials]
