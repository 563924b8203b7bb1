import type { Author } from '../comments/service.ts'

/** Why somebody is told, the strongest first; one person is told of an event once, with the strongest. */
export const REASONS = [
  'mention',
  'reply',
  'wall',
  'quote',
  'request',
  'participating',
  'watching',
  'accepted',
  'follow',
  'repost',
  'reaction',
  'moderation',
] as const
export type Reason = (typeof REASONS)[number]

/** What is about people alone: that somebody follows another, asks to, or may. */
const OF_PEOPLE: ReadonlySet<Reason> = new Set(['follow', 'request', 'accepted'])

/** How much somebody wants to hear of a discussion. */
export const LEVELS = ['watching', 'participating', 'mentions', 'muted'] as const
export type Level = (typeof LEVELS)[number]

export const CHANNELS = ['centre', 'push', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** Why somebody who might have been told was not. */
export const SKIPS = [
  'own-act',
  'guest',
  'unknown-person',
  'erased',
  'banned',
  'muted-discussion',
  'muted-topic',
  'level',
  'muted-author',
  'blocked',
  'muted-type',
  'muted-all',
  'no-access',
  'not-there',
  'no-longer-mentioned',
  'muted-words',
  'told-before',
  'already-read',
  'preference',
  'unsubscribed',
  'no-address',
  'bounced',
  'no-subscription',
  'seen-recently',
  'too-old',
  'before-restore',
  'superseded',
] as const
export type Skip = (typeof SKIPS)[number]

/** What a person is to one discussion: whether they write there, and what they have chosen. */
export type Following = {
  _id: string
  discussion: string
  person: string
  org: string
  /** Place in the log of the first comment that they wrote there; not there where they have not, as `$min` wants it. */
  takesPart?: number
  /** What they chose; null where they leave it to their defaults. */
  level: Level | null
  at: string
}

/** Somebody who may be told, or who was not to be told, and why. */
export type Candidate = { person: string; reason: Reason; skip: Skip | null }

/**
 * People are looked at in order of their ids: those of the discussion, then those who watch its topic and each above
 * it, `topic` by `topic`, then those who watch everything.
 */
export type Reached = { of: 'followers' | 'topics' | 'watchers'; person: string; topic?: string }

/** Whom an event concerns: found out once and kept, so that every channel and every repeat means the same people. */
export type Audience = {
  /** Begins with what the event is about, so that all of that lies together. */
  _id: string
  event: string
  /** What happened in it. */
  op: string
  org: string
  /** Null for what is not about a published comment. */
  discussion: string | null
  slug: string | null
  /** What it is about where that is a post. */
  post?: string
  candidates: Candidate[]
  /** There are more of them, under the next number, … */
  more: boolean
  /** … who come behind these: up to here people were looked at. Null where there are no more. */
  upTo: Reached | null
  at: string
  expires: string
}

/** What is told, without a word of the text: that is read where it is shown, by who may. */
export type About = {
  event: string
  org: string
  discussion: string | null
  slug: string | null
  /** The post that it is about, or on which the comment is; there is none where it is about neither. */
  post?: string
  /** Who did it; null where that is not told. */
  actor: Author | null
  reason: Reason
  at: string
}

/** Whether it is about a post or a person, and not about a comment. */
export const isOfSocial = ({ discussion, post, reason }: Pick<About, 'discussion' | 'post' | 'reason'>): boolean =>
  discussion === null && (post !== undefined || OF_PEOPLE.has(reason))

/** One thing that one person is told, on its way through a channel. */
export type Item = About & { person: string }

/** A row of the centre. There is one for every candidate, also for those who are not told: it says why. */
export type Notification = Item & {
  _id: string
  /** Place in the log at which it was written; the centre's own order. */
  position: number
  written: string
  /** Rows of one group are shown as one: `5 people replied`. */
  group: string
  skip: Skip | null
  /** Neither skipped nor retracted: it is in the list. */
  isShown: boolean
  /** Shown, and not read or archived one by one; what lies up to the inbox's `readTo` is read all the same. */
  isUnread: boolean
  /** It is about a post, a comment on one, or a person: who may see that changes without a word in the log. */
  isSocial?: true
  seen: string | null
  read: string | null
  archived: string | null
  /** Place in the log of what took it back, where something did. */
  retracted: number | null
  retractedFor: Skip | null
  expires: string
}

/** Where a person is in their centre. */
export type Inbox = { _id: string; org: string; readTo: number; seenTo: number; active: string | null }

/** What became of an item in a channel other than the centre. */
export type Telling = Item & {
  _id: string
  channel: Channel
  state: 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed'
  skip: Skip | null
  /** The window that it waits in, where it does. */
  window: string | null
  /** It is not among the items that its window keeps, but counted as one more. */
  isCounted?: boolean
  /** Of a push: the subscriptions that have it, where others are still to be tried. */
  reached?: string[]
  changed: string
  expires: string
}

/** Items for one person that go out together, once it is time. */
export type Window = {
  _id: string
  channel: Channel
  person: string
  org: string
  kind: 'instant' | 'hourly' | 'daily' | 'weekly' | 'quiet'
  /** When it is to go out. */
  due: string
  /** `merged`: its items go out with those of another. */
  state: 'open' | 'closed' | 'sent' | 'empty' | 'merged' | 'failed'
  items: Item[]
  /** Items beyond those that are kept one by one. */
  more: number
  /** The events of the last of those, so that a repeat is not counted twice. */
  counted: string[]
  /** Of a closed one: others of the same person whose items go out with it. */
  includes: string[]
  into: string | null
  /** It may be on its way: if it goes out again, then as it was. */
  isBegun: boolean
  /** What became of it, once that is known; what follows from it may not yet be written. */
  outcome: 'sent' | 'empty' | 'failed' | null
  attempts: number
  /** Not to be tried before. */
  next: string
  /** Who sends it now, and until when it is left to them. */
  lease: { holder: string; until: string } | null
  error: string | null
  expires: string | null
}
