import type { Consumer } from '@palaver/store'
import { startAds } from './ads/reports/consumer.ts'
import { startConsumers } from './comments/consumers/run.ts'
import type { Context } from './context.ts'
import { Announcer } from './events/announcer.ts'
import { startModeration } from './moderation/consumers/run.ts'
import { PUSH } from './notifications/push/handler.ts'
import { startTopics } from './categories/listings/consumer.ts'
import { startSocial } from './social/consumer.ts'
import { startErasing } from './personal/run.ts'

/** What follows from events, in every module. It ends before the store does. */
export type Following = {
  /** Resolves when all that was told so far was followed; what waits for its time still waits. */
  drained: () => Promise<void>
}

export function startFollowing(context: Context): Following {
  const { store, queues, notifications, webhooks, signals, nats, pages, social, ads, previews, followingUp, log } =
    context
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const consumers = consumersOf(context)
  const announcer = new Announcer({ log: store.events, signals, onError: warn('events could not be announced') })
  const announcing = announcer.start().catch(warn('events are not announced'))
  const stopListening = signals.subscribe(({ subject, event }) => {
    if (!pages.hasSeen(event)) pages.changed(subject, event)
  })
  queues.start([...notifications.queues, webhooks.queue], notifications.push.sending === null ? [PUSH] : [])
  nats?.wake([queues, ...consumers])
  const sending = notifications.startSending({
    onError: warn('a message could not be sent: it is tried again, or becomes a dead letter'),
    isPaused: (queue) => queues.isPaused(queue),
  })
  const pushing = social.pusher.start({ onError: warn('posts could not be brought to followers and will be') })
  const settling = ads.settler.start({ onError: warn('what is left of budgets could not be brought back and will be') })
  previews.start()
  followingUp.begin()
  const hooks = webhooks.sender.start({ onError: warn('webhooks could not be sent and will be tried again') })
  store.beforeClose(async () => {
    stopListening()
    await announcing
    await ads.tracking.settled()
    await Promise.all([
      announcer.stop(),
      queues.stop(),
      hooks.stop(),
      pushing.stop(),
      settling.stop(),
      previews.close(),
      ...sending.map((one) => one.stop()),
    ])
    await nats?.close()
  })
  const drained = async (): Promise<void> => {
    await store.events.settle()
    // What one of them writes tells events that another has to see.
    for (let round = 0; round < 3; round++)
      await Promise.all([queues.drained(), ...consumers.map((consumer) => consumer.drained()), social.pusher.drain()])
  }
  return { drained }
}

function consumersOf({ store, comments, topics, social, ads, moderation, people, places, log }: Context): Consumer[] {
  return [
    ...startConsumers({ store, needs: comments.needs, log }),
    ...startModeration({ store, needs: moderation.needs, log }),
    startTopics({ store, needs: topics.listings.needs, log }),
    startSocial({ store, needs: social.needs, log }),
    startAds({ store, needs: ads.folding, log }),
    startErasing({ store, places, people, log }),
  ]
}
