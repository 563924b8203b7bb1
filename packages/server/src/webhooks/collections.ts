import { defineCollection } from '@palaver/store'
import type { Endpoint, WebhookDelivery } from './model.ts'

export const webhookEndpoints = defineCollection<Endpoint>({
  name: 'webhookEndpoints',
  indexes: [
    { name: 'ofOrg', on: ['org', '-created'] },
    { name: 'due', on: ['next'] },
  ],
})

/** `_id` is endpoint and event: who plans one twice finds it. */
export const webhookDeliveries = defineCollection<WebhookDelivery>({
  name: 'webhookDeliveries',
  shardKey: ['endpoint', 'event'],
  id: { from: ['endpoint', 'event'] },
  expires: 'expires',
  indexes: [
    { name: 'log', on: ['endpoint', '-at', 'event'] },
    { name: 'due', on: ['endpoint', 'state', 'runAt'] },
  ],
})

export const webhookCollections = [webhookEndpoints, webhookDeliveries]
