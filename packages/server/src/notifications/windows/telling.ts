import type { Channel, Item, Skip, Telling } from '../model.ts'

const KEPT_MS = 150 * 24 * 3_600_000

type About = Pick<Item, 'event' | 'person'>

export const tellingIdOf = ({ event, person }: About, channel: Channel): string => `${event}~${channel}~${person}`

/** Names are read when they are shown: who is erased leaves none behind here. */
export const nameless = (item: Item): Item => ({
  event: item.event,
  org: item.org,
  discussion: item.discussion,
  slug: item.slug,
  ...(item.post !== undefined && { post: item.post }),
  actor: item.actor === null ? null : { ...item.actor, name: '' },
  reason: item.reason,
  at: item.at,
  person: item.person,
})

type Told = { channel: Channel; state: Telling['state']; skip?: Skip; window?: string; now: number }

export const tellingOf = (item: Item, { channel, state, skip, window, now }: Told): Telling => ({
  _id: tellingIdOf(item, channel),
  ...nameless(item),
  channel,
  state,
  skip: skip ?? null,
  window: window ?? null,
  changed: new Date(now).toISOString(),
  expires: new Date(now + KEPT_MS).toISOString(),
})
