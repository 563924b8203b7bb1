import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { queueItems } from '../../events/collections.ts'
import type { Ground } from './ground.ts'
import { nextName, post } from './post.ts'

/** A name that leads nowhere, as RFC 2606 has it. */
export const NOWHERE = 'https://nowhere.invalid'

/** What a browser makes when it subscribes. */
export function browserKeys(): { p256dh: string; auth: string } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

const adminOf = ({ org, word }: Ground) => ({ org, id: 'admin', name: word, role: 'admin', kind: 'person' }) as const

/** What queues do is there after a moment. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    await pause(5)
  }
}

/** The member is told of a reply. */
export async function newRow(ground: Ground): Promise<string> {
  const comment = await post(ground, `${ground.word} asks`)
  const { event } = await post(ground, `${ground.word} answers`, { as: 'moderator', replyTo: comment })
  const { notifications, accounts } = ground.context
  const member = await accounts.identify(ground.tokens.member ?? '')
  return until(async () => {
    const { entries } = await notifications.centre.list(member, { filter: 'all', limit: 20, cursor: null })
    return entries.find(({ id }) => id === event)?.id
  })
}

export async function newSubscription({ context, word, tokens }: Ground): Promise<string> {
  const member = await context.accounts.identify(tokens.member ?? '')
  const subscribing = { endpoint: `${NOWHERE}/${nextName(word)}`, keys: browserKeys() }
  return (await context.notifications.push.subscriptions.subscribe(member, subscribing))._id
}

export async function newUnsubscribing({ context, org }: Ground): Promise<string> {
  const ending = { org, person: 'somebody', scope: { kind: 'all' } } as const
  const link = await context.notifications.email.unsubscribes.linkOf('', ending)
  return link.split('/').at(-1) ?? ''
}

/** It is switched off, so that nothing is sent: its log says of one event that it was skipped. */
export async function newWebhook(ground: Ground): Promise<string> {
  const { endpoints, deliveries } = ground.context.webhooks
  const admin = adminOf(ground)
  await removeOldest(ground)
  const { id } = await endpoints.create(admin, { url: `${NOWHERE}/${nextName(ground.word)}`, description: ground.word })
  await endpoints.change(admin, id, { disabled: true })
  await post(ground, `${ground.word} is told of`)
  await until(async () => (await deliveries.list(admin, id, { limit: 1, cursor: null })).deliveries[0])
  return id
}

/** An org may have fifty. */
async function removeOldest(ground: Ground): Promise<void> {
  const { endpoints } = ground.context.webhooks
  const { next } = await endpoints.list(adminOf(ground), { limit: 30, cursor: null })
  if (next === null) return
  const { webhooks } = await endpoints.list(adminOf(ground), { limit: 50, cursor: next })
  // Somebody else who makes one may have removed it meanwhile.
  for (const { id } of webhooks) await endpoints.remove(adminOf(ground), id).catch(() => {})
}

/** Of an event that nobody is told of, whenever it is redriven. */
export async function newLetter({ context: { store }, org, word }: Ground): Promise<string> {
  const [event, at] = [randomUUID(), new Date().toISOString()]
  const place = { partition: store.events.partitionOf(org), seq: 1 }
  const copy = { _id: event, org, subject: word, type: 'discussion', op: 'looked-at', at, data: {}, ...place }
  await store.collection(queueItems).insert({
    _id: `centre~${event}`,
    queue: 'centre',
    event,
    org,
    copy: JSON.stringify(copy),
    people: [],
    state: 'dead',
    attempts: 5,
    before: 0,
    runAt: at,
    again: null,
    error: `${word} failed`,
    first: at,
    last: at,
  })
  return event
}
