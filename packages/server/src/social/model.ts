/** One person follows another: one document, `asked` for as long as a private account has not let them. */
export const FOLLOW_STATES = ['asked', 'follows'] as const
export type FollowState = (typeof FOLLOW_STATES)[number]
export type Follow = { _id: string; org: string; follower: string; followee: string; state: FollowState; at: string }

/** The same, kept for who is followed; derived. */
export type Follower = Follow

/** What a person calls groups of others. Nobody else ever learns of it. */
export type Circle = { key: string; name: string; created: string }
export type Circles = { _id: string; org: string; circles: Circle[]; rev: number }

/** In which circles of an owner somebody is, by their keys: also of some that are no more. */
export type Membership = { _id: string; org: string; owner: string; member: string; circles: string[]; at: string }

export const KINDS = ['status', 'link', 'photo', 'checkin', 'poll', 'repost'] as const
export type Kind = (typeof KINDS)[number]

/** `circles`: all of the author's. `chosen`: those that are named. */
export const AUDIENCES = ['public', 'followers', 'circles', 'chosen', 'people'] as const
export type Audience = { to: (typeof AUDIENCES)[number]; circles: string[]; people: string[] }

export type Place = { name: string; latitude: number; longitude: number }
export type Poll = { choices: string[]; isMultiple: boolean; closes: string }

/** An earlier text of a post; the last ten are kept. */
export type Earlier = { text: string; at: string }

/** `held`: a moderator has yet to look at it. `rejected`: one has taken it down. */
export const POST_STATUSES = ['published', 'held', 'rejected', 'deleted'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** In words for its author: the phases' while it is held, then those of who decided. */
export type Judged = { reason: string | null; by: string | null; at: string }

/** Of what stands on somebody else's wall: whether they have let it show. */
export const WALL_STATES = ['shown', 'waiting', 'declined'] as const
export type WallState = (typeof WALL_STATES)[number]

export type Post = {
  _id: string
  org: string
  author: string
  /** On whose wall it is, where that is not the author's own. */
  wall: string | null
  wallState: WallState
  kind: Kind
  posted: string
  edited: string | null
  audience: Audience
  text: string
  html: string
  renderer: number
  mentions: { id: string; name: string }[]
  link: string | null
  photos: string[]
  place: Place | null
  poll: Poll | null
  /** What is passed on or quoted; never a repost itself. */
  of: string | null
  status: PostStatus
  /** Its author is shadow-banned: seen by them alone, and they do not know. */
  isSecret: boolean
  /** Why it is held, or what a moderator has decided; missing where nobody had to look at it. */
  judged?: Judged
  history: Earlier[]
  /** Ids of the last eight changes, so that a repeated one knows itself. */
  changes: string[]
  rev: number
}

/** What one person gave a post. */
export type Mark = {
  _id: string
  org: string
  person: string
  post: string
  reaction: string | null
  /** The post with which they passed it on; named before that is written. */
  repost: string | null
  /** Numbers of the choices of a poll; null where they have not voted. */
  votes: number[] | null
  at: string
}

/** How many gave a post what; derived. `seq`: the last event that is in it. */
export type PostNumbers = {
  _id: string
  org: string
  reactions: Record<string, number>
  reposts: number
  quotes: number
  votes: number[]
  voters: number
  seq: number
}

/** How many follow somebody, and so on; derived. `open`: posts that are for everybody. */
export type PersonNumbers = {
  _id: string
  org: string
  followers: number
  following: number
  asked: number
  posts: number
  open: number
  seq: number
}

/**
 * A post on a wall; derived from the post. `isOwn`: the owner of the wall wrote it. What is `gone` stays for a day, so
 * that who was slow does not bring it back.
 */
export type WallRow = {
  _id: string
  org: string
  owner: string
  post: string
  author: string
  posted: string
  state: 'shown' | 'waiting' | 'gone'
  isOwn: boolean
  /** The revision of the post that it is of. */
  rev: number
  expires?: string
}

/** What somebody does not want to read of: whole words or phrases, each until a moment or for good. */
export type MutedWords = { _id: string; org: string; words: { word: string; until: string | null }[] }

export { POST_RESOURCE } from '../comments/service.ts'
