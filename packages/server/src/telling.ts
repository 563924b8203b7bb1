import { randomBytes, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { hostPage } from './accounts/model.ts'
import { personId } from './accounts/service.ts'
import { linkTo, presentWithText } from './comments/service.ts'
import type { Context } from './context.ts'
import { observeQueues, queueHooks } from './events/metrics.ts'
import { databaseId } from './events/nats/database-id.ts'
import type { NatsDriver } from './events/nats/driver.ts'
import { FEEDER } from './events/nats/feeder.ts'
import { openNats } from './events/nats/on-demand.ts'
import { Queues } from './events/service.ts'
import { Live } from './live/service.ts'
import { streamTickets } from './live/tickets.ts'
import { newsFor } from './social/news/listening.ts'
import { pushCounter } from './notifications/push/metrics.ts'
import { restoredIn } from './notifications/restored.ts'
import { Notifications } from './notifications/service.ts'
import { socialKnown } from './notifications/social/known.ts'
import type { PersonalPlace } from './personal/service.ts'
import { WEBHOOKS } from './webhooks/planning.ts'
import { Webhooks } from './webhooks/service.ts'

/** What is there before anybody is told of anything. */
export type Base = Pick<
  Context,
  | 'config'
  | 'log'
  | 'metrics'
  | 'now'
  | 'random'
  | 'store'
  | 'accounts'
  | 'people'
  | 'comments'
  | 'topics'
  | 'social'
  | 'ads'
  | 'photos'
  | 'previews'
  | 'followingUp'
  | 'moderation'
  | 'pages'
>

export const warned =
  (log: Logger, what: string) =>
  (error: unknown): void =>
    log.warn({ err: error }, what)

export async function natsOf({ config, store, now, random, log }: Base): Promise<NatsDriver | null> {
  const url = config.natsUrl
  // Where it is not used any more, its place must not keep old events.
  if (url === null) await store.forgetConsumer(FEEDER)
  if (url === null) return null
  const database = await databaseId(store, randomUUID)
  return openNats({ url, store, database, now, random, onProblem: (err, what) => log.warn({ err }, what) })
}

type Around = { queues: Queues; pushCa?: string | undefined }

export function notificationsOn(
  { config, store, comments, topics, social, people, accounts, moderation, metrics, log, now, random }: Base,
  { queues, pushCa }: Around,
): Notifications {
  const reached = { at: `http://${config.host}:${config.port}` }
  return new Notifications({
    reached,
    store,
    comments,
    people,
    social: socialKnown(social, {
      mutes: (viewer) => social.mutedWords.matcherFor(viewer),
      pageOf: async (org, of) => {
        const pages = (await accounts.get(org))?.pages
        return 'post' in of ? hostPage(pages?.post, of.post) : hostPage(pages?.person, of.person)
      },
    }),
    now,
    random,
    newId: randomUUID,
    keptDays: config.notificationsKeptDays,
    mayOf: comments.needs.mayOf,
    lineOf: (org, topic) => topics.lineOf(org, topic),
    topicOf: (org, topic) => topics.find(org, topic),
    isWaiting: (org, held) => moderation.isWaiting(org, held),
    personOf: personId,
    bury: (queue, failed) => queues.bury(queue, failed),
    mail: {
      smtpUrl: config.smtpUrl,
      folder: config.data,
      from: config.mailFrom,
      url: () => config.url ?? reached.at,
      bufferMs: 1000 * config.mailBufferSeconds,
      mailsPerDay: config.mailsPerDay,
      mailsPerSecond: config.mailsPerSecondAndDomain,
    },
    push: {
      contact: config.pushContact,
      privatePreviews: async (org) => (await accounts.get(org))?.privatePreviews === true,
      linkOf: linkTo,
      log,
      count: pushCounter(metrics.registry),
      ask: { allowPrivate: config.privateAddresses, ...(pushCa !== undefined && { ca: pushCa }) },
    },
  })
}

export const webhooksOn = ({ store, comments, config, now, random }: Base, queues: Queues): Webhooks =>
  new Webhooks({
    store,
    comments,
    now,
    random,
    newId: randomUUID,
    view: presentWithText,
    allowPrivate: config.privateAddresses,
    isPaused: () => queues.isPaused(WEBHOOKS),
    restoredAt: restoredIn(store, now),
  })

export function queuesOn({ store, metrics, now, random, log }: Base, nats: NatsDriver | null): Queues {
  const needs = {
    store,
    now,
    random,
    newId: randomUUID,
    log,
    hooks: queueHooks(metrics),
    requests: () => metrics.answered.requests,
  }
  const queues = new Queues(nats === null ? needs : { ...needs, readerOf: nats.readerOf })
  observeQueues(metrics, queues)
  return queues
}

export function liveOn(
  { store, comments, topics, social, accounts, people, moderation, config, log, now, random }: Base,
  { signals, notifications }: Pick<Context, 'signals' | 'notifications'>,
): Live {
  const { centre } = notifications
  return new Live({
    log: store.events,
    comments,
    accounts,
    relations: people.relations,
    signals,
    now,
    random,
    inbox: {
      position: centre.position,
      shownSince: (actor, since, limit) => centre.shownSince(actor, since, limit),
      counts: (actor) => centre.counts(actor),
      present: (whose) => centre.present(whose),
    },
    hostDecides: async (org) =>
      (await accounts.hook(org, 'permissionHook')) !== null || (await topics.hidesAny(org)) || social.hasPosts(org),
    news: newsFor(social),
    lookAgain: () => topics.lookAgain(),
    requireNotBanned: (actor) => moderation.requireNotBanned(actor),
    tickets: store.collection(streamTickets),
    onError: warned(log, 'a live stream failed and goes on in a moment'),
    newSecret: () => randomBytes(24).toString('base64url'),
    caps: { byUser: config.liveStreamsByUser, byAddress: config.liveStreamsByAddress, loopback: config.limitLoopback },
  })
}

/** What lies in NATS goes by itself within the hour; this is sooner. */
export const natsPlace = (nats: NatsDriver, log: Logger): PersonalPlace => ({
  name: 'nats',
  erase: ({ org }) => nats.forget(org).catch(warned(log, 'events of somebody who was erased stay in NATS for an hour')),
})
