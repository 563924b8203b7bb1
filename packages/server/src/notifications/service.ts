import type { Store } from '@palaver/store'
import type { People } from '../accounts/service.ts'
import type { Route } from '../api/route.ts'
import type { Comments } from '../comments/service.ts'
import type { QueueSpec } from '../events/queue-model.ts'
import type { PersonalPlace } from '../personal/service.ts'
import { Audiences } from './audience/audiences.ts'
import { audiencePlaces } from './audience/erasing.ts'
import { levelRoutes } from './audience/level-routes.ts'
import { Levels } from './audience/levels.ts'
import type { AudienceNeeds } from './audience/needs.ts'
import { Centre } from './centre/centre.ts'
import { centreHandler } from './centre/handler.ts'
import { centrePlaces } from './centre/places.ts'
import { publishedIn } from './centre/published.ts'
import { centreRoutes } from './centre/routes.ts'
import * as all from './collections.ts'
import { EmailChannel, type EmailNeeds } from './email/channel.ts'
import { Explainer } from './explain.ts'
import { explainRoutes } from './explain-routes.ts'
import { forgettingErased } from './forgetting.ts'
import { PreferenceBook } from './preferences/preferences.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { WebPush, type WebPushNeeds } from './push/push.ts'
import { pushRoutes } from './push/routes.ts'
import { centreQueue, emailQueue } from './queues.ts'
import { restoredIn } from './restored.ts'
import type { SocialKnown } from './social/known.ts'
import type { TopicsKnown } from './topics/known.ts'
import { topicPlaces } from './topics/places.ts'
import { topicLevelRoutes } from './topics/routes.ts'
import { TopicLevels } from './topics/topic-levels.ts'
import type { WindowNeeds } from './windows/needs.ts'
import { Windows } from './windows/windows.ts'

export type NotificationNeeds = Pick<AudienceNeeds, 'mayOf' | 'isWaiting' | 'keptDays'> &
  TopicsKnown & {
    store: Store
    comments: Comments
    people: People
    /** What is known of people who follow each other, and of their posts. */
    social: SocialKnown
    personOf: EmailNeeds['personOf']
    /** Where the service listens; whoever starts it knows better, and says so. */
    reached: { at: string }
    mail: EmailNeeds['settings']
    bury: WindowNeeds['bury']
    push: Pick<WebPushNeeds, 'contact' | 'privatePreviews' | 'linkOf' | 'log' | 'count' | 'ask'>
    now: () => number
    random: () => number
    newId: () => string
  }

/** What is sent waits while the queue of its channel is paused. */
type SendingOptions = { onError: (error: unknown) => void; isPaused: (queue: string) => boolean }
type Sending = { stop: () => Promise<void>; drained: () => Promise<void> }

/** Who is told of what, and how: the centre, browsers, mail. */
export class Notifications {
  readonly preferences: PreferenceBook
  readonly levels: Levels
  readonly topicLevels: TopicLevels
  readonly centre: Centre
  readonly push: WebPush
  readonly email: EmailChannel
  readonly explainer: Explainer
  /** What the queues do: one a channel, and none knows of another. */
  readonly queues: readonly QueueSpec[]
  readonly reached: { at: string }
  readonly #store: Store

  constructor({ store, comments, people, mail, push, personOf, bury, reached, ...asked }: NotificationNeeds) {
    this.reached = reached
    const { now, random, newId, social } = asked
    this.#store = store
    const rows = { notifications: store.collection(all.notifications), inboxes: store.collection(all.inboxes) }
    const kept = {
      followings: store.collection(all.followings),
      topicFollowings: store.collection(all.topicFollowings),
      audiences: store.collection(all.audiences),
    }
    const sent = { tellings: store.collection(all.tellings), windows: store.collection(all.windows) }
    const isErased: People['isErased'] = (whose) => people.isErased(whose)
    const preferences = new PreferenceBook({ preferences: store.collection(all.preferences), isErased, now })
    const { windows: allWindows, tellings } = sent
    const restoredAt = restoredIn(store, now)
    const needs: AudienceNeeds = { ...rows, ...kept, tellings, comments, people, preferences, restoredAt, ...asked }
    const audiences = new Audiences(needs)
    const windows = new Windows({ ...sent, now, random, newId, bury })
    const { keptDays } = asked
    this.preferences = preferences
    this.levels = new Levels({ ...needs, comments, isErased })
    this.topicLevels = new TopicLevels({ ...needs, isErased })
    this.explainer = new Explainer({
      ...needs,
      comments,
      windows: allWindows,
      hasPush: push.contact !== null,
      log: store.events,
    })
    const hiddenFrom: People['relations']['hiddenFrom'] = (viewer, others) =>
      people.relations.hiddenFrom(viewer, others)
    this.centre = new Centre({ ...rows, comments, social, hiddenFrom, isErased, log: store.events, now, newId })
    const choicesOf: PreferenceBook['choicesOf'] = (org, person) => preferences.choicesOf(org, person)
    const forgetErased = forgettingErased(people, () => this.personalPlaces())
    this.push = new WebPush({ ...push, store, now, isErased, forgetErased, audiences, windows, choicesOf })
    this.email = new EmailChannel({
      store,
      audiences,
      people,
      personOf,
      preferences,
      windows,
      forgetErased,
      now,
      random,
      settings: mail,
    })
    const published = publishedIn(comments)
    const writing = { ...rows, ...kept, audience: audiences, published, social, forgetErased }
    const centre = centreHandler({ ...writing, now, random, keptDays })
    const pushQueue = this.push.queue()
    this.queues = [centreQueue(centre), emailQueue(this.email.handler), ...(pushQueue === null ? [] : [pushQueue])]
  }

  routes(): Route[] {
    return [
      ...centreRoutes(this.centre),
      ...preferenceRoutes(this.preferences),
      ...levelRoutes(this.levels),
      ...topicLevelRoutes(this.topicLevels),
      ...explainRoutes(this.explainer),
      ...pushRoutes(this.push),
      ...this.email.routes,
    ]
  }

  personalPlaces(): PersonalPlace[] {
    const collections = {
      followings: this.#store.collection(all.followings),
      topicFollowings: this.#store.collection(all.topicFollowings),
      preferences: this.#store.collection(all.preferences),
      notifications: this.#store.collection(all.notifications),
      inboxes: this.#store.collection(all.inboxes),
    }
    return [
      ...audiencePlaces(collections),
      ...topicPlaces(collections),
      ...centrePlaces(collections),
      ...this.push.personalPlaces(),
      ...this.email.places,
    ]
  }

  /** Sends mails and what waited for the end of quiet hours, when it is time. */
  startSending({ onError, isPaused }: SendingOptions): Sending[] {
    const pushes = this.push.startSending({ onError, isPaused: () => isPaused('push') })
    const mails = this.email.startSending({ onError, isPaused: () => isPaused('email') })
    return [mails, ...(pushes === null ? [] : [pushes])]
  }
}
