import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Thread } from './discussion.ts'
import type {
  Explanation,
  Level,
  Levels,
  NotificationCounts,
  NotificationEntry,
  Notifications,
  NotificationsMarked,
  Operations,
  OwnPreferences,
  PushSubscription,
} from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import { ifStill } from './request.ts'

const NOTIFICATIONS = '/v1/me/notifications'
const LEVEL = '/v1/me/levels/{discussion}'
const PREFERENCES = '/v1/me/preferences'
const SUBSCRIPTIONS = '/v1/me/push/subscriptions'

/** What the caller was told, the newest first; what belongs together is one entry. */
export function notifications(
  palaver: Palaver,
  wanted: Wanted<`GET ${typeof NOTIFICATIONS}`> = {},
  options?: ReadOptions,
): Listing<NotificationEntry, Notifications> {
  const itemsOf = ({ entries }: Notifications): readonly NotificationEntry[] => entries
  return list(palaver, { operation: `GET ${NOTIFICATIONS}`, query: wanted, itemsOf }, options)
}

/** How many are unread, and how many of those have not been seen. */
export function unread(palaver: Palaver, options?: ReadOptions): Promise<NotificationCounts> {
  return call(palaver, `GET ${NOTIFICATIONS}/counts`, { options })
}

/** Marks as read: some, a group, what was told of a discussion, or all up to a `position` that the caller was given. */
export function markRead(
  palaver: Palaver,
  which: BodyOf<`POST ${typeof NOTIFICATIONS}/read`>,
  options?: CallOptions,
): Promise<NotificationsMarked> {
  return call(palaver, `POST ${NOTIFICATIONS}/read`, { body: which, options })
}

/** The list was looked at, up to a `position`: less than read. */
export function markSeen(palaver: Palaver, upTo: number, options?: CallOptions): Promise<NotificationsMarked> {
  return call(palaver, `POST ${NOTIFICATIONS}/seen`, { body: { upTo }, options })
}

/** Puts away some, or a group; with `on: false` takes them out again. */
export function archive(
  palaver: Palaver,
  { on = true, ...which }: BodyOf<`POST ${typeof NOTIFICATIONS}/archive`> & { on?: boolean },
  options?: CallOptions,
): Promise<NotificationsMarked> {
  return call(palaver, `POST ${NOTIFICATIONS}/${on ? 'archive' : 'unarchive'}`, { body: which, options })
}

/** The discussions where the caller writes or has chosen a level, those that came last first. */
export function levels(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/me/levels'> = {},
  options?: ReadOptions,
): Listing<Level, Levels> {
  const itemsOf = (page: Levels): readonly Level[] => page.levels
  return list(palaver, { operation: 'GET /v1/me/levels', query: wanted, itemsOf }, options)
}

/** How much the caller hears of a discussion. */
export function level({ palaver, path, query }: Thread, options?: ReadOptions): Promise<Level> {
  return call(palaver, `GET ${LEVEL}`, { path, query, options })
}

/** Chooses how much to hear of a discussion; null leaves it to the defaults again. */
export function setLevel(
  { palaver, path, query }: Thread,
  chosen: Level['chosen'],
  options?: CallOptions,
): Promise<Level> {
  if (chosen === null) return call(palaver, `DELETE ${LEVEL}`, { path, query, options })
  return call(palaver, `PUT ${LEVEL}`, { path, query, body: { level: chosen }, options })
}

/** How the caller is told of things. */
export function preferences(palaver: Palaver, options?: ReadOptions): Promise<OwnPreferences> {
  return call(palaver, `GET ${PREFERENCES}`, { options })
}

/** Changes what is named, null to the default; with `rev` only while they are still at that revision. */
export function setPreferences(
  palaver: Palaver,
  { rev, ...body }: BodyOf<`PATCH ${typeof PREFERENCES}`> & { rev?: number },
  options?: CallOptions,
): Promise<OwnPreferences> {
  return call(palaver, `PATCH ${PREFERENCES}`, { headers: ifStill(rev), body, options })
}

/** Why somebody was told of an event, or was not; the caller where nobody is named. */
export function explain(
  palaver: Palaver,
  asked: Operations['GET /v1/notifications/explain']['input']['query'],
  options?: ReadOptions,
): Promise<Explanation> {
  return call(palaver, 'GET /v1/notifications/explain', { query: asked, options })
}

/** What a browser subscribes with, as `applicationServerKey`; null where the service sends no push messages. */
export async function pushKey(palaver: Palaver, options?: ReadOptions): Promise<string | null> {
  return (await call(palaver, 'GET /v1/push/key', { options })).key
}

/** Has messages for the caller sent to this browser: `toJSON()` of its `PushSubscription`. */
export function subscribe(
  palaver: Palaver,
  browser: BodyOf<`POST ${typeof SUBSCRIPTIONS}`>,
  options?: CallOptions,
): Promise<PushSubscription> {
  return call(palaver, `POST ${SUBSCRIPTIONS}`, { body: browser, options })
}

/** Sends this browser nothing any more: as somebody signs out. */
export function unsubscribe(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, `DELETE ${SUBSCRIPTIONS}/{subscription}`, { path: { subscription: id }, options })
}

/** The caller's browsers, the one that was heard of last first. */
export async function subscriptions(palaver: Palaver, options?: ReadOptions): Promise<PushSubscription[]> {
  return (await call(palaver, `GET ${SUBSCRIPTIONS}`, { options })).subscriptions
}
