import { randomBytes } from 'node:crypto'
import type { Store } from '@palaver/store'
import type { QueueSpec } from '../events/queue-model.ts'
import { webhookDeliveries, webhookEndpoints } from './collections.ts'
import { Deliveries } from './deliveries.ts'
import { Endpoints } from './endpoints.ts'
import { TIMEOUT_MS } from './limits.ts'
import type { Needs } from './needs.ts'
import { planner, webhooksQueue } from './planning.ts'
import { Sender } from './sender.ts'

export type WebhooksOptions = Pick<
  Needs,
  'comments' | 'view' | 'allowPrivate' | 'now' | 'random' | 'newId' | 'resolve' | 'restoredAt' | 'isPaused' | 'onTried'
> &
  Partial<Pick<Needs, 'timeoutMs' | 'newSecret'>> & { store: Store }

/** Tells other services what happens, as Standard Webhooks describes it. */
export class Webhooks {
  readonly endpoints: Endpoints
  readonly deliveries: Deliveries
  /** Notes what is to be sent where. */
  readonly queue: QueueSpec
  /** Sends it. */
  readonly sender: Sender

  constructor({ store, ...options }: WebhooksOptions) {
    const needs: Needs = {
      endpoints: store.collection(webhookEndpoints),
      deliveries: store.collection(webhookDeliveries),
      log: store.events,
      timeoutMs: TIMEOUT_MS,
      newSecret: randomSecret,
      ...options,
    }
    this.sender = new Sender(needs)
    const nudging = { ...needs, nudge: () => this.sender.nudge() }
    this.endpoints = new Endpoints(nudging)
    this.deliveries = new Deliveries(nudging, this.endpoints)
    this.queue = webhooksQueue(planner(nudging))
  }
}

const randomSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
