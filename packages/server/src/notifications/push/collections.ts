import { defineCollection } from '@palaver/store'
import type { PushKeys, Subscription } from './model.ts'

/** There is one document in it. */
export const pushKeys = defineCollection<PushKeys>({ name: 'pushKeys' })

export const pushSubscriptions = defineCollection<Subscription>({
  name: 'pushSubscriptions',
  indexes: [{ name: 'ofPerson', on: ['org', 'person', 'refreshed'] }],
})

export const pushCollections = [pushKeys, pushSubscriptions]
