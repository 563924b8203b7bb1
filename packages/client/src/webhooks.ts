import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type {
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookPing,
  WebhookReplay,
  Webhooks,
  WebhookWithSecret,
} from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'

const WEBHOOKS = '/v1/webhooks'
const WEBHOOK = `${WEBHOOKS}/{webhook}` as const

type ById = { id: string }
const at = ({ id }: ById): { path: { webhook: string } } => ({ path: { webhook: id } })

/** Where the services of the org are told, the newest first. */
export function webhooks(
  palaver: Palaver,
  wanted: Wanted<`GET ${typeof WEBHOOKS}`> = {},
  options?: ReadOptions,
): Listing<Webhook, Webhooks> {
  const itemsOf = (page: Webhooks): readonly Webhook[] => page.webhooks
  return list(palaver, { operation: `GET ${WEBHOOKS}`, query: wanted, itemsOf }, options)
}

/** Has an address told of what happens to comments. The secret is shown now and never again. */
export function createWebhook(
  palaver: Palaver,
  body: BodyOf<`POST ${typeof WEBHOOKS}`>,
  options?: CallOptions,
): Promise<WebhookWithSecret> {
  return call(palaver, `POST ${WEBHOOKS}`, { body, options })
}

/** A webhook, and whether it works. */
export function webhook(palaver: Palaver, id: string, options?: ReadOptions): Promise<Webhook> {
  return call(palaver, `GET ${WEBHOOK}`, { ...at({ id }), options })
}

/** Changes it, or switches it off and on. */
export function changeWebhook(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`PATCH ${typeof WEBHOOK}`>,
  options?: CallOptions,
): Promise<Webhook> {
  return call(palaver, `PATCH ${WEBHOOK}`, { ...at({ id }), body, options })
}

/** Removes it, and what waits to be sent there. */
export function removeWebhook(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${WEBHOOK}`, { ...at({ id }), options })
}

/** Gives it a new secret; the one before signs along for a day. */
export function rotateSecret(palaver: Palaver, id: string, options?: CallOptions): Promise<WebhookWithSecret> {
  return call(palaver, `POST ${WEBHOOK}/rotate`, { ...at({ id }), options })
}

/** Sends a message that means nothing, and says what came back. */
export function ping(palaver: Palaver, id: string, options?: CallOptions): Promise<WebhookPing> {
  return call(palaver, `POST ${WEBHOOK}/ping`, { ...at({ id }), options })
}

/** What was sent there in the last 30 days, the newest first. */
export function deliveries(
  palaver: Palaver,
  { id, ...wanted }: ById & Wanted<`GET ${typeof WEBHOOK}/deliveries`>,
  options?: ReadOptions,
): Listing<WebhookDelivery, WebhookDeliveries> {
  const itemsOf = (page: WebhookDeliveries): readonly WebhookDelivery[] => page.deliveries
  const source = { operation: `GET ${WEBHOOK}/deliveries`, ...at({ id }), query: wanted, itemsOf } as const
  return list(palaver, source, options)
}

/** Sends one event again, or those since a time: some at each call, until `next` is null. */
export function replay(
  palaver: Palaver,
  { id, ...body }: ById & BodyOf<`POST ${typeof WEBHOOK}/replay`>,
  options?: CallOptions,
): Promise<WebhookReplay> {
  return call(palaver, `POST ${WEBHOOK}/replay`, { ...at({ id }), body, options })
}
